"""The clock and the file that moves it."""

import asyncio
import time
from pathlib import Path

from service.clock import Clock


def test_without_a_file_it_is_real_time() -> None:
    assert int(time.time()) <= Clock().now() <= time.time()


def test_the_file_moves_the_time(tmp_path: Path) -> None:
    file = tmp_path / "clock"
    clock = Clock(file)
    assert int(time.time()) <= clock.now() <= time.time()
    file.write_text("86400\n")
    assert int(time.time()) <= clock.now() - 86400 <= time.time()


def test_a_half_written_file_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "clock"
    file.write_text("3600")
    clock = Clock(file)
    clock.now()
    file.write_text("")
    assert int(time.time()) <= clock.now() - 3600 <= time.time()


async def test_a_time_that_has_passed_is_not_waited_for() -> None:
    clock = Clock()
    await asyncio.wait_for(clock.sleep_until(clock.now() - 500), 60)


async def test_a_sleep_ends_when_its_time_comes_and_not_before() -> None:
    clock = Clock()
    at = clock.now() + 1
    await clock.sleep_until(at)
    assert at <= time.time() < at + 60


async def test_moving_the_time_wakes_a_sleeper(tmp_path: Path) -> None:
    file = tmp_path / "clock"
    clock = Clock(file)
    at = clock.now() + 1000
    sleeper = asyncio.create_task(clock.sleep_until(at))
    await asyncio.sleep(0.05)
    file.write_text("500")
    await asyncio.sleep(0.3)
    assert not sleeper.done()
    file.write_text("1000")
    await asyncio.wait_for(sleeper, 60)


async def test_a_clock_that_is_set_back_holds_nobody_up_who_lets_time_pass(tmp_path: Path) -> None:
    file = tmp_path / "clock"
    clock = Clock(file)
    loop = asyncio.get_running_loop()
    began = loop.time()
    passing = asyncio.create_task(clock.pass_by(1))
    await asyncio.sleep(0.05)
    file.write_text("-86400")
    await asyncio.wait_for(passing, 60)
    assert loop.time() - began > 0.9


async def test_a_clock_that_is_moved_lets_time_pass(tmp_path: Path) -> None:
    file = tmp_path / "clock"
    clock = Clock(file)
    passing = asyncio.create_task(clock.pass_by(1000))
    await asyncio.sleep(0.05)
    file.write_text("1000")
    await asyncio.wait_for(passing, 60)
