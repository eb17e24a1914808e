"""The pool of helper processes: results, errors, deaths, hanging, order, and closing without waiting for calls."""

import asyncio
import errno
import logging
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from processes import HelperDied, HelperHung, Pool
from processes.pool import _Helper

SECONDS = 300
"""Seconds that a call may take: a helper has a low priority, so a busy machine gives it little time."""
LONG = 600
"""Seconds for which a call lasts that is to be ended before."""


@pytest.fixture
async def pool() -> AsyncIterator[Pool]:
    async with Pool(1) as pool:
        yield pool


def double(number: int) -> int:
    print("what is printed disturbs nobody")  # noqa: T201 (what a helper may do)
    return 2 * number


def note(path: str, text: str, after: str = "") -> None:
    """Add a line to a file, as soon as the line `after` stands there."""
    while after and after not in told(path):
        time.sleep(0.01)
    with Path(path).open("a", encoding="utf-8") as file:
        file.write(f"{text}\n")


def die_once(path: str) -> str:
    if not Path(path).exists():
        Path(path).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "alive"


def hang_without(path: str) -> str:
    if not Path(path).exists():
        time.sleep(LONG)
    return "awake"


def stay(path: str) -> None:
    Path(path).write_text(str(os.getpid()), encoding="utf-8")
    time.sleep(LONG)


class Unreadable:
    """A value that only the process which made it can read."""

    def __reduce__(self) -> tuple[Any, ...]:
        return check_process, (os.getpid(),)


def check_process(process: int) -> None:
    if os.getpid() != process:
        raise LookupError(f"only process {process} can read this")


def told(path: str) -> list[str]:
    return Path(path).read_text(encoding="utf-8").splitlines() if Path(path).exists() else []


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def grow(mebibytes: int) -> int:
    return len(bytearray(os.urandom(1 << 20) * mebibytes))


async def test_a_call_gives_its_result_or_its_error_and_stands_back(pool: Pool) -> None:
    assert await pool.run(double, 21, seconds=SECONDS) == 42
    with pytest.raises(ZeroDivisionError):
        await pool.run(divmod, 1, 0, seconds=SECONDS)
    assert await pool.run(os.nice, 0, seconds=SECONDS) >= min(os.nice(0) + 10, 19)
    assert await pool.run(os.getpid, seconds=SECONDS) == await pool.run(os.getpid, seconds=SECONDS) != os.getpid()


async def test_a_helper_that_dies_or_hangs_is_replaced(pool: Pool, tmp_path: Path) -> None:
    assert await pool.run(die_once, str(tmp_path / "died"), seconds=SECONDS) == "alive"
    with pytest.raises(HelperDied):
        await pool.run(die, seconds=SECONDS)
    with pytest.raises(HelperHung):
        await pool.run(time.sleep, LONG, seconds=0.4)
    assert await pool.run(double, 1, seconds=SECONDS) == 2


async def test_helpers_that_end_by_themselves_are_no_strangers_to_the_event_loop(
    pool: Pool, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the event loop hears of the end only after the pool, as it may happen."""
    wait, kill = os.waitpid, _Helper.kill

    def late(pid: int, options: int) -> tuple[int, int]:
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        time.sleep(0.2)
        return wait(pid, options)

    async def kill_late(helper: _Helper) -> None:
        time.sleep(0.1)  # noqa: ASYNC251 (the event loop is to hear of nothing meanwhile)
        await kill(helper)

    monkeypatch.setattr("os.waitpid", late)
    monkeypatch.setattr(_Helper, "kill", kill_late)
    with pytest.raises(HelperDied, match="the helper process died"):
        await pool.run(die, seconds=SECONDS)
    assert caplog.messages == []


async def test_a_call_that_hung_is_tried_again_by_another_helper(
    pool: Pool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first try hangs until its time is over; the second has enough of it, however slow the machine is."""
    path, start, starts = tmp_path / "awake", asyncio.create_subprocess_exec, 0

    async def started(*command: str, **more: Any) -> Any:
        nonlocal starts
        starts += 1
        if starts == 2:
            path.touch()
            job.seconds = SECONDS
        return await start(*command, **more)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", started)
    job = pool.submit(hang_without, str(path), seconds=0.1)
    assert await job == "awake"
    assert starts == 2


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> list[OSError]:
    """Errors that a test adds: the system answers the next attempts to start a process with them."""
    start, errors = asyncio.create_subprocess_exec, list[OSError]()

    async def started(*command: str, **more: Any) -> Any:
        if errors:
            raise errors.pop()
        return await start(*command, **more)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", started)
    return errors


async def test_a_helper_that_cannot_be_started_is_tried_again(pool: Pool, refused: list[OSError]) -> None:
    refused += [BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))]
    assert await asyncio.wait_for(pool.run(double, 3, seconds=SECONDS), SECONDS) == 6


async def test_a_call_without_a_helper_says_why_and_the_next_one_has_its_turn(
    pool: Pool, refused: list[OSError]
) -> None:
    refused += [OSError(errno.EMFILE, os.strerror(errno.EMFILE))] * 2
    first, second = (pool.submit(double, number, seconds=SECONDS) for number in (1, 2))
    async with asyncio.timeout(SECONDS):
        with pytest.raises(HelperDied, match=f"could not be started: .*{os.strerror(errno.EMFILE)}"):
            await first
        assert await second == 4


async def test_an_answer_that_cannot_be_read_ends_its_call_alone(pool: Pool) -> None:
    helper = await pool.run(os.getpid, seconds=SECONDS)
    first, second = pool.submit(Unreadable, seconds=SECONDS), pool.submit(double, 2, seconds=SECONDS)
    async with asyncio.timeout(SECONDS):
        with pytest.raises(LookupError, match=f"only process {helper}"):
            await first
        assert await second == 4
    with pytest.raises(ProcessLookupError):
        os.kill(helper, 0)


async def test_a_helper_that_was_killed_while_idle_is_replaced(pool: Pool) -> None:
    os.kill(await pool.run(os.getpid, seconds=SECONDS), signal.SIGKILL)
    assert await pool.run(double, 4, seconds=SECONDS) == 8


async def test_a_helper_that_grew_too_big_is_replaced() -> None:
    async with Pool(1, most_memory=60) as pool:
        small = await pool.run(os.getpid, seconds=SECONDS)
        assert await pool.run(os.getpid, seconds=SECONDS) == small
        await pool.run(grow, 80, seconds=SECONDS)
        assert await pool.run(os.getpid, seconds=SECONDS) != small


def warn(text: str, *, fail: bool = False) -> None:
    logging.getLogger("helped").warning("%s is weak", text)
    if fail:
        raise LookupError(text)


def needing(mebibytes: int) -> int:
    """Use so much memory at once."""
    return len(bytearray(mebibytes << 20))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a call")
async def test_a_call_that_needs_more_than_its_memory_fails_alone(pool: Pool) -> None:
    with pytest.raises(MemoryError):
        await pool.run(needing, 64, seconds=SECONDS, memory=32)
    assert await pool.run(needing, 16, seconds=SECONDS, memory=32) == 16 << 20
    assert await pool.run(needing, 64, seconds=SECONDS) == 64 << 20


async def test_the_log_of_the_bot_says_once_what_helpers_log(
    pool: Pool, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):  # two helpers
        for _ in range(2):
            await pool.run(warn, "Konane", seconds=SECONDS)
        with pytest.raises(LookupError):
            await pool.run(warn, "SquAlma", fail=True, seconds=SECONDS)
        os.kill(await pool.run(os.getpid, seconds=SECONDS), signal.SIGKILL)
    said = [("helped", logging.WARNING, f"{text} is weak") for text in ("Konane", "SquAlma")]
    assert [record for record in caplog.record_tuples if record[0] == "helped"] == said
    assert "weak" not in capfd.readouterr().err


async def test_the_order_is_by_priority_and_then_by_turns(pool: Pool, tmp_path: Path) -> None:
    path = str(tmp_path / "order")
    first = pool.submit(note, path, "first", "seen", seconds=SECONDS, requester="Ann")
    await asyncio.sleep(0)
    jobs = [pool.submit(note, path, f"Ann {i}", seconds=SECONDS, requester="Ann") for i in range(3)]
    jobs += [pool.submit(note, path, f"Bob {i}", seconds=SECONDS, requester="Bob") for i in range(2)]
    jobs += [pool.submit(note, path, "urgent", seconds=SECONDS, requester="Ann", priority=-1)]
    await asyncio.sleep(0.1)
    assert pool.ahead_of(first) == 0
    assert [pool.ahead_of(job) for job in jobs] == [2, 4, 5, 1, 3, 0]
    note(path, "seen")
    await asyncio.gather(first, *jobs)
    assert told(path) == ["seen", "first", "urgent", "Bob 0", "Ann 0", "Bob 1", "Ann 1", "Ann 2"]


async def test_calls_that_never_stop_coming_leave_every_fourth_turn_to_those_behind_them(
    pool: Pool, tmp_path: Path
) -> None:
    path = str(tmp_path / "order")

    async def answers(requester: str) -> None:
        for number in range(8):
            await pool.run(note, path, f"{requester} {number}", seconds=SECONDS, requester=requester)

    first = pool.submit(note, path, "first", "seen", seconds=SECONDS)
    await asyncio.sleep(0)
    busy = asyncio.gather(answers("Ann"), answers("Bob"))
    behind = [
        pool.submit(note, path, text, seconds=SECONDS, requester=text, priority=priority)
        for text, priority in (("show", 2), *((f"hint {number}", 1) for number in range(4)))
    ]
    async with asyncio.timeout(SECONDS):
        while pool.waiting < 7:  # noqa: ASYNC110 (the pool tells nobody)
            await asyncio.sleep(0)
    assert [pool.ahead_of(job) for job in behind] == [5, 2, 3, 4, 6]
    note(path, "seen")
    await asyncio.gather(first, busy, *behind)
    order = [text.split()[0] for text in told(path)[2:]]
    assert [text for text in order if text in {"hint", "show"}] == ["hint"] * 3 + ["show", "hint"]
    assert {order.index(text) for text in ("hint", "show")} == {3, 15}


async def test_parties_who_return_with_one_call_each_do_not_overtake_the_second_call_of_another(pool: Pool) -> None:
    order: list[str] = []

    async def call(requester: str) -> None:
        await pool.run(time.sleep, 0.05, seconds=SECONDS, requester=requester)
        order.append(requester)

    async def one_by_one(requester: str) -> None:
        for _ in range(6):
            await call(requester)

    await asyncio.gather(one_by_one("Bob"), one_by_one("Cleo"), call("Ann"), call("Ann"))
    assert order.index("Ann", order.index("Ann") + 1) <= 5, order
    assert sorted(order[:3]) == ["Ann", "Bob", "Cleo"]


async def test_calls_that_were_given_up_come_before_nobody(pool: Pool) -> None:
    running = pool.submit(time.sleep, LONG, seconds=LONG)
    jobs = [pool.submit(double, number, seconds=SECONDS) for number in range(3)]
    async with asyncio.timeout(SECONDS):
        while pool.waiting > len(jobs):  # noqa: ASYNC110 (the pool tells nobody)
            await asyncio.sleep(0)
    assert [pool.ahead_of(job) for job in jobs] == [0, 1, 2]
    for job in jobs[:2]:
        job.cancel()
    assert [pool.ahead_of(job) for job in jobs] == [0, 0, 0]
    assert pool.waiting == 1
    running.cancel()
    assert await jobs[2] == 4


class Party:
    """A party that counts how often somebody asks which one it is."""

    asked = 0

    def __hash__(self) -> int:
        Party.asked += 1
        return id(self)


async def test_the_order_of_many_calls_is_found_soon(pool: Pool) -> None:
    parties = [Party() for _ in range(20)]
    jobs = [pool.submit(double, i, seconds=SECONDS, requester=parties[i % 20]) for i in range(400)]
    assert [pool.ahead_of(job) for job in jobs[-3:]] == [397, 398, 399]
    assert Party.asked < 20 * len(jobs), "it does not look at all calls for each one"


async def test_calls_about_the_same_subject_never_run_at_once(tmp_path: Path) -> None:
    path = str(tmp_path / "alone")
    async with Pool(2) as pool:
        slow = pool.submit(note, path, "slow", "other", seconds=SECONDS, subject="match 1")
        same = pool.submit(note, path, "same", seconds=SECONDS, subject="match 1")
        other = pool.submit(note, path, "other", seconds=SECONDS, subject="match 2")
        await asyncio.gather(slow, same, other)
    assert told(path) == ["other", "slow", "same"]


async def test_calls_that_come_together_do_not_wait_for_the_one_idle_helper(tmp_path: Path) -> None:
    path = str(tmp_path / "together")
    async with Pool(2) as pool, asyncio.timeout(SECONDS):
        await pool.run(double, 1, seconds=SECONDS)
        await asyncio.sleep(0.1)
        first = pool.submit(note, path, "first", "second", seconds=SECONDS)
        second = pool.submit(note, path, "second", seconds=SECONDS)
        await asyncio.gather(first, second)
    assert told(path) == ["second", "first"]


async def test_an_idle_helper_gets_the_next_call() -> None:
    async with Pool(3) as pool:
        helper = await pool.run(os.getpid, seconds=SECONDS)
        for _ in range(3):
            assert await pool.run(os.getpid, seconds=SECONDS) == helper


async def test_a_cancelled_call_frees_its_helper(pool: Pool) -> None:
    running = pool.submit(time.sleep, LONG, seconds=SECONDS)
    waiting = pool.submit(double, 1, seconds=SECONDS)
    await asyncio.sleep(0.1)
    waiting.cancel()
    running.cancel()
    assert await asyncio.wait_for(pool.run(double, 2, seconds=SECONDS), SECONDS) == 4
    assert pool.waiting == 0


async def test_closing_waits_for_no_call_and_leaves_no_process(tmp_path: Path) -> None:
    pool, pipe = Pool(1), tmp_path / "pipe"
    os.mkfifo(pipe)
    running = pool.submit(stay, str(pipe), seconds=SECONDS)
    waiting = pool.submit(double, 1, seconds=SECONDS)
    helper = int(await asyncio.to_thread(pipe.read_text, encoding="utf-8"))
    before = time.monotonic()
    await pool.close()
    assert time.monotonic() - before < SECONDS, "the call takes longer"
    assert running.future.cancelled()
    assert waiting.future.cancelled()
    with pytest.raises(ProcessLookupError):
        os.kill(helper, 0)
    with pytest.raises(RuntimeError):
        pool.submit(double, 1, seconds=SECONDS)


BOT = """
import asyncio, sys
from processes import Pool
from tests.test_processes import stay
async def main():
    async with Pool(1) as pool:
        await pool.run(stay, sys.argv[1], seconds=600)
asyncio.run(main())
"""


async def test_a_helper_ends_in_the_middle_of_a_call_when_the_bot_was_killed(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    bot = await asyncio.create_subprocess_exec(sys.executable, "-c", BOT, pipe, stderr=asyncio.subprocess.PIPE)
    await asyncio.to_thread(pipe.read_text, encoding="utf-8")  # the call has begun
    bot.kill()
    assert bot.stderr
    async with asyncio.timeout(SECONDS):  # the call takes longer
        await bot.stderr.read()  # it ends when the helper, too, has closed it
    await bot.wait()


async def test_the_event_loop_goes_on_while_helpers_compute(pool: Pool) -> None:
    job = pool.submit(sum, range(20_000_000), seconds=SECONDS)
    ticks = 0
    while not job.future.done():
        await asyncio.sleep(0.005)
        ticks += 1
    assert await job == 20_000_000 * 19_999_999 // 2
    assert ticks > 5
