"""Runs computer players' searches in helper processes, so that the bot stays responsive."""

import asyncio
import logging
import os
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from games import Position
from matches.computers import Interrupted, Judgement
from players import assess, choose, has_kernel, without_kernels
from processes import HelperDied, HelperHung, Job, Pool
from puzzles.missed import Look, look

Result = TypeVar("Result")
log = logging.getLogger(__name__)

TOO_LONG = 30
"""How long a search may take before it counts as hung, in seconds. Its helper is then replaced and the search rerun."""
ANSWER = 0
"""The priority of computer players' replies to people's moves. They come before everything else."""
ADVICE = 1
"""The priority of hints and reviews."""
SHOW = 2
"""The priority of moves in matches between computer players. They come after moves in matches with people."""
SEARCH = 3
"""The priority of puzzle searches. Nobody waits for them, and each call takes only a fraction of a second."""
MOST_HELPERS = 4
"""The maximum default number of helpers. Each takes 60 to 128 MiB, so that they and the bot fit in 1 GiB."""
CPU_LIMIT = Path("/sys/fs/cgroup/cpu.max")
"""The Linux file with a container's processor time per period (or `max`) and the period, in microseconds."""


class Thinking:
    """Runs searches in the helper processes of a pool."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._jobs: dict[Hashable, Job[Any]] = {}
        """The waiting and running calls by subject."""

    async def choose(
        self, position: Position[Any], level: int, *, seed: int, requester: Hashable, subject: Hashable, show: bool
    ) -> str:
        """Return a computer player's move as a string. Raises Interrupted if every helper fails."""
        priority = SHOW if show else ANSWER
        move = await self._search(
            choose, position, level, seed=seed, priority=priority, requester=requester, subject=subject
        )
        return position.format(move)

    async def judge(
        self, positions: Sequence[Position[Any]], *, seconds: float, requester: Hashable, subject: Hashable
    ) -> list[Judgement]:
        """Evaluate positions at full strength, up to `seconds` for each. Raises Interrupted if every helper fails."""
        longest = TOO_LONG + seconds * len(positions)
        return await self._search(
            _assess, positions, seconds, seconds=longest, priority=ADVICE, requester=requester, subject=subject
        )

    async def look(self, position: Position[Any], played: str, *, subject: Hashable) -> Look:
        """Look for a puzzle in a position where the player chose `played`. Raises Interrupted if every helper fails."""
        return await self._search(look, position, played, priority=SEARCH, requester=subject, subject=subject)

    def prepare(self, position: Position[Any]) -> None:
        """Make a helper load a game's kernel in advance, so that the first search need not wait for it.

        Loading takes a second.
        """
        subject = ("prepare", position.info.key)
        if subject not in self._jobs:
            job = self._jobs[subject] = self._pool.submit(
                _load, position, seconds=TOO_LONG, priority=SHOW, requester=subject, subject=subject
            )
            job.future.add_done_callback(lambda future: self._forget_prepared(subject, future))

    def _forget_prepared(self, subject: Hashable, future: asyncio.Future[None]) -> None:
        """Forget a finished call to `prepare`, ignoring any error: a search that needs the kernel will report it."""
        del self._jobs[subject]
        if not future.cancelled():
            future.exception()  # otherwise asyncio would log that it was never retrieved

    def calls_ahead(self, subject: Hashable) -> int:
        """Return how many calls are queued ahead of the one for `subject`, or 0 if that call is running or unknown."""
        job = self._jobs.get(subject)
        return self._pool.ahead_of(job) if job else 0

    async def _search(
        self,
        search: Callable[..., Result],
        *args: object,
        subject: Hashable,
        seconds: float = TOO_LONG,
        **options: Any,  # noqa: ANN401 (what `submit` and the function take)
    ) -> Result:
        """Run a search in a helper and return its result. Raises Interrupted if every helper fails.

        Cancelling the task cancels the search. If the helper dies or hangs on every attempt, the kernel may be at
        fault, so the call is repeated with the general search, and no match gets stuck.
        """

        async def result(*call: Any) -> Result:  # noqa: ANN401 (a function and its arguments)
            job: Job[Result] = self._pool.submit(*call, subject=subject, seconds=seconds, **options)
            self._jobs[subject] = job
            try:
                return await job
            finally:
                if self._jobs.get(subject) is job:
                    del self._jobs[subject]

        try:
            return await result(search, *args)
        except (HelperDied, HelperHung) as error:
            log.warning("A search is repeated without a kernel, by the general search: %s", error)
        try:
            return await result(_without_kernels, search, *args)
        except (HelperDied, HelperHung) as error:
            raise Interrupted(str(error)) from error


def helpers(wanted: int | None) -> int:
    """Return how many helpers to use: by default one fewer than the cores, but at least 1 and at most MOST_HELPERS."""
    return wanted or max(1, min(MOST_HELPERS, _cores() - 1))


def _cores() -> int:
    """Return how many cores this process can use, limited by CPU affinity and the container's quota."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    time, period = CPU_LIMIT.read_text(encoding="ascii").split() if CPU_LIMIT.exists() else ("max", "")
    return cores if time == "max" else min(cores, int(time) // int(period))


def _without_kernels(search: Callable[..., Result], *args: object, **named: object) -> Result:
    """Run a search function with all kernels turned off."""
    with without_kernels():
        return search(*args, **named)


def _load(position: Position[Any]) -> None:
    """Load the kernel for a position and run a short search, or do nothing if there is no kernel."""
    if has_kernel(position):
        choose(position, 1, seed=0)


def _assess(positions: Sequence[Position[Any]], think_seconds: float) -> list[Judgement]:
    """Return evaluations of positions at full strength, each from a search of up to `think_seconds`."""
    judgements = []
    for position in positions:
        assessment = assess(position, seconds=think_seconds)
        line, here = [], position
        for move in assessment.line:
            line.append(here.format(move))
            here = here.play(move)
        judgements.append(Judgement(assessment.chances, tuple(line), assessment.certain))
    return judgements
