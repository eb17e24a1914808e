"""How the Discord side lets somebody else compute what takes long."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

Result = TypeVar("Result")


class Compute(Protocol):
    """Calls functions of some module elsewhere."""

    @property
    def waiting(self) -> int:
        """How many calls wait for their turn."""

    async def run(
        self,
        function: Callable[..., Result],
        *args: object,
        seconds: float,
        priority: int = 0,
        whose: Hashable = None,
        **named: Any,  # noqa: ANN401 (whatever the function takes)
    ) -> Result:
        """Call a function and wait for its result, at most `seconds`; lower priorities come first.

        `whose` names the party for which it is done.
        """


class InAThread:
    """The same in a thread of this process, for a bot without helpers."""

    waiting = 0

    async def run(
        self,
        function: Callable[..., Result],
        *args: object,
        seconds: float,
        priority: int = 0,
        whose: Hashable = None,
        **named: Any,  # noqa: ANN401 (whatever the function takes)
    ) -> Result:
        del priority, whose
        async with asyncio.timeout(seconds):
            return await asyncio.to_thread(partial(function, *args, **named))
