"""Computer players: their levels and their evaluations of positions."""

from collections.abc import Mapping
from dataclasses import dataclass

from language import mark
from matches.model import LEVEL_BASE, Person


@dataclass(frozen=True, slots=True)
class Level:
    name: str
    """The computer player's display name."""
    suits: str
    """The kind of opponent that the computer player suits, marked for translation."""


LEVELS: Mapping[int, Level] = {
    1: Level("Ripple", mark("for a first game; it sees little beyond its own move")),
    2: Level("Swell", mark("for those who know the rules and have played a few games")),
    3: Level("Breaker", mark("for those who look a move or two ahead")),
    4: Level("Surge", mark("for those who win most of their games")),
    5: Level("Maelstrom", mark("for those who want the strongest there is")),
}
EASIEST = 1
"""The level for somebody who has just learned a game."""
FAIR_FROM = 4
"""From this level on, matches use the options that even the chances (`GameInfo.fair`) unless others are chosen."""


class Interrupted(Exception):
    """Raised if a search is abandoned because its process died or hung, or because the bot is stopping."""


@dataclass(frozen=True, slots=True)
class Judgement:
    chances: tuple[float, float]
    """Each seat's expected score, from 0 to 1. A draw counts as one half, and the two scores add up to 1."""
    line: tuple[str, ...] = ()
    """The best line from this position, as canonical move texts; empty if the game is over."""
    certain: bool = False
    """Whether the result is proven."""


def computer(level: int, *, second: bool = False) -> Person:
    """Return the computer player of a level.

    If `second` is set, return its twin, which it plays in matches against itself.
    """
    return Person(-level - (LEVEL_BASE if second else 0), LEVELS[level].name)
