"""The five levels of computer players, read from `levels.json`: how deeply each searches and what mistakes it makes."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Any, Final, Literal

LevelNumber = Literal[1, 2, 3, 4, 5]
LEVELS: tuple[LevelNumber, ...] = (1, 2, 3, 4, 5)
SEATS: Final = ("first seat", "second seat")
"""The keys, in `levels.json` and in the weights files, for values that apply to only one seat."""

FILE = Path(__file__).with_name("levels.json")


@dataclass(frozen=True, slots=True)
class Level:
    """The settings with which a level plays one game."""

    nodes: int
    """The maximum number of positions (or simulations) per move, or 0 for as many as the time allows."""
    seconds: float
    """The maximum number of seconds per move, unless the caller passes another limit."""
    plies: int = 0
    """The maximum search depth in plies, or 0 for no limit."""
    margin: float = 0.0
    """How far the winning chance of the move that it plays may be below the best move's."""
    opening: float = 0.0
    """The `margin` for the first `opening_plies` plies of a match, for variety."""
    noise: float = 0.0
    """How far it misjudges a position, as a share of the winning chance.

    Within a match, it misjudges the same position in the same way. In the coral games, it misjudges its own moves
    instead, and misjudges the same move in the same way in every position of the match.
    """
    blind: float = 0.0
    """The share of quiet moves far from the last move that it overlooks. They are the same throughout a match."""
    blind_from: int = 2
    """The first ply of its search at which it overlooks moves: 0 is its own move, 1 the reply, and 2 its next move."""
    hurry: float = 0.0
    """The share of moves that it plays in a hurry, which means with a search no longer than that of level 1.

    This is the mean over all matches while `hurry` times 1 + `hurry_spread` is at most 1. Above that the mean is
    smaller, because a match cannot have more hurried moves than moves. `hurry_share` gives the share in a single match.
    """
    hurry_spread: float = 1.0
    """How much the share of hurried moves varies between matches.

    With 0 all matches are alike; with 1 the share is uniformly distributed from 0 to twice `hurry`, capped at 1; with
    more, most matches have few hurried moves and some have many.
    """
    least_plies: int = 1
    """The minimum search depth in plies, whatever `nodes` says. A depth of 2 sees every loss in one move."""
    takes_wins: bool = True
    """Whether it always plays a win in one move, even if it would otherwise overlook that move."""
    playouts: int = 100
    """In a game without a kernel, the most playouts of the general search, or 0 for as many as the time allows."""

    def hurry_share(self, seed: int) -> float:
        """Return the proportion of moves the level plays in a hurry in the match with this seed."""
        draw = math.pow(Random(f"{seed} {self.hurry} day").random(), self.hurry_spread)
        return min(1.0, self.hurry * (1 + self.hurry_spread) * draw)

    def in_a_hurry(self, lowest: Level) -> Level:
        """Return the settings for a move played in a hurry.

        They are those of `lowest`, except that `least_plies` and `takes_wins` are taken from this level.
        """
        plies = max(lowest.plies, self.least_plies) if lowest.plies else 0
        return replace(
            lowest,
            plies=plies,
            least_plies=self.least_plies,
            blind_from=max(lowest.blind_from, self.least_plies),
            takes_wins=self.takes_wins,
        )


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return table


def opening_plies() -> int:
    """Return the length, in plies, of the opening, during which levels use their setting `opening`."""
    return int(_table()["opening_plies"])


@lru_cache(maxsize=None, typed=True)
def level_of(key: str, number: int, seat: int) -> Level:
    """Return a level's settings for a game and a seat. Raises ValueError if `number` is not from 1 to 5.

    A game that is not in the file gets the values under `every_game`. Values under `first seat` or `second seat` apply
    only to that seat, because a level searches less in the easier seat.
    """
    if number not in LEVELS or type(number) is not int:  # True and 1.0 compare equal to 1
        raise ValueError(f"there are levels 1 to 5, not {number}")
    table = _table()
    own = table["games"].get(key, {}).get(str(number), {})
    shared = {name: value for name, value in own.items() if name not in SEATS}
    return Level(**{**table["every_game"][str(number)], **shared, **own.get(SEATS[seat], {})})
