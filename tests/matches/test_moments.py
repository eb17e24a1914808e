"""Spans and moments as people type them, and quiet hours in their zone."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from language import languages, say, speaking
from matches.errors import Refusal
from matches.moments import read_moment, read_span
from matches.settings import Notifications
from matches.timecontrol import DAY, HOUR, MINUTE


@pytest.fixture(autouse=True, scope="module")
def in_use() -> None:
    """Every language is in use, because something has been said in it."""
    for code in languages():
        with speaking(code):
            say("no clock")


def at(text: str, zone: str = "Europe/Berlin") -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp())


NOW = at("2027-03-26 20:15")
"""A Friday evening; on the Sunday the clocks are put forward."""


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("2h", 2 * HOUR), ("90 min", 90 * MINUTE), ("1 day and 12 hours", 36 * HOUR), ("1d, 30m", DAY + 30 * MINUTE),
        ("2 Tage und 1 Std.", 2 * DAY + HOUR), ("3 jours", 3 * DAY), ("２時間", 2 * HOUR), ("«2 horas»", 2 * HOUR),
        ("0m", 0), ("2", None), ("18:00", None), ("2h tomorrow", None), ("and", None), ("", None), ("-2h", None),
        ("1d " * 60, None), ("h" * 6000, None),
    ],
)  # fmt: skip
def test_a_span_is_read_in_any_language_in_use(text: str, span: int | None) -> None:
    assert read_span(text) == span


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2h", NOW + 2 * HOUR), ("1 Tag", NOW + DAY), ("21:30", at("2027-03-26 21:30")),
        ("9pm", at("2027-03-26 21:00")), ("18:00", at("2027-03-27 18:00")), ("20:15", at("2027-03-27 20:15")),
        ("noon", at("2027-03-27 12:00")),
        ("tomorrow 9:00", at("2027-03-27 09:00")), ("Tomorrow at 9 pm", at("2027-03-27 21:00")),
        ("morgen 9 Uhr", at("2027-03-27 09:00")), ("morgen um 23:30", at("2027-03-27 23:30")),
        ("mañana a las 9", at("2027-03-27 09:00")), ("demain à 9 h 30", at("2027-03-27 09:30")),
        ("amanhã às 9h", at("2027-03-27 09:00")), ("明日9時", at("2027-03-27 09:00")),
        ("明日の 9:00", at("2027-03-27 09:00")),
    ],
)  # fmt: skip
def test_a_moment_is_read_in_the_persons_zone(text: str, moment: int) -> None:
    assert read_moment(text, NOW, "Europe/Berlin") == moment


def test_tomorrow_begins_at_the_persons_midnight() -> None:
    assert read_moment("tomorrow 9:00", NOW, "Asia/Tokyo") == at("2027-03-28 09:00", "Asia/Tokyo")
    assert read_moment("tomorrow 9:00", NOW, "America/New_York") == at("2027-03-27 09:00", "America/New_York")


def test_a_time_that_summer_time_skips_tomorrow_is_moved_by_the_gap() -> None:
    saturday = at("2027-03-27 12:00")
    assert read_moment("tomorrow 2:30", saturday, "Europe/Berlin") == at("2027-03-28 03:30")


@pytest.mark.parametrize("text", ["", "0m", "25:00", "tomorrow", "tomorrow 2h30m", "morgens 9", "soon", "9:00 x" * 999])
def test_what_is_no_moment_is_refused_with_examples(text: str) -> None:
    with pytest.raises(Refusal, match=r"is not a time\. Type one like 2h, 18:00 or tomorrow 9:00\."):
        read_moment(text, NOW, "Europe/Berlin")


def test_a_moment_in_the_quiet_hours_waits_for_their_end() -> None:
    chosen = Notifications(quiet_from=22 * 60, quiet_to=8 * 60, zone="Europe/Berlin")
    assert chosen.after_quiet_hours(NOW) == NOW
    assert chosen.after_quiet_hours(NOW + 2 * HOUR) == at("2027-03-27 08:00")
    assert Notifications(zone="Europe/Berlin").after_quiet_hours(NOW + 2 * HOUR) == NOW + 2 * HOUR
    assert Notifications(quiet_from=22 * 60).after_quiet_hours(NOW + 2 * HOUR) == NOW + 2 * HOUR
