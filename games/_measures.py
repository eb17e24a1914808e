"""The numbers by which positions of a game are compared."""

from typing import NamedTuple

from games._endings import Seat, other_side


class Measure(NamedTuple):
    """A number by which positions are compared, such as each side's jumps or the king's moves to a corner."""

    name: str
    """What is counted, as a heading marked for translation: `Jumps`."""
    values: tuple[int, ...]
    """Each side's number, by seat, or a single number for both."""
    sign: int = 1
    """1 if more is better, -1 if less is better; for a single number, from the first seat's side."""
    least: int = 1
    """The smallest difference worth naming."""

    def advantage(self, seat: Seat) -> int:
        """Return how much better off this seat is than the other."""
        if len(self.values) == 1:
            return self.sign * self.values[0] * (-1 if seat else 1)
        return self.sign * (self.values[seat] - self.values[other_side(seat)])
