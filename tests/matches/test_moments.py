"""Time spans as people type them, and quiet hours in their zone."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from language import languages, say, speaking
from matches.moments import read_span
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


def test_a_moment_in_the_quiet_hours_waits_for_their_end() -> None:
    chosen = Notifications(quiet_from=22 * 60, quiet_to=8 * 60, zone="Europe/Berlin")
    assert chosen.after_quiet_hours(NOW) == NOW
    assert chosen.after_quiet_hours(NOW + 2 * HOUR) == at("2027-03-27 08:00")
    assert Notifications(zone="Europe/Berlin").after_quiet_hours(NOW + 2 * HOUR) == NOW + 2 * HOUR
    assert Notifications(quiet_from=22 * 60).after_quiet_hours(NOW + 2 * HOUR) == NOW + 2 * HOUR
