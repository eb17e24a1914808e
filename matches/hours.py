"""Times of the day where a person lives: quiet hours and the hour of the daily digest, across daylight saving."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from games.base import shorten
from matches.errors import Refusal

MINUTES_OF_DAY = 24 * 60
_TIME = re.compile(r"(?P<hour>0?\d|1\d|2[0-3])(?::(?P<minute>[0-5]?\d))?", re.ASCII)


@cache
def zones() -> frozenset[str]:
    """The names of the IANA time zones; to find them takes some milliseconds, once."""
    return frozenset(available_timezones())


def zone_of(name: str) -> ZoneInfo:
    """The IANA time zone of this name. Raises Refusal for any other text."""
    if name not in zones():
        raise Refusal("“{typed}” is no time zone: write one like Europe/Berlin, or just Berlin.", typed=shorten(name))
    return ZoneInfo(name)


def minutes_of(text: str) -> int:
    """The minute of the day that `22:30` or `7` names. Raises Refusal for any other text."""
    found = _TIME.fullmatch(text.strip())
    if found is None:
        raise Refusal("“{typed}” is no time of the day: write it like 22:30.", typed=shorten(text))
    return int(found["hour"]) * 60 + int(found["minute"] or 0)


def held_until(at: int, begin: int, end: int, zone: ZoneInfo) -> int:
    """`at` itself, or the end of the quiet hours in which it lies.

    `begin` and `end` are minutes of the local day; hours may go over midnight, and equal ones are none. Quiet is
    what the clock on the wall shows, also in the hour that comes twice in autumn.
    """
    local = datetime.fromtimestamp(at, zone)
    minute = local.hour * 60 + local.minute
    if (minute - begin) % MINUTES_OF_DAY >= (end - begin) % MINUTES_OF_DAY:
        return at
    return next_time(at, end, zone)


def next_time(at: int, minute: int, zone: ZoneInfo) -> int:
    """The first moment after `at` at which this minute of the day begins in `zone`.

    A minute that daylight saving skips begins as much later as the clock was put forward.
    """
    today = datetime.fromtimestamp(at, zone).date()
    moments = (
        moment
        for days in range(3)
        for moment in _moments(today + timedelta(days=days - 1), minute, zone)
        if moment > at
    )
    return next(moments)


def _moments(day: date, minute: int, zone: ZoneInfo) -> list[int]:
    """The moments at which a wall clock shows this minute on a day: one, or two when the clock is put back."""
    wall = datetime.combine(day, time(minute // 60, minute % 60))
    moments = {int(wall.replace(tzinfo=zone, fold=fold).timestamp()) for fold in (0, 1)}
    shown = [moment for moment in sorted(moments) if datetime.fromtimestamp(moment, zone).replace(tzinfo=None) == wall]
    # A wall time that is skipped has no such moment: read by the offset before the change, it comes after it.
    return shown or [int(wall.replace(tzinfo=zone, fold=0).astimezone(UTC).timestamp())]
