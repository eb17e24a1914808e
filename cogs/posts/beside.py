"""What kinds of delivery need from the relay that runs them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence
    from contextlib import AbstractContextManager

    from matches.deliveries import Delivery


class Beside(Protocol):
    """Runs deliveries in the background."""

    def start(self, deliveries: Sequence[Delivery]) -> None:
        """Deliver these in the background, one after the other."""

    def take_done(self) -> list[Delivery]:
        """Take the deliveries that are done but not yet recorded. The caller must record them."""

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Run work in the background, unless the bot is stopping."""

    async def failed(self, deliveries: Sequence[Delivery], error: Exception) -> None:
        """Schedule a retry of failed deliveries after a back-off."""

    def holding(self, *names: tuple[str, int, str]) -> AbstractContextManager[None]:
        """Reserve the deliveries with these names for the caller while the context is held."""
