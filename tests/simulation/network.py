"""Virtual time, chance, processes that can be killed or frozen, and requests between them."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import random
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from tests.simulation.loop import Loop

Result = TypeVar("Result")
START = 1_800_000_000
"""The time in UTC seconds at which every simulation begins."""
MOST_STEPS = 200_000
"""The number of steps after which a simulation counts as stuck."""


class Violation(Exception):
    """The program has broken a promise."""


class Simulation:
    """Everything that happens, in the order of virtual time. The same seed always gives the same course."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.now = 0.0
        """Seconds since the beginning."""
        self.over = False
        """Whether nothing counts any more, because the simulation is being cleaned up."""
        self.processes: list[Process] = []
        """The processes that have not ended."""
        self.slowness = 1.0
        """The factor by which all delays are longer."""
        self.trace: list[str] = []
        self.then: dict[int, Callable[[], None]] = {}
        """What happens right after the nth commit or message, by n."""
        self._moments = 0
        self._all: list[Process] = []
        self._events: list[tuple[float, int, Callable[[], object]]] = []
        self._numbers = itertools.count()

    def note(self, who: str, what: str) -> None:
        """Add a line to the trace."""
        self.trace.append(f"{self.now:9.3f}  {who:8} {what}")

    def pass_moment(self) -> None:
        """A commit or a message has taken effect."""
        self._moments += 1
        if callback := self.then.pop(self._moments, None):
            self.after(self.chance.uniform(0, 0.1), callback)

    def add(self, process: Process) -> None:
        """Begin to run a process."""
        self.processes.append(process)
        self._all.append(process)

    def after(self, seconds: float, callback: Callable[[], object]) -> None:
        """Call something after this many seconds."""
        heapq.heappush(self._events, (self.now + seconds, next(self._numbers), callback))

    def delay(self, usual: float) -> float:
        """A random duration: mostly about `usual` seconds, rarely much longer."""
        rarity = self.chance.random()
        factor = 1 if rarity < 0.9 else 5 if rarity < 0.98 else 40
        return self.chance.uniform(0.3, 1.7) * usual * factor * self.slowness

    def run(self, until: float, enough: Callable[[], bool] = lambda: False) -> None:
        """Let time pass until then, or until `enough`, which is asked once a second. Raises Violation if stuck."""
        asked = self.now
        for _ in range(MOST_STEPS):
            process, at = self._next()
            due = self._events[0][0] if self._events else until
            if min(due, at) >= until:
                self.now = until
                return
            self.now = min(due, at)
            if process is None or due <= at:
                heapq.heappop(self._events)[2]()
            else:
                process.loop.step()
            if self.now >= asked + 1:
                asked = self.now
                if enough():
                    return
        raise Violation("Something is repeated without end.")

    def end(self) -> None:
        """Drop everything that is still in progress."""
        self.over = True
        for process in self._all:
            process.loop.close()

    def _next(self) -> tuple[Process | None, float]:
        """The process that is the next to run, and when."""
        found, earliest = None, float("inf")
        for process in self.processes:
            at = None if process.frozen else process.loop.next_time()
            if at is not None and max(at, self.now) < earliest:
                found, earliest = process, max(at, self.now)
        return found, earliest


class Process:
    """A process with its own event loop and clock."""

    def __init__(self, simulation: Simulation, name: str, ahead: float) -> None:
        self.simulation, self.name = simulation, name
        self.alive, self.frozen = True, False
        self.ahead = ahead
        """Seconds by which its clock is ahead of the true time."""
        self.loop = Loop(lambda: simulation.now, self._failed)
        self.ended: list[Callable[[], object]] = []
        """Called when the process ends, such as by the connections that it had."""
        simulation.add(self)

    def start(self, work: Coroutine[Any, Any, None], name: str | None = None) -> None:
        """Start a task in this process."""
        self.loop.create_task(work, name=name)

    def kill(self) -> None:
        """End the process at once, wherever it is. What it has sent still arrives."""
        self.simulation.note(self.name, "KILLED")
        self.end()

    def end(self) -> None:
        """End the process and its connections."""
        if self.alive:
            self.alive = False
            self.simulation.processes.remove(self)
            for close in list(self.ended):
                close()

    def freeze(self, seconds: float) -> None:
        """Stop the process for some time, as SIGSTOP does or the pause of a virtual machine."""

        def thaw() -> None:
            self.frozen = False
            self.simulation.note(self.name, "goes on")

        self.simulation.note(self.name, f"FROZEN for {seconds:.1f} s")
        self.frozen = True
        self.simulation.after(seconds, thaw)

    def _failed(self, context: dict[str, Any]) -> None:
        if not self.simulation.over:
            raise Violation(f"{self.name}: {context['message']}: {context.get('exception')!r}")

    async def ask(
        self, effect: Callable[[], Result], seconds: tuple[float, float], *, arrives: bool, broken: Exception | None
    ) -> Result:
        """Let `effect` happen elsewhere, and return its result, after the seconds of the way there and back.

        The effect happens even if this process has ended meanwhile, but not unless the request `arrives`. `broken` is
        the error by which the process gets to know that the connection broke.
        """
        if self.simulation.over:
            raise asyncio.CancelledError
        waiting = self.loop.create_future()
        there, back = seconds

        def arrive() -> None:
            result, error = None, broken
            if arrives:
                try:
                    result = effect()
                except Exception as refusal:  # noqa: BLE001 (the answer)
                    error = broken or refusal
            self.simulation.after(back, lambda: answer(result, error))

        def answer(result: Any, error: Exception | None) -> None:
            if self.alive and not waiting.done():
                if error is None:
                    waiting.set_result(result)
                else:
                    waiting.set_exception(error)

        self.simulation.after(there, arrive)
        answered: Result = await waiting
        return answered
