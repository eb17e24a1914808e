"""`thinking.py`: real searches in real helper processes."""

import asyncio
import gc
import os
import time
from pathlib import Path
from typing import Any

import pytest

import thinking
from games import GAMES
from processes import HelperDied, Pool
from thinking import MOST_HELPERS, SHOW, Thinking, helpers


async def test_it_chooses_and_judges_in_helpers() -> None:
    position = GAMES["konane"].start(size="6")
    async with Pool(1) as pool:
        thinking = Thinking(pool)
        thinking.prepare(position)
        chosen = await thinking.choose(position, 1, seed=1, requester=7, subject=1, show=False)
        assert chosen in map(position.format, position.legal_moves())
        over = position
        while over.result() is None:
            over = over.play(over.legal_moves()[0])
        first, last = await thinking.judge([position, over], seconds=0.1, requester=7, subject=2)
    assert sum(first.chances) == pytest.approx(1)
    assert first.line[0] in map(position.format, position.legal_moves())
    assert (set(last.chances), last.line, last.certain) == ({0.0, 1.0}, (), True)


async def test_the_log_says_once_that_a_game_is_played_by_the_general_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """However many helpers find it out, whose own output has no format."""
    (tmp_path / "wasmtime.py").write_text("raise ImportError('no wasmtime is here')", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    position = GAMES["konane"].start(size="6")
    async with Pool(2) as pool:
        thinking = Thinking(pool)
        thinking.prepare(position)
        calls = (
            thinking.choose(position, 1, seed=1, requester=number, subject=number, show=False) for number in range(4)
        )
        await asyncio.gather(*calls, thinking.judge([position], seconds=0, requester=5, subject=5))
    (text,) = [record.getMessage() for record in caplog.records if record.name == "players"]
    assert text.startswith(
        "Konane is played by the general search, which is weaker: its kernel cannot run (ImportError: no wasmtime"
    )
    assert "weaker" not in capfd.readouterr().err


async def test_where_a_kernel_ends_every_helper_the_general_search_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As on a machine on which wasmtime crashes: the computer answers moves and offers, and gives hints."""
    (tmp_path / "wasmtime.py").write_text("import os; os.kill(os.getpid(), 9)", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    position = GAMES["konane"].start(size="6")
    async with Pool(1) as pool:
        thinking = Thinking(pool)
        chosen = await thinking.choose(position, 1, seed=1, requester=7, subject=1, show=False)
        (judged,) = await thinking.judge([position], seconds=0.1, requester=7, subject=2)
    assert {chosen, judged.line[0]} <= set(map(position.format, position.legal_moves()))
    assert "Konane is played by the general search, which is weaker: its kernel is left out" in caplog.text


THREADS = Path("/proc/self/task")


def count_threads() -> int:
    return len(list(THREADS.iterdir()))


@pytest.mark.skipif(not THREADS.exists(), reason="only Linux tells the threads of a process")
async def test_a_helper_has_as_many_threads_after_a_thought_as_before() -> None:
    """However many cores the machine has: their number decides how many helpers there are."""
    position = GAMES["konane"].start(size="6")
    async with Pool(1) as pool:
        before = await pool.run(count_threads, seconds=60)
        await Thinking(pool).choose(position, 2, seed=1, requester=7, subject=1, show=False)
        async with asyncio.timeout(10):  # the system lists a thread for a moment after its end
            while await pool.run(count_threads, seconds=60) != before:
                pass


async def test_a_preparation_that_fails_is_no_fault_of_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_: str, **__: Any) -> None:
        raise OSError("no process is left")

    said: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: said.append(context))
    monkeypatch.setattr(asyncio, "create_subprocess_exec", refuse)
    async with Pool(1) as pool:
        Thinking(pool).prepare(GAMES["konane"].start(size="6"))
        with pytest.raises(HelperDied):
            await pool.run(os.getpid, seconds=60, priority=SHOW + 1)  # after the preparation
    gc.collect()
    assert not said


async def test_a_waiting_call_tells_how_many_come_before() -> None:
    position = GAMES["squalma"].start()
    async with Pool(1) as pool:
        thinking = Thinking(pool)
        calls = [
            asyncio.create_task(thinking.choose(position, 5, seed=1, requester=number, subject=number, show=False))
            for number in range(3)
        ]
        async with asyncio.timeout(60):
            while [thinking.calls_ahead(number) for number in range(3)] != [0, 0, 1]:  # noqa: ASYNC110 (the pool tells nobody)
                await asyncio.sleep(0)
        assert thinking.calls_ahead("nothing") == 0
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)
        assert thinking.calls_ahead(2) == 0


async def test_a_match_for_show_waits_for_all_others_whatever_their_numbers() -> None:
    """The number of a person who was forgotten is negative."""
    position = GAMES["konane"].start(size="6")
    async with Pool(1) as pool:
        thinking = Thinking(pool)
        busy = pool.submit(time.sleep, 600, seconds=600)
        calls = [
            asyncio.create_task(
                thinking.choose(position, 1, seed=1, requester=requester, subject=subject, show=subject == "show")
            )
            for subject, requester in (("show", 3), ("forgotten", -100))
        ]
        async with asyncio.timeout(60):
            while pool.waiting != len(calls):  # noqa: ASYNC110 (the pool tells nobody)
                await asyncio.sleep(0.01)
        assert (thinking.calls_ahead("forgotten"), thinking.calls_ahead("show")) == (0, 1)
        busy.cancel()
        await asyncio.gather(*calls)


def test_there_is_always_a_helper() -> None:
    assert 1 <= helpers(None) <= MOST_HELPERS
    assert helpers(3) == 3
    assert helpers(64) == 64


@pytest.mark.parametrize(("cores", "number"), [(1, 1), (2, 1), (4, 3), (64, MOST_HELPERS)])
def test_the_helpers_leave_a_core_to_the_bot_and_are_not_too_many_for_its_memory(
    cores: int, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "CPU_LIMIT", Path("nowhere"))
    monkeypatch.setattr(os, "cpu_count", lambda: 99)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(cores)), raising=False)
    assert helpers(None) == number
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert helpers(None) == number


@pytest.mark.parametrize(
    ("limit", "number"), [("100000 100000", 1), ("50000 100000", 1), ("350000 100000", 2), ("max 100000", MOST_HELPERS)]
)
def test_a_container_with_less_processor_time_than_cores_gets_fewer_helpers(
    limit: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(16)), raising=False)
    monkeypatch.setattr(thinking, "CPU_LIMIT", tmp_path / "cpu.max")
    thinking.CPU_LIMIT.write_text(f"{limit}\n", encoding="ascii")
    assert helpers(None) == number
