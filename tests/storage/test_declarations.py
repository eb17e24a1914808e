"""A declaration of a table that leaves out what happens to somebody's data is refused, with what to add."""

from typing import Any

import pytest

from storage.tables import CHOICES, TABLES, MatchColumn, PersonColumn, Table, Told
from tests.support.declaring import WHERE, as_module

PEOPLE = [PersonColumn("person_id", "row removed")]
UNTOLD = [PersonColumn("person_id", "row removed", "it is deleted soon")]
TOLD = CHOICES("lighthouses")


@pytest.mark.parametrize(
    ("columns", "said", "missing"),
    [
        (["person_id"], {}, r"lighthouse.person_id: add PersonColumn\('person_id', ...\) to `holds`"),
        (["person_id", "by_id"], {"holds": PEOPLE, "policy": TOLD}, "lighthouse.by_id: add PersonColumn"),
        (["person_id"], {"holds": PEOPLE}, r"lighthouse: add `policy=Told\(...\)`"),
        (["match_id"], {}, r"lighthouse.match_id: add `of_match=MatchColumn\(...\)`"),
        (["match_id"], {"of_match": MatchColumn("emptied", not_exported="it is dull")}, "match_id can never be NULL"),
        (["match_id"], {"of_match": MatchColumn("row removed", until=())}, "lighthouse: give MatchColumn `exported`"),
        (["match_id"], {"of_match": MatchColumn("row removed", "own seat", until=())}, "lighthouse: add `policy="),
        (["match_id"], {"of_match": MatchColumn("row removed", not_exported="it is dull")}, "give MatchColumn `until`"),
        (["match_id"], {"of_match": MatchColumn("row removed", "own seat", until=("mvoe",))}, "Choose from .*, move,"),
    ],
)
def test_what_is_left_out_is_said(columns: list[str], said: dict[str, Any], missing: str) -> None:
    with pytest.raises(ValueError, match=f"^{WHERE}.*{missing}"):
        as_module(lambda: Table("lighthouse", dict.fromkeys(columns, int), columns[0], **said))
    assert "lighthouse" not in TABLES


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        (["id", "channel_id", "at"], {}),
        (["person_id"], {"holds": UNTOLD}),
        (["person_id"], {"holds": PEOPLE, "policy": Told("lighthouses", "to send them")}),
        (["person_id", "match_id"], {"holds": UNTOLD, "of_match": MatchColumn("row removed", until=("move",))}),
        (["match_id"], {"of_match": MatchColumn("row removed", not_exported="it names nobody", until=None)}),
    ],
)
def test_what_says_everything_is_taken(
    monkeypatch: pytest.MonkeyPatch, columns: list[str], said: dict[str, Any]
) -> None:
    monkeypatch.setattr("storage.tables.TABLES", dict(TABLES))
    assert Table("lighthouse", dict.fromkeys(columns, int), columns[0], **said).key == (columns[0],)


def test_what_a_player_may_have_typed_is_exported() -> None:
    of_match = MatchColumn("row removed", not_exported="nobody asks for it", until=())
    with pytest.raises(
        ValueError, match=r"lighthouse.light has a player's `seat` beside it .* give MatchColumn `exported`"
    ):
        Table("lighthouse", {"match_id": int, "seat": int, "light": str}, "match_id", of_match=of_match)
