"""Search results, and how a computer player chooses a move from a search result."""

import math
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

Move = TypeVar("Move")


@dataclass(frozen=True, slots=True)
class Candidate(Generic[Move]):
    move: Move
    chance: float
    """The winning chance of the move's side, from 0 to 1. A draw counts half."""
    weight: float = 1.0
    """How reliable the score is compared with the other candidates' scores, from 0 to 1."""
    plies: int = 0
    """The number of plies until a proven win or loss ends the game, or 0 if it is not proven or was not counted."""


@dataclass(frozen=True, slots=True)
class SearchResult(Generic[Move]):
    """The result of searching an unfinished position."""

    candidates: tuple[Candidate[Move], ...]
    """The moves with a score, best first; never empty."""
    line: tuple[Move, ...]
    """The principal variation, which is the best line for both sides. It starts with the best move."""
    certain: bool = False
    """Whether the result is proven rather than estimated."""
    nodes: int = 0
    """The number of positions or simulations that the search visited."""
    depth: int = 0
    """The depth in plies to which everything was searched, or 0 if the search has no such depth."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """The chances in a position, and its best line."""

    chances: tuple[float, float]
    """Each seat's winning chance. Together they are 1, and a draw counts half."""
    line: tuple[Any, ...]
    """The best line for both sides. It is empty if the game is over.

    If the line decides the game, its last moves may be missing, because a kernel sees them without a search.
    """
    certain: bool = False
    """Whether the outcome under best play is proven."""


def pick(result: SearchResult[Move], margin: float, random: Random) -> Move:
    """Return the best move, or a random one whose chance of winning is at most `margin` lower.

    The smaller the difference, the more likely a move is picked. A proven win is never given up for another move.
    """
    best = result.candidates[0]
    if margin <= 0 or best.chance >= 1:
        return best.move
    near = [
        candidate
        for candidate in result.candidates
        if best.chance - candidate.chance <= margin and (candidate.chance or candidate is best)
    ]
    weights = [candidate.weight * math.exp(-3 * (best.chance - candidate.chance) / margin) for candidate in near]
    return random.choices([candidate.move for candidate in near], weights)[0]
