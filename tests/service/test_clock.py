"""The clock and the file that moves it."""

import asyncio
import time
from pathlib import Path

import pytest

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


def test_setting_the_system_clock_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, real = Clock(), time.time()
    monkeypatch.setattr("service.clock.time.time", lambda: real + 7200)
    assert abs(clock.exact() - real) < 3600


@pytest.mark.parametrize(
    ("shown", "asked", "answered", "ahead"),
    [
        (1000, 1000.0, 1000.9, 0.0),  # right
        (1000, 1000.9, 1001.9, 0.0),  # the answer took long, or Discord's second had just begun
        (1000, 1015.0, 1015.5, 14.0),  # ahead by 14 to 15.5 s
        (1000, 985.0, 985.5, -14.5),
        (1000, 8200.0, 8201.0, 7199.0),
        (1000, 985.0, 1030.0, 0.0),  # so slow that it may be right
        (1000, 1030.0, 985.0, 0.0),  # the file was written meanwhile
    ],
)
def test_discords_time_corrects_the_clock_as_far_as_it_contradicts(
    monkeypatch: pytest.MonkeyPatch, shown: int, asked: float, answered: float, ahead: float
) -> None:
    clock = Clock()
    monkeypatch.setattr(clock, "uncorrected", lambda: 5000.0)
    clock.learn(shown, asked, answered)
    assert clock.exact() == 5000.0 - ahead
    clock.learn(shown, asked, answered)
    assert clock.exact() == 5000.0 - ahead, "the same reading changes nothing more"


def test_a_correction_is_logged_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    for shown in (1000, 1000, 1001):
        clock.learn(shown, shown + 15.0, shown + 15.1)
    assert [record.getMessage() for record in caplog.records] == [
        "This machine's clock differs from Discord's by +14 s: I keep Discord's time"
    ]
