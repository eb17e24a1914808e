"""Bridges, which encode the positions and moves of a game for its kernel. Each module lists its bridges in
`BRIDGES`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from games import Position

P = TypeVar("P", bound=Position[Any])


class Bridge(ABC, Generic[P]):
    """Encodes the positions and moves of a game for the game's kernel."""

    key: str

    def kernel(self, position: P) -> str:
        """Return the name of the kernel for a position. By default, it is the key of the game.

        Override this if the game's options decide which kernel to use.
        """
        del position
        return self.key

    @abstractmethod
    def encode(self, position: P) -> bytes:
        """Return a position in the form that the kernel's function `read_position` reads."""

    def earlier(self, position: P) -> Iterable[bytes]:
        """Return the earlier positions that could occur again, starting with the newest, in the form that `encode`
        returns.
        """
        del position
        return ()

    @abstractmethod
    def code(self, position: P, move: Any) -> int:  # noqa: ANN401 (each game has its own moves)
        """Return the kernel's 16-bit number for a move."""
