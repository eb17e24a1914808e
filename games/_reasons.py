"""Explains why one line of moves is better than another by playing both and comparing the positions."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games._endings import Seat
from games.base import Measure, Position
from language import Sentence

LONGEST = 8
"""The maximum number of moves after which lines are compared. People cannot follow longer lines."""

LASTING = 3
"""The number of moves for which a line must stay ahead, so lines are at least as long.

A difference that comes and goes explains nothing.
"""

Measured = Mapping[str, Measure]
"""A position's measures by name."""


class Reason(NamedTuple):
    """A measure that explains why one line is better, with its value at the end of each line."""

    better: Measure
    other: Measure
    plies: int
    """The number of moves after which the lines are compared, counting both sides."""


def reason(position: Position[Any], better: Sequence[str], other: Sequence[str]) -> Reason | None:
    """Return what the side to move achieves only with the better line, or None if no reason can be given.

    Both lines are compared after the same number of moves, while neither is over. The better line must have been ahead
    by `Measure.least` for LASTING moves. Pieces are compared after a move of each line that captured nothing, if there
    is one among these moves, so that half of an exchange is not taken for a gain. There is no reason if the better line
    has been behind in a more important measure for as long.
    """
    one, two = _measure_line(position, better), _measure_line(position, other)
    plies = min(len(one), len(two), LONGEST)
    if plies < LASTING:
        return None
    first, last = plies - LASTING, plies - 1
    for name, measure in one[last].items():
        quiet = [at for at in range(first, plies) if _unchanged(name, one, at) and _unchanged(name, two, at)]
        since, end = (quiet[-1], quiet[-1]) if measure.material and quiet else (first, last)
        gains = {at: _gain(name, one[at], two[at], position.turn) for at in range(since, plies)}
        if min(gains.values()) >= measure.least:
            return Reason(one[end][name], two[end][name], end + 1)
        if max(gains.values()) <= -measure.least:
            return None
    return None


def first_loss(position: Position[Any], better: Sequence[str], other: Sequence[str]) -> Sentence | None:
    """Return what the reply takes at once in the other line, or None if it takes nothing that the better line keeps.

    What captures change must then be worse than both before the move and in the better line, and stay so after the
    next move if the line goes on. So neither a fair exchange nor a piece that is lost anyway counts.
    """
    after = position.play(position.parse(other[0]))
    if len(other) < 2 or after.result() is not None:
        return None
    taken = after.taken_by(after.parse(other[1]))
    one, two = _measure_line(position, better[:3]), _measure_line(position, other[:3])
    if taken is None or len(two) < 2:
        return None
    start = {measure.name: measure for measure in position.measures()}
    name = next((measure.name for measure in start.values() if measure.material), next(iter(start), ""))
    for at in range(1, len(two)):
        kept = [start, *one[min(at, len(one) - 1) :][:1]]
        if any(_gain(name, best, two[at], position.turn) < start[name].least for best in kept):
            return None
    return taken


def _unchanged(name: str, line: Sequence[Measured], at: int) -> bool:
    """Return True if the move at this index of a line left a measure unchanged. Always False for the first move."""
    return at > 0 and line[at].get(name) == line[at - 1].get(name)


def _gain(name: str, one: Measured, two: Measured, seat: Seat) -> int:
    """Return how much better a measure is for `seat` in `one` than in `two`, or 0 if it is missing in either."""
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
