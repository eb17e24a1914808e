"""Runs long computations outside the event loop."""

from collections.abc import Callable, Hashable
from typing import Any, Protocol, TypeVar

Result = TypeVar("Result")

BEHIND = 1
"""The priority of file work, lower than that of computer players' replies."""


class Compute(Protocol):
    """Calls module-level functions outside the event loop, for example in a helper process."""

    @property
    def waiting(self) -> int:
        """How many calls are waiting in the queue."""

    async def run(
        self,
        function: Callable[..., Result],
        *args: object,
        seconds: float,
        memory: int | None = None,
        priority: int = 0,
        requester: Hashable = None,
        **named: Any,  # noqa: ANN401 (whatever the function takes)
    ) -> Result:
        """Call a function outside the event loop and return its result. Calls with a lower `priority` number run first.

        `requester` identifies the caller for fair queueing. Raises TimeoutError if there is no result within `seconds`,
        and MemoryError if the call needs more than `memory` MiB.
        """
