"""Retention read from texts."""

import re
from dataclasses import asdict
from pathlib import Path

import pytest

from matches.limits import Retention

ROOT = Path(__file__).parents[2]


def test_no_history_of_a_player_is_deleted_unless_the_owner_says_so() -> None:
    assert Retention().matches is None
    assert Retention.parse("usual") == Retention.parse("") == Retention()
    assert set(asdict(Retention.parse("off")).values()) == {None}


@pytest.mark.parametrize("kept", [Retention(), Retention.off(), Retention(matches=730), Retention(challenges=None)])
def test_what_is_written_is_read_again(kept: Retention) -> None:
    assert Retention.parse(str(kept)) == kept


@pytest.mark.parametrize("text", ["matches", "matches=0", "matches=29", "vacations=365", "stars=3", "on", "matches=-1"])
def test_any_other_text_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not known|neither off nor a number|at least \d+ days"):
        Retention.parse(text)


def test_the_documentation_lists_everything_with_its_days() -> None:
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    section = next(part for part in page.split("\n## ") if part.startswith("Retention"))
    rows = re.findall(r"^\| `([a-z_]+)` \| (.+) \| (\w+) \|$", section, re.MULTILINE)
    assert [(name, days) for name, _, days in rows] == [
        (name, "off" if days is None else str(days)) for name, days in asdict(Retention()).items()
    ]
