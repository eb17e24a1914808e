"""Local times of day: quiet hours and the time of the daily digest, across changes to and from summer time."""

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
    """The names of the IANA time zones, cached because finding them takes a few milliseconds."""
    return frozenset(available_timezones())


def zone_of(name: str) -> ZoneInfo:
    """The IANA time zone with this name. Raises Refusal if there is none."""
    if name not in zones():
        raise Refusal("“{typed}” is no time zone: write one like Europe/Berlin, or just Berlin.", typed=shorten(name))
    return ZoneInfo(name)


def minutes_of(text: str) -> int:
    """Parse a time such as `22:30` or `7` into a minute of the day. Raises Refusal for any other text."""
    match = _TIME.fullmatch(text.strip())
    if match is None:
        raise Refusal("“{typed}” is no time of the day: write it like 22:30.", typed=shorten(text))
    return int(match["hour"]) * 60 + int(match["minute"] or 0)


def held_until(at: int, begin: int, end: int, zone: ZoneInfo) -> int:
    """`at` itself, or the end of the quiet hours in which it lies.

    `begin` and `end` are minutes of the local day. Quiet hours may span midnight; equal values mean none. They follow
    the wall clock, so the hour that repeats in autumn is quiet both times or neither.
    """
    local = datetime.fromtimestamp(at, zone)
    minute = local.hour * 60 + local.minute
    if (minute - begin) % MINUTES_OF_DAY >= (end - begin) % MINUTES_OF_DAY:
        return at
    return next_time(at, end, zone)


def next_time(at: int, minute: int, zone: ZoneInfo) -> int:
    """The first time after `at` at which this minute of the day begins in `zone`.

    A minute that summer time skips is moved later by the length of the gap.
    """
    today = datetime.fromtimestamp(at, zone).date()
    times = (
        begin for days in range(3) for begin in _times(today + timedelta(days=days - 1), minute, zone) if begin > at
    )
    return next(times)


def _times(day: date, minute: int, zone: ZoneInfo) -> list[int]:
    """The times at which the wall clock shows this minute on a day: two if the clock is set back over it, else one."""
    wall = datetime.combine(day, time(minute // 60, minute % 60))
    times = {int(wall.replace(tzinfo=zone, fold=fold).timestamp()) for fold in (0, 1)}
    shown = [at for at in sorted(times) if datetime.fromtimestamp(at, zone).replace(tzinfo=None) == wall]
    # No time shows a skipped minute. Interpreted with the offset before the change, it falls just after the gap.
    return shown or [int(wall.replace(tzinfo=zone, fold=0).astimezone(UTC).timestamp())]
