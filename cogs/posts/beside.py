"""How one kind of delivery lets others be delivered at the same time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence
    from contextlib import AbstractContextManager

    from matches.deliveries import Delivery


class Beside(Protocol):
    """Makes deliveries for which nobody waits."""

    def start(self, deliveries: Sequence[Delivery]) -> None: ...

    def take_done(self) -> list[Delivery]: ...

    def later(self, work: Coroutine[Any, Any, None]) -> None: ...

    async def failed(self, deliveries: Sequence[Delivery], error: Exception) -> None: ...

    def holding(self, *names: tuple[str, int, str]) -> AbstractContextManager[None]: ...
