"""The pool: which call is next, and which helper does it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import pickle
import sys
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, Self, TypeVar

from processes.helper import LENGTH

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Hashable

    from processes.helper import Answer, Logged

P = ParamSpec("P")
T = TypeVar("T")

HELPER = Path(__file__).with_name("helper.py")
"""What a helper runs."""
ATTEMPTS = 2
"""How many times a call is tried when its helper dies or hangs."""
OVERTAKING = 3
"""How many calls in a row may begin before one with a higher number of priority that waits; then that has its turn."""
ENDING = 1
"""Seconds within which a helper that answers no more should have ended by itself."""


class HelperDied(RuntimeError):
    """The helper process died during the call or could not be started, each time that it was tried."""


class HelperHung(TimeoutError):
    """The call took longer than its limit, each time that it was tried."""


@dataclass(eq=False, slots=True)
class Job(Generic[T]):
    """A call that waits or runs. `await job` returns its result, or raises what the call raised.

    Cancelling a job that runs kills its helper, which is replaced.
    """

    pool: Pool
    call: bytes
    """The function with its arguments, pickled."""
    seconds: float
    """How long a helper may take for it."""
    priority: int
    whose: Hashable
    """The party for which the call is made."""
    subject: Hashable
    """What the call is about; None where it may run beside any other."""
    number: int
    future: asyncio.Future[T] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def __await__(self) -> Generator[Any, None, T]:
        return self.future.__await__()

    def cancel(self) -> None:
        """Give up the call, whether it waits or runs."""
        self.future.cancel()

    @property
    def ahead(self) -> int:
        """How many waiting calls come before this one; 0 if this one runs already or is done."""
        return self.pool.ahead_of(self)


class Pool:
    """Starts at most `helpers` processes when they are needed, and replaces those that die, hang or grow too big.

    The waiting call with the lowest `priority` begins first. Where such calls never stop coming, each fourth call is
    one with a higher number, so that none waits for ever. Where several have the same priority, the parties take turns,
    so that a party with many calls delays nobody else. Calls about the same `subject` never run at the same time.
    """

    def __init__(self, helpers: int, *, most_memory: int = 128) -> None:
        """`most_memory` is in MiB: a helper whose memory ever exceeded it is replaced after its call."""
        if helpers < 1:
            raise ValueError("a pool needs at least one helper")
        self.helpers = helpers
        self.most_memory = most_memory
        self._waiting: list[Job[Any]] = []
        self._running: list[Job[Any]] = []
        self._numbers = itertools.count(1)
        self._turns = 0
        """How many calls have begun."""
        self._begun: dict[Hashable, float] = {}
        """For each party that has calls: which of all these calls was its last one.

        A new party comes before the one that had its turn last, but after all that have waited for longer.
        """
        self._overtook: dict[int, int] = {}
        """For each priority: how many of its calls in a row have begun before one with a higher number that waited."""
        self._logged: set[Logged] = set()
        """What helpers have logged. Each of them finds out the same, and the log says it once."""
        self._workers: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Condition()
        self._closed = False

    def submit(
        self,
        function: Callable[..., T],
        *args: object,
        seconds: float,
        priority: int = 0,
        whose: Hashable = None,
        subject: Hashable = None,
        **named: object,
    ) -> Job[T]:
        """Let a helper call a function of a module, for at most `seconds`.

        `whose` names the party for which the call is made. Calls about the same `subject` run one after the other.
        """
        if self._closed:
            raise RuntimeError("the pool is closed")
        call = pickle.dumps((function, args, named))
        job: Job[T] = Job(self, call, seconds, priority, whose, subject, next(self._numbers))
        self._waiting.append(job)
        self._begun.setdefault(whose, self._turns - 0.5)
        free = len(self._workers) - len(self._running)
        if free < self.waiting and len(self._workers) < self.helpers:
            worker = asyncio.create_task(self._work())
            self._workers.add(worker)
            worker.add_done_callback(self._workers.discard)
        waker = asyncio.create_task(self._notify())
        job.future.add_done_callback(lambda _: waker)
        return job

    async def run(
        self,
        function: Callable[..., T],
        *args: object,
        seconds: float,
        priority: int = 0,
        whose: Hashable = None,
        **named: Any,  # noqa: ANN401 (whatever the function takes)
    ) -> T:
        """Submit a call and wait for its result. Cancelling the wait cancels the call."""
        job = self.submit(function, *args, seconds=seconds, priority=priority, whose=whose, **named)
        try:
            return await job
        except asyncio.CancelledError:
            job.cancel()
            raise

    @property
    def waiting(self) -> int:
        """How many calls wait for a helper."""
        return sum(not job.future.done() for job in self._waiting)

    def ahead_of(self, job: Job[Any]) -> int:
        """How many waiting calls come before this one."""
        order = self._order()
        return order.index(job) if job in order else 0

    async def close(self) -> None:
        """Cancel all calls, kill all helpers, and wait only until their processes have ended."""
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

    # --- which call is next ---

    def _order(self) -> list[Job[Any]]:
        """The waiting calls in the order in which they will begin, as far as is known now, without those given up."""
        wanted = (job for job in self._waiting if not job.future.done())
        calls = sorted(wanted, key=lambda job: (job.priority, job.number))
        begun, place = dict(self._begun), self._turns
        ranks: list[tuple[int, list[Job[Any]]]] = []
        for priority, same in itertools.groupby(calls, key=lambda job: job.priority):
            queues: dict[Hashable, deque[Job[Any]]] = {}
            for job in same:
                queues.setdefault(job.whose, deque()).append(job)
            turns = deque(queues[whose] for whose in sorted(queues, key=begun.__getitem__))
            order: list[Job[Any]] = []
            while turns:
                queue = turns.popleft()
                order.append(queue.popleft())
                if queue:
                    turns.append(queue)
            begun |= {job.whose: place + number for number, job in enumerate(order, 1)}
            place += len(order)
            ranks.append((priority, order))
        merged: list[Job[Any]] = []
        for priority, order in reversed(ranks):
            merged = self._merged(priority, order, merged)
        return merged

    def _merged(self, priority: int, first: list[Job[Any]], others: list[Job[Any]]) -> list[Job[Any]]:
        """The calls of this priority, and after each OVERTAKING of them one of the others, behind them in rank."""
        rest, overtook = deque(others), self._overtook.get(priority, 0)
        order: list[Job[Any]] = []
        for job in first:
            if rest and overtook >= OVERTAKING:
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
                self._turns += 1
                self._begun[job.whose] = self._turns
                self._count_overtaking(job)
                return job
        return None

    def _count_overtaking(self, begun: Job[Any]) -> None:
        """Note that a call begins, and whether others with a higher number wait meanwhile."""
        overtakes = any(job.priority > begun.priority for job in self._waiting)
        before = self._overtook.get(begun.priority, 0)
        self._overtook = {priority: count for priority, count in self._overtook.items() if priority > begun.priority}
        self._overtook[begun.priority] = before + 1 if overtakes else 0

    async def _next(self) -> Job[Any]:
        async with self._wake:
            while (job := self._take()) is None:
                await self._wake.wait()
            return job

    async def _notify(self) -> None:
        async with self._wake:
            self._wake.notify_all()

    async def _done(self, job: Job[Any]) -> None:
        self._running.remove(job)
        parties = {one.whose for one in [*self._waiting, *self._running]}
        self._begun = {whose: number for whose, number in self._begun.items() if whose in parties}
        await self._notify()

    # --- one worker task keeps one helper ---

    async def _work(self) -> None:
        helper: _Helper | None = None
        try:
            while True:
                job = await self._next()
                try:
                    helper = await self._do(job, helper)
                except Exception as error:  # noqa: BLE001 (who waits for the call gets it, whatever it is)
                    helper = None
                    _settle(job, went_well=False, value=error)
                finally:
                    await self._done(job)
        finally:
            if helper:
                await helper.kill()

    async def _do(self, job: Job[Any], helper: _Helper | None) -> _Helper | None:
        """Let a helper do the job, and settle it. Returns the helper if it can be used again, and kills it else."""
        error: Exception | None = None
        for _ in range(ATTEMPTS):
            try:
                helper = helper if helper and not helper.died else await _Helper.start()
            except OSError as reason:  # no process, file or memory is left
                helper, error = None, HelperDied(f"the helper process could not be started: {reason}")
                continue
            answer = asyncio.ensure_future(helper.call(job.call))
            try:
                await asyncio.wait({answer, job.future}, timeout=job.seconds, return_when=asyncio.FIRST_COMPLETED)
                found = answer.result() if answer.done() else None
            except (OSError, EOFError, asyncio.IncompleteReadError):
                await helper.gone()
                helper, error = None, HelperDied("the helper process died")
                continue
            except BaseException:  # the pool closes, or the answer cannot be read
                answer.cancel()
                await helper.kill()
                raise
            if not found:
                answer.cancel()
                await helper.kill()
                helper = None
                if job.future.done():
                    return None
                error = HelperHung(f"it took longer than {job.seconds} seconds")
                continue
            went_well, value, memory, logged = found
            self._log(logged)
            _settle(job, went_well, value)
            if memory > self.most_memory:
                await helper.kill()
                return None
            return helper
        _settle(job, went_well=False, value=error)
        return None

    def _log(self, logged: list[Logged]) -> None:
        """Log what a helper would have logged, unless another call has told the same."""
        for one in logged:
            if one not in self._logged:
                self._logged.add(one)
                name, level, text = one
                logging.getLogger(name).log(level, "%s", text)


def _settle(job: Job[Any], went_well: bool, value: Any) -> None:  # noqa: ANN401 (any result or error)
    if job.future.done():
        return
    if went_well:
        job.future.set_result(value)
    else:
        job.future.set_exception(value)


class _Helper:
    """A helper process, as the pool sees it."""

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
        """Let the helper make a call."""
        writer, reader = self._process.stdin, self._process.stdout
        assert writer  # noqa: S101 (both are pipes)
        assert reader  # noqa: S101 (both are pipes)
        writer.write(LENGTH.pack(len(call)) + call)
        await writer.drain()
        (size,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
        answer: Answer = pickle.loads(await reader.readexactly(size))  # noqa: S301 (our own process)
        return answer

    async def gone(self) -> None:
        """Wait for the end of a helper that answers no more, and kill it if it does not end by itself.

        To kill one that has just ended would make asyncio log that it knows no such process.
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
