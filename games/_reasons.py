"""Plays two lines of moves to find what one achieves and the other does not."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games._endings import Seat
from games.base import Measure, Position

SHORTEST = 2
"""The minimum number of moves after which lines are compared. It makes sure that the opponent has replied."""

LONGEST = 8
"""The maximum number of moves after which lines are compared. People cannot follow longer lines."""

Measured = Mapping[str, Measure]
"""A position's measures by name."""


class Reason(NamedTuple):
    """A measure that explains why one line is better, with its value at the end of each line."""

    better: Measure
    other: Measure
    plies: int
    """The number of moves after which the lines are compared, counting both sides."""


def reason(position: Position[Any], better: Sequence[str], other: Sequence[str]) -> Reason | None:
    """Return what the better line achieves for the side to move but the other line does not, or None.

    Both lines are compared after the same number of moves, while neither is over. The difference must be there one move
    earlier, too, so that half of an exchange is not taken for a gain.
    """
    one, two = _measure_line(position, better), _measure_line(position, other)
    plies = min(len(one), len(two), LONGEST)
    if plies < SHORTEST:
        return None
    for name, measure in one[plies - 1].items():
        now, before = (_gain(name, one[at], two[at], position.turn) for at in (plies - 1, plies - 2))
        if now >= measure.least and before > 0:
            return Reason(measure, two[plies - 1][name], plies)
    return None


def _gain(name: str, one: Measured, two: Measured, seat: Seat) -> int:
    """Return how much better a measure is for `seat` in `one` than in `two`, or 0 if either position lacks it."""
    return one[name].advantage(seat) - two[name].advantage(seat) if name in one and name in two else 0


def _measure_line(position: Position[Any], line: Sequence[str]) -> list[Measured]:
    """Return the measures after each move of a line, up to the end of the game."""
    measured = list[Measured]()
    for text in line:
        position = position.play(position.parse(text))
        if position.result() is not None:
            break
        measured.append({measure.name: measure for measure in position.measures()})
    return measured
