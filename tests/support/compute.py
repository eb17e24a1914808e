"""A `Compute` without helper processes."""

import asyncio
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, TypeVar

Result = TypeVar("Result")


class InAThread:
    """Runs calls in threads."""

    waiting = 0

    async def run(
        self,
        function: Callable[..., Result],
        *args: object,
        seconds: float,
        memory: int | None = None,
        priority: int = 0,
        requester: Hashable = None,
        **named: Any,
    ) -> Result:
        del memory, priority, requester
        async with asyncio.timeout(seconds):
            return await asyncio.to_thread(partial(function, *args, **named))
