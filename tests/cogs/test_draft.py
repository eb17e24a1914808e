"""The choices on the page of `/play`, as custom_ids and settings write them."""

import pytest

from cogs.ui.acts.draft import ANYONE, PERSON, Draft
from cogs.wire.arrivals import Malformed
from cogs.wire.controls import custom_id
from games import GAMES
from matches.errors import Refusal


@pytest.mark.parametrize(
    "draft",
    [
        Draft(),
        Draft("konane", ANYONE, "second", "36h", "n", "1"),
        Draft("kings_convoy", PERSON, "both", "24+1/720h soft", "y", person_id=7),
        Draft("squalma", "w15"),
    ],
)
def test_a_draft_is_read_as_it_is_written(draft: Draft) -> None:
    assert Draft.read(draft.args, draft.person_id) == draft


@pytest.mark.parametrize(
    "args",
    [
        "", "konane:2:r::", "chess:2:r:::", "konane:6:r:::", "konane:x:r:::", "konane:w9:r:::", "konane:w39:r:::",
        "konane:2:x:::", "konane:2:r:soon::", "konane:2:r::maybe:", "konane:2:r:::9", "konane:2:r:::00",
        "squalma:2:r:::0",
        "konane:2:r:::x",
    ],
)  # fmt: skip
def test_anything_else_is_malformed(args: str) -> None:
    with pytest.raises(Malformed):
        Draft.read(args.split(":"))


def test_options_are_kept_as_what_differs_from_the_usual_game() -> None:
    draft = Draft("brain_coral").with_option("pie", "on").with_option("order", "6")
    assert draft.options == {"order": "6", "pie": "on"}
    assert draft.with_option("order", "5").with_option("pie", "off") == Draft("brain_coral")
    assert draft.of_game("konane").options == {}
    for name, value in (("size", "6"), ("pie", "maybe")):
        with pytest.raises(Malformed):
            draft.with_option(name, value)


def test_a_typed_clock_is_kept_in_its_short_form() -> None:
    assert Draft().with_clock("10 days a move").clock == "10d"
    with pytest.raises(Refusal):
        Draft().with_clock("soon")


def test_the_longest_draft_fits_into_a_custom_id() -> None:
    for key, game in GAMES.items():
        longest = Draft(key, PERSON, "second", "43198m+43199m/30d soft", "n", "1" * len(game.info.options), 2**63 - 1)
        custom_id("start-variant", longest.person_id, 9999, *longest.args)
