"""Quiet hours and daily times, across daylight saving and time zones."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.errors import Refusal
from matches.hours import held_until, minutes_of, next_daily, offset_zone, zone_name, zone_of

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = (22 * 60, 8 * 60)

zones = st.sampled_from(
    ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns"]
).map(ZoneInfo)
times = st.integers(1_700_000_000, 1_900_000_000)
minutes = st.integers(0, 24 * 60 - 1)


def at(text: str, zone: ZoneInfo = BERLIN, fold: int = 0) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=zone, fold=fold).timestamp())


@pytest.mark.parametrize(
    ("now", "until"),
    [
        ("2027-01-10 21:59", "2027-01-10 21:59"),
        ("2027-01-10 22:00", "2027-01-11 08:00"),
        ("2027-01-11 03:00", "2027-01-11 08:00"),
        ("2027-01-11 08:00", "2027-01-11 08:00"),
        ("2027-01-11 12:00", "2027-01-11 12:00"),
    ],
)
def test_quiet_hours_hold_back_until_they_end(now: str, until: str) -> None:
    assert held_until(at(now), *NIGHT, BERLIN) == at(until)


def test_the_night_is_an_hour_shorter_when_the_clock_is_put_forward_and_longer_when_put_back() -> None:
    spring = held_until(at("2027-03-27 22:00"), *NIGHT, BERLIN) - at("2027-03-27 22:00")
    autumn = held_until(at("2027-10-30 22:00"), *NIGHT, BERLIN) - at("2027-10-30 22:00")
    assert (spring, autumn) == (9 * 3600, 11 * 3600)


def test_hours_that_end_in_the_skipped_hour_end_when_the_clock_was_put_forward() -> None:
    assert held_until(at("2027-03-28 01:00"), 0, 150, BERLIN) == at("2027-03-28 03:30")


def test_hours_that_end_in_the_hour_that_comes_twice_end_at_the_next_daily_it_is_shown() -> None:
    first, second = at("2027-10-31 02:30"), at("2027-10-31 02:30", fold=1)
    assert second - first == 3600
    assert held_until(at("2027-10-31 01:00"), 0, 150, BERLIN) == first
    assert held_until(at("2027-10-31 02:10", fold=1), 0, 150, BERLIN) == second


def test_a_daily_time_in_the_hour_that_comes_twice_comes_once() -> None:
    first, next_day = at("2027-10-31 02:30"), at("2027-11-01 02:30")
    assert next_daily(at("2027-10-31 01:00"), 150, BERLIN) == first
    for moment in (first, at("2027-10-31 02:10", fold=1), at("2027-10-31 02:30", fold=1)):
        assert next_daily(moment, 150, BERLIN) == next_day


def test_equal_times_are_no_quiet_hours() -> None:
    assert held_until(at("2027-01-10 22:00"), 600, 600, BERLIN) == at("2027-01-10 22:00")


def test_the_same_moment_is_night_for_one_and_day_for_another() -> None:
    moment = at("2027-01-10 12:00", ZoneInfo("UTC"))
    assert held_until(moment, *NIGHT, BERLIN) == moment
    assert held_until(moment, *NIGHT, ZoneInfo("Asia/Tokyo")) == moment
    assert held_until(moment, *NIGHT, ZoneInfo("Pacific/Auckland")) > moment


@given(times, minutes, minutes, zones)
def test_a_held_notice_is_never_early_never_lost_and_not_in_quiet_hours(
    now: int, begin: int, end: int, zone: ZoneInfo
) -> None:
    until = held_until(now, begin, end, zone)
    assert now <= until <= now + 25 * 3600
    assert held_until(until, begin, end, zone) == until


@given(times, minutes, zones)
def test_the_next_daily_time_is_ahead_and_shows_that_time_or_the_end_of_a_skipped_hour(
    now: int, minute: int, zone: ZoneInfo
) -> None:
    moment = next_daily(now, minute, zone)
    assert now < moment <= now + 25 * 3600
    wall = datetime.fromtimestamp(moment, zone)
    shown = wall.hour * 60 + wall.minute
    skipped = (
        datetime.fromtimestamp(moment, zone).utcoffset() != (wall - timedelta(hours=2)).astimezone(zone).utcoffset()
    )
    assert shown == minute or skipped


@pytest.mark.parametrize(
    ("text", "minute"),
    [
        ("22:30", 1350), ("7", 420), ("0:05", 5), (" 23:59 ", 1439), ("10pm", 1320), ("10 pm", 1320), ("7 am", 420),
        ("12am", 0), ("12 PM", 720), ("10.30 p.m.", 1350), ("9:05AM", 545), ("22.30", 1350), ("22h30", 1350),
        ("2230", 1350), ("0700", 420), ("22:00h", 1320), ("10 Uhr", 600), ("9:5", 545),
        ("noon", 720), ("Midnight", 0), ("“22:30”", 1350), ("«7»", 420), ("10 o'clock", 600),
        ("7h", 420), ("１０ｐｍ", 1320), ("٢٢:٣٠", 1350),
    ],
)  # fmt: skip
def test_times_of_the_day_are_read(text: str, minute: int) -> None:
    assert minutes_of(text) == minute


@pytest.mark.parametrize(
    "text",
    [
        "", "24:00", "12:60", "no on", "-1", "1:2:3", "²", "9" * 4301, "0" * 5000 + "7", "13pm", "0am", "24", "2460",
        "10pmh", "pm", "7 m",
    ],
)  # fmt: skip
def test_what_is_no_time_of_the_day_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="22:30"):
        minutes_of(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("UTC+2", "Etc/GMT-2"), ("GMT+1", "Etc/GMT-1"), ("utc -3", "Etc/GMT+3"), ("UTC+02:00", "Etc/GMT-2"), ("", None),
        ("UTC−5", "Etc/GMT+5"), ("+2", "Etc/GMT-2"), ("-03:00", "Etc/GMT+3"),
        ("UTC+99", None), ("UTC+5:30", "UTC+5:30"), ("+13:45", "UTC+13:45"), ("-9:30", "UTC-9:30"),
        ("UTC+0530", "UTC+5:30"),
        ("UTC+14:15", None), ("UTC-12:30", None), ("UTC+5:20", None), ("Berlin", None),
    ],
)  # fmt: skip
def test_offsets_are_zones_and_shown_as_they_were_typed(text: str, name: str | None) -> None:
    assert offset_zone(text) == name
    if name is not None:
        assert offset_zone(zone_name(name)) == name
        assert zone_of(name).utcoffset(datetime.now(UTC)) is not None
    assert zone_name("Europe/Berlin") == "Europe/Berlin"


@pytest.mark.parametrize("name", ["", "Berlin", "../etc/passwd", "Mars/Olympus"])
def test_what_is_no_time_zone_is_refused(name: str) -> None:
    with pytest.raises(Refusal, match="Europe/Berlin"):
        zone_of(name)
