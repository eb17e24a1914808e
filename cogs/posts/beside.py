"""How one kind of delivery lets others be delivered at the same time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence
    from contextlib import AbstractContextManager

    from matches.deliveries import Delivery


class Beside(Protocol):
    """Makes deliveries for which nobody waits."""

    def start(self, deliveries: Sequence[Delivery]) -> None:
        """Deliver these one after the other, beside everything else."""

    def take_done(self) -> list[Delivery]:
        """The deliveries that are done and not noted yet. The caller must note them."""

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside everything else, unless the bot stops before."""

    async def failed(self, deliveries: Sequence[Delivery], error: Exception) -> None:
        """Discord or the network did not take these deliveries: try again after a pause."""

    def holding(self, *names: tuple[str, int, str]) -> AbstractContextManager[None]:
        """While this is held, the deliveries of these names are made by the caller alone."""
