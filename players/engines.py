"""The games that have a kernel: each module of `players/bridges/` is one, found by itself."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from games import Position
    from players.levels import Level
    from players.thought import Thought


class Engine(Protocol):
    """What thinks about the positions of one game."""

    def think(self, position: Position[Any], level: Level, *, seconds: float, seed: int) -> Thought[Any]:
        """Judge the moves of a position that is not over."""


@cache
def engine(key: str) -> Engine | None:
    """The game's kernel, loaded once in a process; None if it has none or wasmtime is not installed."""
    del key
    return None


def why_none() -> str:
    """Why a game is played by the general search."""
    return "it has no kernel yet"
