"""The result of a search, and how a level chooses its move from it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from random import Random

Move = TypeVar("Move")


@dataclass(frozen=True, slots=True)
class Candidate(Generic[Move]):
    """A move that was judged."""

    move: Move
    chance: float
    """The winning chance of the side that plays the move, from 0 to 1; a draw counts half."""
    weight: float = 1.0
    """How much the search trusts the judgement of the move, relative to the others."""


@dataclass(frozen=True, slots=True)
class Thought(Generic[Move]):
    """The result of a search in a position that is not over."""

    candidates: tuple[Candidate[Move], ...]
    """The moves that were judged, the best first; never empty."""
    line: tuple[Move, ...]
    """The best line for both sides, beginning with the best move."""
    certain: bool = False
    """Whether the result is proven, not only estimated."""
    nodes: int = 0
    """How many positions or simulations the search took."""
    depth: int = 0
    """How many plies were searched in full; 0 for a search without such a number."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """The judgement of a position."""

    chances: tuple[float, float]
    """The winning chance of each seat; together they are 1, and a draw counts half."""
    line: tuple[Any, ...]
    """The best line for both sides from here on; empty when the game is over.

    A line that decides the game may lack its last moves, which a kernel sees without a search.
    """
    certain: bool = False
    """Whether the outcome with best play is proven."""


def pick(thought: Thought[Move], margin: float, random: Random) -> Move:
    """The best move, or at random one whose winning chance is at most `margin` lower.

    Moves nearer to the best are likelier. A proven win is never given up for another move.
    """
    best = thought.candidates[0]
    if margin <= 0 or best.chance >= 1:
        return best.move
    near = [one for one in thought.candidates if best.chance - one.chance <= margin and (one.chance or one is best)]
    weights = [one.weight * math.exp(-3 * (best.chance - one.chance) / margin) for one in near]
    return random.choices([one.move for one in near], weights)[0]
