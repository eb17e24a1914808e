"""How the Discord side lets somebody else compute what takes long."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")


class Compute(Protocol):
    """Calls a function of some module elsewhere and waits for its result, at most so many seconds."""

    async def __call__(
        self,
        function: Callable[..., Result],
        *args: object,
        seconds: float,
        **named: Any,  # noqa: ANN401 (whatever the function takes)
    ) -> Result: ...


async def in_a_thread(
    function: Callable[..., Result],
    *args: object,
    seconds: float,
    **named: Any,  # noqa: ANN401 (whatever the function takes)
) -> Result:
    """The same in a thread of this process, for a bot without helpers."""
    async with asyncio.timeout(seconds):
        return await asyncio.to_thread(partial(function, *args, **named))
