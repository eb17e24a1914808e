"""Lets computer players think in helper processes, so that nothing else waits for them."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from matches.computers import Interrupted, Judgement
from players import assess, choose, has_kernel, without_kernels
from processes import HelperDied, HelperHung

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Hashable, Sequence

    from games import Position
    from processes import Job, Pool

Found = TypeVar("Found")
log = logging.getLogger(__name__)

TOO_LONG = 30
"""Seconds after which a thought counts as hanging: its helper is replaced, and the thought is tried again."""
ANSWER = 0
"""The priority of answers to people's moves, which come first; others have a turn among many of them, too."""
ADVICE = 1
"""The priority of hints and reviews."""
SHOW = 2
"""The priority of matches between computer players, which come last."""
MOST_HELPERS = 4
"""The most helpers by default: each takes 60 MiB, or up to 128 with GIFs, and all with the bot less than a gigabyte."""
CPU_LIMIT = Path("/sys/fs/cgroup/cpu.max")
"""On Linux, the microseconds of processor time that a container may take in a period, or `max`, and the period."""


class Thinking:
    """Thinks in the helpers of a pool."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._jobs: dict[Hashable, Job[Any]] = {}
        """The calls that wait or run, by their subject."""

    async def choose(
        self, position: Position[Any], level: int, *, seed: int, whose: Hashable, subject: Hashable, show: bool
    ) -> str:
        """The move that a computer player of this level makes in the position, as text."""
        priority = SHOW if show else ANSWER
        move = await self._thought(
            choose, position, level, seed=seed, seconds=TOO_LONG, priority=priority, whose=whose, subject=subject
        )
        return position.format(move)

    async def judge(
        self, positions: Sequence[Position[Any]], *, seconds: float, whose: Hashable, subject: Hashable
    ) -> list[Judgement]:
        """What the strongest computer player thinks of each of these positions, after at most `seconds` each."""
        longest = TOO_LONG + seconds * len(positions)
        return await self._thought(
            _judged, positions, seconds, seconds=longest, priority=ADVICE, whose=whose, subject=subject
        )

    def prepare(self, position: Position[Any]) -> None:
        """Let a helper load what it needs for this game, so that its first thought does not begin a second late."""
        subject = ("prepare", position.info.key)
        if subject not in self._jobs:
            job = self._jobs[subject] = self._pool.submit(
                _load, position, seconds=TOO_LONG, priority=SHOW, whose=subject, subject=subject
            )
            job.future.add_done_callback(lambda future: self._prepared(subject, future))

    def _prepared(self, subject: Hashable, future: asyncio.Future[None]) -> None:
        """Forget a call of `prepare`. Nobody waits for it; the thought that needs it will fail again, and say so."""
        del self._jobs[subject]
        if not future.cancelled():
            future.exception()  # else the event loop would log that nobody looked at it

    def ahead(self, subject: Hashable) -> int:
        """How many calls come before the one about this subject; 0 if it runs already."""
        job = self._jobs.get(subject)
        return job.ahead if job else 0

    async def _thought(
        self,
        think: Callable[..., Found],
        *args: object,
        subject: Hashable,
        **how: Any,  # noqa: ANN401 (what `submit` and the function take)
    ) -> Found:
        """The result of a call that thinks. Cancelling the wait cancels the call. Raises Interrupted.

        If its helper dies or hangs each time that the pool tries, the fault may be the kernel's: then the general
        search thinks, so that no match waits for ever.
        """
        try:
            return await self._done(self._pool.submit(think, *args, subject=subject, **how), subject)
        except (HelperDied, HelperHung) as error:
            log.warning("A thought is given to the general search, which needs no kernel: %s", error)
        try:
            return await self._done(self._pool.submit(_without_kernels, think, *args, subject=subject, **how), subject)
        except (HelperDied, HelperHung) as error:
            raise Interrupted(str(error)) from error

    async def _done(self, job: Job[Found], subject: Hashable) -> Found:
        """The result of a call. Cancelling the wait cancels the call."""
        self._jobs[subject] = job
        try:
            return await job
        finally:
            job.cancel()
            if self._jobs.get(subject) is job:
                del self._jobs[subject]


def helpers(wanted: int | None) -> int:
    """How many helpers there are: `wanted`, or by default one for each core but one, from 1 to MOST_HELPERS."""
    return wanted or max(1, min(MOST_HELPERS, _cores() - 1))


def _cores() -> int:
    """How many cores this process may use, where the system tells, and how many its container may keep busy at most."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    time, period = CPU_LIMIT.read_text(encoding="ascii").split() if CPU_LIMIT.exists() else ("max", "")
    return cores if time == "max" else min(cores, int(time) // int(period))


def _without_kernels(think: Callable[..., Found], *args: object, **named: object) -> Found:
    """What this call finds by the general search."""
    with without_kernels():
        return think(*args, **named)


def _load(position: Position[Any]) -> None:
    """Load the kernel for a position and let it think once. The general search needs nothing that could be loaded."""
    if has_kernel(position):
        choose(position, 1, seed=0)


def _judged(positions: Sequence[Position[Any]], think_seconds: float) -> list[Judgement]:
    """What the strongest computer player thinks of each of these positions, after at most so many seconds each."""
    found = []
    for position in positions:
        judged = assess(position, seconds=think_seconds)
        line, here = [], position
        for move in judged.line:
            line.append(here.format(move))
            here = here.play(move)
        found.append(Judgement(judged.chances, tuple(line), judged.certain))
    return found
