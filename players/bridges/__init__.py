"""Bridges, which encode a game's positions and moves for its kernel. Each module lists its bridges in `BRIDGES`."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from games import Position

P = TypeVar("P", bound=Position[Any])


class Bridge(ABC, Generic[P]):
    """Encodes a game's positions and moves for its kernel."""

    key: str

    def kernel(self, position: P) -> str:
        """Return the name of a position's kernel, which by default is the game's key.

        Override this if the game's options decide which kernel to use.
        """
        del position
        return self.key

    @abstractmethod
    def encode(self, position: P) -> bytes:
        """Encode a position in the form read by the kernel's function `read_position`."""

    def earlier(self, position: P) -> Iterable[bytes]:
        """Return the earlier positions that could recur, most recent first, as encoded by `encode`."""
        del position
        return ()

    @abstractmethod
    def code(self, position: P, move: Any) -> int:  # noqa: ANN401 (each game has its own moves)
        """Return the kernel's 16-bit number for a move."""
