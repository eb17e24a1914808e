"""Local times of day: quiet hours and the time of the daily digest, across changes to and from summer time."""

import re
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from games.base import plain, shorten
from matches.errors import Refusal

MINUTES_OF_DAY = 24 * 60
_TIME = re.compile(
    r"(?P<hour>0?\d|1\d|2[0-3])(?:[:.h]?(?P<minute>[0-5]\d)|[:.h](?P<digit>\d))?\s?(?:(?P<half>[ap]\.?m\.?)|h|uhr)?",
    re.ASCII | re.IGNORECASE,
)
_OFFSET = re.compile(r"(?:utc|gmt)?\s?(?P<sign>[+-])\s?0?(?P<hours>\d{1,2})(?::?00)?", re.ASCII | re.IGNORECASE)


@cache
def zones() -> frozenset[str]:
    """The names of the IANA time zones, cached because finding them takes a few milliseconds."""
    return frozenset(available_timezones())


def zone_of(name: str) -> ZoneInfo:
    """The IANA time zone with this name. Raises Refusal if there is none."""
    if name not in zones():
        raise Refusal("“{typed}” is not a time zone. Type one like Europe/Berlin, or just Berlin.", typed=shorten(name))
    return ZoneInfo(name)


def offset_zone(text: str) -> str | None:
    """The IANA name of a fixed offset such as `UTC+2`, `GMT-3` or `+02:00`; None for any other text.

    POSIX inverts the sign: two hours ahead of UTC is `Etc/GMT-2`.
    """
    match = _OFFSET.fullmatch(plain(text).strip())
    if match is None:
        return None
    name = f"Etc/GMT{'-' if match['sign'] == '+' else '+'}{int(match['hours'])}"
    return name if name in zones() else None


def zone_name(zone: str) -> str:
    """The zone as people write it: `UTC+2` for `Etc/GMT-2`, and any other name unchanged."""
    sign, hours = zone.removeprefix("Etc/GMT")[:1], zone.removeprefix("Etc/GMT")[1:]
    return f"UTC{'-' if sign == '+' else '+'}{hours}" if zone.startswith("Etc/GMT") and hours else zone


def minutes_of(text: str) -> int:
    """Parse a time such as `22:30`, `0700` or `10pm` into a minute of the day. Raises Refusal for any other text."""
    match = _TIME.fullmatch(plain(text).strip())
    hour = int(match["hour"]) if match else 0
    if match is None or (match["half"] and not 1 <= hour <= 12):
        raise Refusal("“{typed}” is not a time of day. Type it like 22:30.", typed=shorten(text))
    if half := match["half"]:
        hour = hour % 12 + (12 if half.casefold().startswith("p") else 0)
    return hour * 60 + int(match["minute"] or match["digit"] or 0)


def held_until(at: int, begin: int, end: int, zone: ZoneInfo) -> int:
    """`at` itself, or the end of the quiet hours in which it lies.

    `begin` and `end` are minutes of the local day. Quiet hours may span midnight; equal values mean none. They follow
    the wall clock, so the hour that repeats in autumn is quiet both times or neither.
    """
    local = datetime.fromtimestamp(at, zone)
    minute = local.hour * 60 + local.minute
    if (minute - begin) % MINUTES_OF_DAY >= (end - begin) % MINUTES_OF_DAY:
        return at
    return min(begin for begins in _around(at, end, zone) for begin in begins if begin > at)


def next_daily(at: int, minute: int, zone: ZoneInfo) -> int:
    """The first time after `at` at which this minute of the day begins in `zone`, at most once on each day.

    A minute that repeats in autumn counts the first time. A minute that summer time skips is moved later by the length
    of the gap.
    """
    return min(begins[0] for begins in _around(at, minute, zone) if begins[0] > at)


def _around(at: int, minute: int, zone: ZoneInfo) -> list[list[int]]:
    """The times at which this minute of the day begins, for each day from the day before `at` to the day after."""
    today = datetime.fromtimestamp(at, zone).date()
    return [_times(today + timedelta(days=days), minute, zone) for days in (-1, 0, 1)]


def _times(day: date, minute: int, zone: ZoneInfo) -> list[int]:
    """The times at which the wall clock shows this minute on a day: two if the clock is set back over it, else one."""
    wall = datetime.combine(day, time(minute // 60, minute % 60))
    times = {int(wall.replace(tzinfo=zone, fold=fold).timestamp()) for fold in (0, 1)}
    shown = [at for at in sorted(times) if datetime.fromtimestamp(at, zone).replace(tzinfo=None) == wall]
    # The wall clock never shows a minute that summer time skips. With the offset before the change, such a minute is
    # moved later by the length of the gap.
    return shown or [int(wall.replace(tzinfo=zone, fold=0).astimezone(UTC).timestamp())]
