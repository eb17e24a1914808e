"""Computer players: their levels, and their judgement of a position."""

from collections.abc import Mapping
from dataclasses import dataclass

from language import mark
from matches.model import LEVEL_BASE, Person


@dataclass(frozen=True, slots=True)
class Level:
    name: str
    """The display name of the computer player."""
    suits: str
    """A description of suitable opponents, marked for translation."""


LEVELS: Mapping[int, Level] = {
    1: Level("Ripple", mark("for a first game; it sees little beyond its own move")),
    2: Level("Swell", mark("for those who know the rules and have played a few games")),
    3: Level("Breaker", mark("for those who look a move or two ahead")),
    4: Level("Surge", mark("for those who win most of their games")),
    5: Level("Maelstrom", mark("for those who want the strongest there is")),
}
USUAL_LEVEL = 2
FAIR_FROM = 4
"""From this level up, matches use the balancing options (`GameInfo.fair`) unless the player chooses others."""


class Interrupted(Exception):
    """A thought was abandoned because its process died or hung, or because the bot is stopping."""


@dataclass(frozen=True, slots=True)
class Judgement:
    chances: tuple[float, float]
    """Each seat's expected score, 0 to 1, a draw counting half; they add up to 1."""
    line: tuple[str, ...] = ()
    """The best line from here, as canonical move texts; empty when the game is over."""
    certain: bool = False
    """Whether the result is proven."""


def computer(level: int, *, second: bool = False) -> Person:
    """The computer player of a level. `second` selects its twin, for matches of the computer against itself."""
    return Person(-level - (LEVEL_BASE if second else 0), LEVELS[level].name)
