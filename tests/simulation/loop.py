"""The event loop of one process, in virtual time."""

import asyncio
import heapq
import itertools
from asyncio import events
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import Executor
from contextvars import Context
from typing import Any, TypeVar, TypeVarTuple

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")


class Task(asyncio.Task[Result]):
    """A task whose hash does not depend on its address, so that a set of tasks has the same order in each run."""

    def __init__(self, number: int, *args: Any, **more: Any) -> None:
        self._number = number  # needed by the constructor, which adds the task to a set
        super().__init__(*args, **more)

    def __hash__(self) -> int:
        return self._number


class Loop(asyncio.BaseEventLoop):
    """Runs callbacks in the order of their scheduling, whenever `step` is called.

    It has neither threads nor files: everything outside the process is simulated.
    """

    _ready: deque[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]

    def __init__(self, time: Callable[[], float], failed: Callable[[dict[str, Any]], None]) -> None:
        """`time` is the virtual time in seconds. `failed` gets the context of each unhandled error."""
        super().__init__()
        self._time, self._failed = time, failed
        self._numbers = itertools.count(1)
        self._tasks: dict[asyncio.Task[Any], None] = {}
        """All tasks that have not ended. It keeps those of a killed process, which must never clean up."""

    def next_time(self) -> float | None:
        """When the next callback is due; None if all tasks wait for something outside."""
        if self._ready:
            return self._time()
        while self._scheduled and self._scheduled[0].cancelled():
            heapq.heappop(self._scheduled)
        return self._scheduled[0].when() if self._scheduled else None

    def step(self) -> None:
        """Run all callbacks that are due now."""
        while self._scheduled and self._scheduled[0].when() <= self._time():
            self._ready.append(heapq.heappop(self._scheduled))
        events._set_running_loop(self)
        try:
            for _ in range(len(self._ready)):
                handle = self._ready.popleft()
                if not handle.cancelled():
                    handle._run()
        finally:
            events._set_running_loop(None)

    def close(self) -> None:
        """Cancel all tasks until each has ended."""
        while tasks := list(self._tasks):
            for task in tasks:
                task.cancel()
            self.step()
        super().close()

    def time(self) -> float:
        return self._time()

    def create_task(
        self,
        coro: Generator[Any, None, Result] | Coroutine[Any, Any, Result],
        *,
        name: object = None,
        context: Context | None = None,
    ) -> Task[Result]:
        task = Task[Result](next(self._numbers), coro, loop=self, name=name, context=context)
        self._tasks[task] = None
        task.add_done_callback(self._tasks.pop)
        return task

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[*Arguments], Result], *args: *Arguments
    ) -> asyncio.Future[Result]:
        """Run a function at once."""
        future: asyncio.Future[Result] = self.create_future()
        future.set_result(func(*args))
        return future

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        self._failed(context)
