"""What people read about computer players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, plural, say
from language import Sentence, mark
from matches.computers import LEVELS

if TYPE_CHECKING:
    from collections.abc import Mapping

REMATCHES: Mapping[str, tuple[int, str]] = {
    "=": (0, mark("Rematch")),
    "+": (1, mark("Harder: {name}")),
    "-": (-1, mark("Easier: {name}")),
}
"""The ways to play again, as they stand in a custom_id: how much the level changes, and the label of the button."""
USUAL_PAIR = "33"
"""The levels of a match for show where nobody chose any."""


def level_name(number: int) -> Sentence:
    """`Breaker, level 3`"""
    return Sentence("{name}, level {number}", {"name": LEVELS[number].name, "number": number})


def level_line(number: int) -> Sentence:
    """`Breaker, level 3: for those who look a move or two ahead`"""
    return Sentence("{level}: {suits}", {"level": level_name(number), "suits": Sentence(LEVELS[number].suits)})


def level_choices() -> dict[int, str]:
    """The levels to choose from: number -> name, and whom it suits. Plain text."""
    return {number: level_line(number).said() for number in LEVELS}


def pair_choices() -> dict[str, str]:
    """The pairs of levels to watch: text for `pair_of` -> the names. Plain text."""
    return {
        f"{one}{other}": Sentence(
            "{first} against {second}", {"first": level_name(one), "second": level_name(other)}
        ).said()
        for one in LEVELS
        for other in LEVELS
    }


def pair_of(text: str) -> tuple[int, int]:
    """The two levels of a choice; levels that do not exist are refused where they would be seated."""
    first, second = (int(digit) if digit.isdecimal() else 0 for digit in f"{text:0<2}"[:2])
    return first, second


def place_in_queue(ahead: int) -> Markdown:
    """How long an answer may take, where so many others come first; empty where none does."""
    if not ahead:
        return Markdown("")
    return plural("-# {count} other answer comes first.", "-# {count} other answers come first.", count=ahead)


def question(game: str) -> str:
    """The levels with a line each, to choose an opponent from."""
    asked = say("Play **{game}** against the computer, without a clock and not rated:", game=texts.game_name(game))
    return _with_levels(asked)


def question_at(game: str, side: Sentence) -> str:
    """The question at which level the computer shall play on from a position against the side that is to move there."""
    asked = say(
        "Play **{game}** on from this board against the computer, as {side}, without a clock and not rated:",
        game=texts.game_name(game),
        side=side,
    )
    return _with_levels(asked)


def _with_levels(asked: str) -> str:
    return "\n".join([asked, *(say("- {line}", line=level_line(number)) for number in LEVELS)])
