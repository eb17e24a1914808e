"""Texts about computer players."""

from collections.abc import Mapping

from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, plural, say
from language import Sentence, mark
from matches.computers import LEVELS

REMATCHES: Mapping[str, tuple[int, str]] = {
    "-": (-1, mark("Easier: {name}")),
    "=": (0, mark("Same level: {name}")),
    "+": (1, mark("Harder: {name}")),
}
"""Maps each custom_id argument of a rematch to the change of level and the button's label, weakest first."""
USUAL_PAIR = "33"
"""The default levels of a match between computer players."""


def level_name(number: int) -> Sentence:
    """`Breaker, level 3`"""
    return Sentence("{name}, level {number}", {"name": LEVELS[number].name, "number": number})


def level_line(number: int) -> Sentence:
    """`Breaker, level 3: for those who look a move or two ahead`"""
    return Sentence("{level}: {suits}", {"level": level_name(number), "suits": Sentence(LEVELS[number].suits)})


def level_choices() -> dict[int, str]:
    """Maps each level to its plain-text label: its name, and whom it suits."""
    return {number: level_line(number).said() for number in LEVELS}


def pair_choices() -> dict[str, str]:
    """Maps the text for `pair_of` to the plain-text names of two levels."""
    return {
        f"{first}{second}": Sentence(
            "{first} against {second}", {"first": level_name(first), "second": level_name(second)}
        ).said()
        for first in LEVELS
        for second in LEVELS
    }


def pair_of(text: str) -> tuple[int, int]:
    """The two levels in a choice, unchecked; 0 for a missing digit."""
    first, second = (int(digit) if digit.isdecimal() else 0 for digit in f"{text:0<2}"[:2])
    return first, second


def place_in_queue(ahead: int) -> Markdown:
    """Tells how many answers are ahead in the queue; empty if there are none."""
    if not ahead:
        return Markdown("")
    return plural("-# {count} request is ahead of yours.", "-# {count} requests are ahead of yours.", count=ahead)


def question(game: str) -> str:
    """Asks for the computer's level, with a line for each."""
    asked = say("Play **{game}** against the computer, unrated and with no clock:", game=texts.game_name(game))
    return _with_levels(asked)


def question_at(game: str, side: Sentence) -> str:
    """Asks for the level of the computer with which to play on from a position. The person plays the side to move."""
    asked = say(
        "Continue **{game}** from this board against the computer as {side}, unrated and with no clock:",
        game=texts.game_name(game),
        side=side,
    )
    return _with_levels(asked)


def _with_levels(asked: str) -> str:
    return "\n".join([asked, *(say("- {line}", line=level_line(number)) for number in LEVELS)])
