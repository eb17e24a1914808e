"""The five levels of the computer players: how far each looks and how it errs, read from `levels.json`."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal

LevelNumber = Literal[1, 2, 3, 4, 5]
LEVELS: tuple[LevelNumber, ...] = (1, 2, 3, 4, 5)

FILE = Path(__file__).with_name("levels.json")


@dataclass(frozen=True, slots=True)
class Level:
    """How a level plays one game. Below level 5 no clock matters, so a level is equally strong on every machine."""

    nodes: int
    """How many positions (or simulations) a move may cost; 0 for as many as the time allows."""
    seconds: float
    """How long a move may take at most, unless the caller says otherwise."""
    first_nodes: int = 0
    """The same for the first two moves of a match if it is not 0: there the swap rule decides a lot."""
    plies: int = 0
    """How many moves it looks ahead at most; 0 for no limit."""
    margin: float = 0.0
    """It picks among the moves whose chance to win is at most so much smaller than the best one's."""
    opening: float = 0.0
    """The same in the first `opening_plies` moves, for variety."""
    noise: float = 0.0
    """How far it misjudges a position, as a share of the chance to win; the same position always equally."""
    blind: float = 0.0
    """The share of quiet moves, far from the last move, that it overlooks; the same ones always."""
    blind_from: int = 2
    """From which ply of its thought on it overlooks moves: 0 its own, 1 the first replies, 2 what comes later."""
    hurry: float = 0.0
    """The share of moves that it makes in a hurry, for which it thinks no more than level 1.

    This is the mean of all matches: in one match it is anything between nothing and twice as much.
    """
    least_plies: int = 1
    """How many moves it looks ahead at least, whatever `nodes` says: 2 sees every loss in one move."""
    takes_wins: bool = True
    """Whether it plays a win in one for certain, whatever it overlooks."""
    playouts: int = 100
    """How many playouts the general search may make where the game has no kernel; 0 as many as the time allows."""

    def in_a_hurry(self, lowest: Level) -> Level:
        """How it makes a move in a hurry: like the lowest level, but it sees the wins and losses that it must see."""
        plies = max(lowest.plies, self.least_plies) if lowest.plies else 0
        return replace(lowest, plies=plies, least_plies=self.least_plies, takes_wins=self.takes_wins)


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return table


def opening_plies() -> int:
    """How many moves from the start the players vary."""
    return int(_table()["opening_plies"])


@cache
def level_of(key: str, number: int) -> Level:
    """How level `number`, 1 to 5, plays the game; ValueError for another number.

    A game that is not in the file plays by the values for every game.
    """
    if number not in LEVELS:
        raise ValueError(f"there are levels 1 to 5, not {number}")
    table = _table()
    own = table["games"].get(key, {}).get(str(number), {})
    return Level(**{**table["every_game"][str(number)], **own})
