"""Measures: numbers for comparing a game's positions."""

from typing import NamedTuple

from games._endings import Seat, other_side


class Measure(NamedTuple):
    """A number for comparing positions, such as how many jumps each side has or how far the king is from a corner."""

    name: str
    """A heading that says what is counted, such as `Jumps`. It is marked for translation."""
    values: tuple[int, ...]
    """Each side's value, by seat, or a single value for both sides."""
    sign: int = 1
    """1 if more is better, -1 if less is. A single number is seen from the first seat's point of view."""
    least: int = 1
    """The smallest difference worth mentioning."""
    material: bool = False
    """Whether it counts pieces, so that only captures change it."""

    def advantage(self, seat: Seat) -> int:
        """Return how far ahead `seat` is, or a negative number if it is behind."""
        if len(self.values) == 1:
            return self.sign * self.values[0] * (-1 if seat else 1)
        return self.sign * (self.values[seat] - self.values[other_side(seat)])
