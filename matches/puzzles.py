"""What a person has done with a puzzle."""

from collections.abc import Sequence
from dataclasses import dataclass

from puzzles.collection import Puzzle


@dataclass(frozen=True, slots=True)
class Attempt:
    """A person's attempt at a puzzle."""

    person_id: int
    puzzle: int
    """The puzzle's number in the collection."""
    tries: int = 0
    """How many moves they have tried, the right one included."""
    solved_at: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A move that a person tried."""

    puzzle: Puzzle
    attempt: Attempt
    """The attempt after it."""
    move: str
    right: bool


def moves_of(line: Sequence[str]) -> str:
    """A line of moves, numbered from the side that begins: `1. d4-d7 g6-e8 2. c3-c6`."""
    return " ".join(text if place % 2 else f"{place // 2 + 1}. {text}" for place, text in enumerate(line))
