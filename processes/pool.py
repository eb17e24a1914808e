"""Shares helper processes fairly between calls."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import pickle
import sys
from collections import deque
from collections.abc import Callable, Generator, Hashable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, ParamSpec, Self, TypeVar

from processes.helper import LENGTH, Answer, Logged

P = ParamSpec("P")
T = TypeVar("T")

HELPER = Path(__file__).with_name("helper.py")
"""The program that a helper runs."""
ATTEMPTS = 2
"""How many times in total a call is tried if its helper dies or hangs."""
STARVATION_LIMIT = 3
"""How many calls of one priority may start in a row while less urgent calls wait."""
ENDING = 1
"""How many seconds a helper has to exit by itself after closing its output."""


class HelperDied(RuntimeError):
    """Raised if the helper process died or could not be started, on every attempt."""


class HelperHung(TimeoutError):
    """Raised if a call exceeded its time limit on every attempt."""


@dataclass(eq=False, slots=True)
class Job(Generic[T]):
    """A call submitted to a pool. `await job` returns the call's result or raises its exception.

    Cancelling the `await` cancels the call. Cancelling a running job kills its helper, which is replaced.
    """

    call: bytes
    """The function with its arguments, pickled."""
    seconds: float
    """The time limit of each attempt."""
    priority: int
    requester: Hashable
    """The person or thing on whose behalf the call is made. Requesters take turns, so that the queue is fair."""
    subject: Hashable
    """What the call is about. Calls about the same subject never run concurrently, unless the subject is None."""
    number: int
    future: asyncio.Future[T] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def __await__(self) -> Generator[Any, None, T]:
        return self.future.__await__()

    def cancel(self) -> None:
        """Cancel the call, whether it is waiting or running."""
        self.future.cancel()


class Pool:
    """A pool of up to `helpers` processes, started on demand and replaced if they die, hang or use too much memory.

    Calls with the lowest `priority` number start first. To prevent starvation, every fourth call comes from those with
    higher numbers if any wait. Among calls of the same priority, requesters take turns (round robin), so that many
    calls of one requester do not delay the others. Calls about the same `subject` never run concurrently.
    """

    def __init__(self, helpers: int, *, most_memory: int = 128) -> None:
        """Create a pool. A helper whose peak memory exceeds `most_memory` MiB is replaced after its call."""
        if helpers < 1:
            raise ValueError("a pool needs at least one helper")
        self.helpers = helpers
        self.most_memory = most_memory
        self._waiting: list[Job[Any]] = []
        self._running: list[Job[Any]] = []
        self._numbers = itertools.count(1)
        self._started = 0
        """How many calls have started."""
        self._last_start: dict[Hashable, float] = {}
        """The number of the call that started last, by requester. Only requesters with calls are listed.

        A new requester comes before the one whose call started last, but after all others.
        """
        self._overtook: dict[int, int] = {}
        """How many calls in a row have started while less urgent calls were waiting, by priority."""
        self._logged: set[Logged] = set()
        """What helpers have logged so far, so that a message that all helpers report is logged only once."""
        self._workers: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()
        """An event set whenever a waiting worker may find a call to start."""
        self._closed = False

    def submit(
        self,
        function: Callable[..., T],
        *args: object,
        seconds: float,
        memory: int | None = None,
        priority: int = 0,
        requester: Hashable = None,
        subject: Hashable = None,
        **named: object,
    ) -> Job[T]:
        """Queue a call to a module-level function, allowing up to `seconds` for each attempt to run it.

        On Linux, each may also allocate at most `memory` MiB; beyond that, the job raises MemoryError. Raises
        RuntimeError if the pool is closed. See the class for `priority`, `requester` and `subject`.
        """
        if self._closed:
            raise RuntimeError("the pool is closed")
        call = pickle.dumps((function, args, named, memory))
        job: Job[T] = Job(call, seconds, priority, requester, subject, next(self._numbers))
        self._waiting.append(job)
        self._last_start.setdefault(requester, self._started - 0.5)
        free = len(self._workers) - len(self._running)
        if free < self.waiting and len(self._workers) < self.helpers:
            worker = asyncio.create_task(self._work())
            self._workers.add(worker)
            worker.add_done_callback(self._workers.discard)
        self._wake.set()
        return job

    async def run(self, function: Callable[..., T], *args: object, **named: Any) -> T:  # noqa: ANN401 (as for `submit`)
        """Submit a call and return its result. Cancelling this coroutine cancels the call."""
        return await self.submit(function, *args, **named)

    @property
    def waiting(self) -> int:
        """How many calls are waiting for a helper."""
        return sum(not job.future.done() for job in self._waiting)

    def ahead_of(self, job: Job[Any]) -> int:
        """Return how many calls are queued before this one, or 0 if this call is running or done."""
        order = self._order()
        return order.index(job) if job in order else 0

    async def close(self) -> None:
        """Cancel all calls, kill all helpers, and wait for their processes to exit."""
        self._closed = True
        for job in [*self._waiting, *self._running]:
            job.cancel()
        workers = list(self._workers)
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # --- scheduling ---

    def _order(self) -> list[Job[Any]]:
        """Return the waiting calls in the order in which they will start if no more are submitted."""
        wanted = (job for job in self._waiting if not job.future.done())
        calls = sorted(wanted, key=lambda job: (job.priority, job.number))
        last_start, started = dict(self._last_start), self._started
        ranks: list[tuple[int, list[Job[Any]]]] = []
        for priority, same in itertools.groupby(calls, key=lambda job: job.priority):
            queues: dict[Hashable, deque[Job[Any]]] = {}
            for job in same:
                queues.setdefault(job.requester, deque()).append(job)
            turns = deque(queues[requester] for requester in sorted(queues, key=last_start.__getitem__))
            order: list[Job[Any]] = []
            while turns:
                queue = turns.popleft()
                order.append(queue.popleft())
                if queue:
                    turns.append(queue)
            last_start |= {job.requester: started + number for number, job in enumerate(order, 1)}
            started += len(order)
            ranks.append((priority, order))
        merged: list[Job[Any]] = []
        for priority, order in reversed(ranks):
            merged = self._merge_calls(priority, order, merged)
        return merged

    def _merge_calls(self, priority: int, first: list[Job[Any]], others: list[Job[Any]]) -> list[Job[Any]]:
        """Return the calls of one priority, with a less urgent one from `others` after every STARVATION_LIMIT calls."""
        rest, overtook = deque(others), self._overtook.get(priority, 0)
        order: list[Job[Any]] = []
        for job in first:
            if rest and overtook >= STARVATION_LIMIT:
                order.append(rest.popleft())
                overtook = 0
            order.append(job)
            overtook += 1
        return [*order, *rest]

    def _take(self) -> Job[Any] | None:
        self._waiting = [job for job in self._waiting if not job.future.done()]
        busy = {job.subject for job in self._running} - {None}
        for job in self._order():
            if job.subject not in busy:
                self._waiting.remove(job)
                self._running.append(job)
                self._started += 1
                self._last_start[job.requester] = self._started
                self._count_overtaking(job)
                return job
        return None

    def _count_overtaking(self, started: Job[Any]) -> None:
        """Count a call that overtakes less urgent waiting calls, and reset the counts of all more urgent priorities."""
        overtakes = any(job.priority > started.priority for job in self._waiting)
        before = self._overtook.get(started.priority, 0)
        self._overtook = {priority: count for priority, count in self._overtook.items() if priority > started.priority}
        self._overtook[started.priority] = before + 1 if overtakes else 0

    async def _next(self) -> Job[Any]:
        while (job := self._take()) is None:
            self._wake.clear()
            await self._wake.wait()
        return job

    def _done(self, job: Job[Any]) -> None:
        self._running.remove(job)
        requesters = {other.requester for other in [*self._waiting, *self._running]}
        self._last_start = {key: number for key, number in self._last_start.items() if key in requesters}
        self._wake.set()

    # --- workers: each is a task with its own helper ---

    async def _work(self) -> None:
        helper: _Helper | None = None
        try:
            while True:
                job = await self._next()
                try:
                    helper = await self._do(job, helper)
                except Exception as error:  # noqa: BLE001 (raised to the caller)
                    helper = None
                    _settle(job, succeeded=False, value=error)
                finally:
                    self._done(job)
        finally:
            if helper:
                await helper.kill()

    async def _do(self, job: Job[Any], helper: _Helper | None) -> _Helper | None:
        """Run a job and set its future's result. Returns the helper if it can be reused, and kills it otherwise."""
        error: Exception | None = None
        for _ in range(ATTEMPTS):
            try:
                helper = helper if helper and not helper.died else await _Helper.start()
            except OSError as reason:  # out of processes, files or memory
                helper, error = None, HelperDied(f"the helper process could not be started: {reason}")
                continue
            answer = asyncio.ensure_future(helper.call(job.call))
            try:
                await asyncio.wait({answer, job.future}, timeout=job.seconds, return_when=asyncio.FIRST_COMPLETED)
                received = answer.result() if answer.done() else None
            except (OSError, EOFError, asyncio.IncompleteReadError):
                await helper.reap()
                helper, error = None, HelperDied("the helper process died")
                continue
            except BaseException:  # the pool is closing, or the answer cannot be unpickled
                answer.cancel()
                await helper.kill()
                raise
            if not received:
                answer.cancel()
                await helper.kill()
                helper = None
                if job.future.done():
                    return None
                error = HelperHung(f"it took longer than {job.seconds} seconds")
                continue
            succeeded, value, memory, logged = received
            self._log(logged)
            _settle(job, succeeded, value)
            if memory > self.most_memory:
                await helper.kill()
                return None
            return helper
        _settle(job, succeeded=False, value=error)
        return None

    def _log(self, logged: list[Logged]) -> None:
        """Log the entries from a call in its helper, skipping those that another call has already logged."""
        for entry in logged:
            if entry not in self._logged:
                self._logged.add(entry)
                name, level, text = entry
                logging.getLogger(name).log(level, "%s", text)


def _settle(job: Job[Any], succeeded: bool, value: Any) -> None:  # noqa: ANN401 (any result or error)
    if job.future.done():
        return
    if succeeded:
        job.future.set_result(value)
    else:
        job.future.set_exception(value)


class _Helper:
    """The pool's side of a helper process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls) -> Self:
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable, HELPER, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
            )
        )

    @property
    def died(self) -> bool:
        return self._process.returncode is not None

    async def call(self, call: bytes) -> Answer:
        """Send a pickled call and return the helper's answer. Raises OSError or IncompleteReadError if it dies."""
        writer, reader = self._process.stdin, self._process.stdout
        assert writer  # noqa: S101 (both are pipes)
        assert reader  # noqa: S101 (both are pipes)
        writer.write(LENGTH.pack(len(call)) + call)
        await writer.drain()
        (size,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
        answer: Answer = pickle.loads(await reader.readexactly(size))  # noqa: S301 (our own process)
        return answer

    async def reap(self) -> None:
        """Wait for a helper that has closed its output to exit, and kill it if that takes too long.

        Killing a process that has just exited would make asyncio log a warning about an unknown process.
        """
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), ENDING)
        await self.kill()

    async def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        if self._process.stdin:
            self._process.stdin.close()
        await self._process.wait()
