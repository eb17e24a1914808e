"""Bridges encode positions and moves of games for the kernels. Each module lists its bridges in `BRIDGES`."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from games import Position

P = TypeVar("P", bound=Position[Any])


class Bridge(ABC, Generic[P]):
    """Encodes positions and moves of a game for its kernel."""

    key: str

    def kernel(self, position: P) -> str:
        """Return the name of the kernel for a position's options. By default, it is the game's key."""
        del position
        return self.key

    @abstractmethod
    def encode(self, position: P) -> bytes:
        """Encode a position in the form that the kernel's `read_position` expects."""

    def earlier(self, position: P) -> Iterable[bytes]:
        """Return the earlier positions that could recur, newest first, in the form that `encode` produces."""
        del position
        return ()

    @abstractmethod
    def code(self, position: P, move: Any) -> int:  # noqa: ANN401 (each game has its own moves)
        """Return the kernel's 16-bit number for a move."""
