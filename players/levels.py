"""The five levels of the computer players: how far each one looks and how it errs, read from `levels.json`."""

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
"""The names of the seats in the files of the levels and the weights, for values that hold for one seat only."""

FILE = Path(__file__).with_name("levels.json")


@dataclass(frozen=True, slots=True)
class Level:
    """How a level plays one game.

    A level below 5 is equally strong on all machines that look at its `nodes` within its `seconds`; on a slower one it
    plays what it has found by then.
    """

    nodes: int
    """The most positions (or simulations) of a move; 0 for as many as the time allows."""
    seconds: float
    """The most seconds of a move, unless the caller names others."""
    plies: int = 0
    """The most plies that it looks ahead; 0 for no limit."""
    margin: float = 0.0
    """It chooses at random among the moves whose winning chance is at most this much below the best one's."""
    opening: float = 0.0
    """`margin` for the first `opening_plies` plies of a match, for variety."""
    noise: float = 0.0
    """How far it misjudges positions, as a share of the winning chance; a position of a match always equally.

    In the coral games it misjudges its own moves instead; a move of a match always equally, whatever the position.
    """
    blind: float = 0.0
    """The share of quiet moves far from the last move that it overlooks; within a match always the same ones."""
    blind_from: int = 2
    """The ply of the search from which on it overlooks moves: 0 its own move, 1 the reply, 2 the move after that."""
    hurry: float = 0.0
    """The share of moves that it makes in a hurry, for which it thinks no more than level 1.

    This is the mean over all matches while `hurry` times 1 + `moods` is at most 1. Above that the mean is smaller,
    because a match has no more than all its moves. `hurried` says how many they are in one match.
    """
    moods: float = 1.0
    """How much matches differ in the share of hurried moves.

    With 0 all are alike; with 1 the share is anything between nothing and twice `hurry`, or the whole match; with more,
    most matches have few hurried moves and some have many.
    """
    least_plies: int = 1
    """The fewest plies that it looks ahead, whatever `nodes` says; 2 sees every loss in one move."""
    takes_wins: bool = True
    """Whether it always plays a win in one move, whatever it overlooks."""
    playouts: int = 100
    """The most playouts of the general search where the game has no kernel; 0 for as many as the time allows."""

    def hurried(self, seed: int) -> float:
        """The share of moves that it makes in a hurry in the match of a seed."""
        mood = math.pow(Random(f"{seed} {self.hurry} day").random(), self.moods)
        return min(1.0, self.hurry * (1 + self.moods) * mood)

    def in_a_hurry(self, lowest: Level) -> Level:
        """The level for a move in a hurry: like `lowest`, but it still sees the wins and losses that it must see."""
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
    """How many plies of a match the players vary by `opening`."""
    return int(_table()["opening_plies"])


@lru_cache(maxsize=None, typed=True)
def level_of(key: str, number: int, seat: int) -> Level:
    """How level `number`, from 1 to 5, plays the game in a seat. Raises ValueError for another number.

    A game that is not in the file plays by the values for every game. Values under `first seat` or `second seat` hold
    for that seat only: where one seat is easier, the same level thinks less in it.
    """
    if number not in LEVELS or type(number) is not int:  # True and 1.0 are in there, too
        raise ValueError(f"there are levels 1 to 5, not {number}")
    table = _table()
    own = table["games"].get(key, {}).get(str(number), {})
    shared = {name: value for name, value in own.items() if name not in SEATS}
    return Level(**{**table["every_game"][str(number)], **shared, **own.get(SEATS[seat], {})})
