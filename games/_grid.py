"""Square boards: names of squares, and diagrams."""

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from games.base import InvalidNotation

FILES = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Grid:
    """A board of `size` by `size` squares, numbered rank by rank: a1 is 0 and b1 is 1."""

    size: int
    names: tuple[str, ...]
    """The names of the squares, by number."""

    def square(self, name: str) -> int:
        """Return the number of the square with this name. Raises InvalidNotation if the board has no such square."""
        if name not in self.names:
            raise InvalidNotation(
                "{name} is not on the board: its squares go from a1 to {last}.", name=name, last=self.names[-1]
            )
        return self.names.index(name)

    def parse_squares(self, text: str, typed: str) -> list[int]:
        """Parse a move, as returned by `squash`, and return the numbers of its squares.

        Raises InvalidNotation if the text contains anything but squares.

        The error quotes `typed`.
        """
        if not re.fullmatch(r"([a-z][0-9]{1,3})+", text):
            raise InvalidNotation(
                "“{typed}” is not a move: squares are written like {example}, "
                "a letter for the column and a number for the row.",
                typed=typed,
                example=self.names[self.size + 1],
            )
        return [self.square(name) for name in re.findall(r"[a-z][0-9]+", text)]

    def diagram(self, cells: Sequence[str]) -> str:
        """Draw the cells as lines of text, top row first, with coordinates and with dots for empty cells."""
        width = max(1, *map(len, cells))
        rows = []
        for rank in reversed(range(self.size)):
            row = [(cell or ".").ljust(width) for cell in cells[rank * self.size : (rank + 1) * self.size]]
            rows.append(f"{rank + 1:2} {' '.join(row)}".rstrip())
        files = " ".join(letter.ljust(width) for letter in FILES[: self.size])
        return "\n".join([*rows, f"   {files}".rstrip()])


@functools.cache
def grid(size: int) -> Grid:
    return Grid(size, tuple(f"{FILES[file]}{rank + 1}" for rank in range(size) for file in range(size)))
