"""What a search returns, whichever search it was, and how a level picks its move from that."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from random import Random

Move = TypeVar("Move")


@dataclass(frozen=True, slots=True)
class Candidate(Generic[Move]):
    """A move that was looked at."""

    move: Move
    chance: float
    """The chance to win of the side that plays it, 0 to 1; a draw counts half."""
    weight: float = 1.0
    """How much the search trusts the move, against the others."""


@dataclass(frozen=True, slots=True)
class Thought(Generic[Move]):
    """What a search found in a position that is not over."""

    candidates: tuple[Candidate[Move], ...]
    """The moves that were judged, the best first; at least one."""
    line: tuple[Move, ...]
    """The moves that both sides would play, the best one first."""
    certain: bool = False
    """Whether the result is proven, not estimated."""
    nodes: int = 0
    """How many positions or simulations it took."""
    depth: int = 0
    """How many moves were looked ahead in full; 0 where the search has no such number."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """How a position is judged."""

    chances: tuple[float, float]
    """Each seat's chance to win; together 1, and a draw counts half."""
    line: tuple[Any, ...]
    """The best moves of both sides from here on; empty when the game is over."""
    certain: bool = False
    """Whether the outcome is known for sure with best play."""


def pick(thought: Thought[Move], margin: float, random: Random) -> Move:
    """The best move, or by chance one that is hardly worse: `margin` of winning chance at most.

    The nearer to the best, the likelier. A proven win is never given up for another move.
    """
    best = thought.candidates[0]
    if margin <= 0 or best.chance >= 1:
        return best.move
    near = [one for one in thought.candidates if best.chance - one.chance <= margin and (one.chance or one is best)]
    weights = [one.weight * math.exp(-3 * (best.chance - one.chance) / margin) for one in near]
    return random.choices([one.move for one in near], weights)[0]
