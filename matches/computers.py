"""Computer players: their levels, and what they think of a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from language import mark
from matches.model import LEVEL_BASE, Person

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Level:
    """A strength at which a computer player plays."""

    name: str
    """The name under which it plays."""
    suits: str
    """Whom it suits, marked for translation."""


LEVELS: Mapping[int, Level] = {
    1: Level("Ripple", mark("for a first game; it sees little beyond its own move")),
    2: Level("Swell", mark("for those who know the rules and have played a few games")),
    3: Level("Breaker", mark("for those who look a move or two ahead")),
    4: Level("Surge", mark("for those who win most of their games")),
    5: Level("Maelstrom", mark("for those who want the strongest there is")),
}
"""The levels by number, the weakest first."""
USUAL_LEVEL = 2
"""The level for those who choose none."""
FAIR_FROM = 4
"""From this level on a match begins with the options that even the chances, where nobody chose otherwise."""


class Interrupted(Exception):
    """A thought was given up; the text says why: its process has died or hung, or the bot stops."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a computer player thinks of a position."""

    chances: tuple[float, float]
    """The chance of each seat to win; together 1, and a draw counts half."""
    line: tuple[str, ...] = ()
    """The best moves of both sides from here on, as texts; empty when the game is over."""
    certain: bool = False
    """Whether that is known for sure."""


def computer(level: int, *, second: bool = False) -> Person:
    """The computer player of this level; the `second` one where two of them play each other."""
    return Person(-level - (LEVEL_BASE if second else 0), LEVELS[level].name)
