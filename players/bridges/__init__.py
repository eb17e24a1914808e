"""Bridges encode the positions and moves of games for the kernels. Each module lists its bridges in `BRIDGES`."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from games import Position

P = TypeVar("P", bound=Position[Any])


class Bridge(ABC, Generic[P]):
    """Encodes positions and moves of one game for its kernel."""

    key: str

    def kernel(self, position: P) -> str:
        """The name of the kernel for the options of this position: the key of the game, unless overridden."""
        del position
        return self.key

    @abstractmethod
    def written(self, position: P) -> bytes:
        """The position encoded as the kernel's `read_position` expects it."""

    def earlier(self, position: P) -> Iterable[bytes]:
        """The earlier positions of the match that could be repeated, newest first, as `written` writes them."""
        del position
        return ()

    @abstractmethod
    def code(self, position: P, move: Any) -> int:  # noqa: ANN401 (each game has its own moves)
        """The kernel's 16-bit number for a move."""
