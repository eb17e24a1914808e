"""Local times of day, for quiet hours and daily digests.

They remain correct when daylight saving time begins or ends.
"""

import re
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from games.base import bare, shorten
from language import in_context
from matches.errors import Refusal
from matches.words import choice_of, fold, words

MINUTES_OF_DAY = 24 * 60
_TIME = re.compile(
    r"(?P<hour>0?\d|1\d|2[0-3])(?:[:.h]?(?P<minute>[0-5]\d)|[:.h](?P<digit>\d))?\s?(?:(?P<half>[ap]\.?m\.?)|h|uhr)?",
    re.ASCII | re.IGNORECASE,
)
HOURS = in_context("typed", "o'clock, h")
"""Words that may follow the hour."""
MINUTES = in_context("typed", "min")
MORNING = in_context("typed", "am, a.m.")
AFTERNOON = in_context("typed", "pm, p.m.")
NOON = in_context("typed", "noon, midday")
MIDNIGHT = in_context("typed", "midnight")
_OFFSET = re.compile(
    r"(?:utc|gmt)?\s?(?P<sign>[+-])\s?(?P<hours>\d{1,2})(?::?(?P<minutes>00|15|30|45))?", re.ASCII | re.IGNORECASE
)
_UNEVEN = re.compile(r"UTC(?P<sign>[+-])(?P<hours>\d{1,2}):(?P<minutes>15|30|45)")
"""Matches the name of a zone whose fixed offset is not a whole number of hours. IANA has no such zones."""
FARTHEST = -12, 14
"""The lowest and highest offsets from UTC in use, in hours."""


@cache
def zones() -> frozenset[str]:
    """Return the names of all IANA time zones, cached because listing them takes several milliseconds."""
    return frozenset(available_timezones())


def zone_of(name: str) -> tzinfo:
    """Return the time zone for an IANA name or a fixed offset such as `UTC+5:30`. Raises Refusal for any other text."""
    if (match := _UNEVEN.fullmatch(name)) and (minutes := _offset(match)) is not None:
        return timezone(timedelta(minutes=minutes), name)
    if name not in zones():
        raise Refusal("“{typed}” is not a time zone. Type one like Europe/Berlin, or just Berlin.", typed=shorten(name))
    return ZoneInfo(name)


def offset_zone(text: str) -> str | None:
    """Return the zone for an offset such as `UTC+2`, `GMT-3`, `+02:00` or `UTC+5:30`, or None for any other text.

    Whole hours have an IANA name, in which POSIX inverts the sign: two hours ahead of UTC is `Etc/GMT-2`.
    """
    match = _OFFSET.fullmatch(bare(text))
    minutes = None if match is None else _offset(match)
    if minutes is None:
        return None
    sign, (hours, rest) = "-" if minutes < 0 else "+", divmod(abs(minutes), 60)
    if rest:
        return f"UTC{sign}{hours}:{rest}"
    return f"Etc/GMT{'-' if sign == '+' else '+'}{hours}"


def _offset(match: re.Match[str]) -> int | None:
    """Return an offset in minutes ahead of UTC, or None if no time zone in use has that offset."""
    minutes = int(match["hours"]) * 60 + int(match["minutes"] or 0)
    least, most = FARTHEST
    ahead = minutes if match["sign"] == "+" else -minutes
    return ahead if least * 60 <= ahead <= most * 60 else None


def zone_name(zone: str) -> str:
    """Return a zone's name as people usually write it: `UTC+2` for `Etc/GMT-2`, and any other name unchanged."""
    sign, hours = zone.removeprefix("Etc/GMT")[:1], zone.removeprefix("Etc/GMT")[1:]
    return f"UTC{'-' if sign == '+' else '+'}{hours}" if zone.startswith("Etc/GMT") and hours else zone


def minutes_of(text: str) -> int:
    """Parse a time of day such as `22:30`, `0700`, `10pm` or `noon` into minutes after midnight.

    The time can be in any supported language. Raises Refusal if the text is not a time of day.
    """
    typed = fold(text)
    if typed in words(NOON):
        return MINUTES_OF_DAY // 2
    if typed in words(MIDNIGHT):
        return 0
    match = _TIME.fullmatch(bare(text)) or _TIME.fullmatch(_in_english(typed))
    hour = int(match["hour"]) if match else 0
    if match is None or (match["half"] and not 1 <= hour <= 12):
        raise Refusal("“{typed}” is not a time of day. Type one like 22:30.", typed=shorten(text))
    if half := match["half"]:
        hour = hour % 12 + (12 if half.casefold().startswith("p") else 0)
    return hour * 60 + int(match["minute"] or match["digit"] or 0)


def _in_english(typed: str) -> str:
    """Convert a time such as `22時30分` to the format matched by `_TIME`, such as `22:30`."""
    half = ""
    for sign, said in (("am", MORNING), ("pm", AFTERNOON)):
        for word in words(said):
            if typed != (rest := typed.removeprefix(word)) or typed != (rest := typed.removesuffix(word)):
                typed, half = rest.strip(), sign
    spoken = re.fullmatch(
        rf"(\d{{1,2}})\s?(?:{choice_of(words(HOURS))})\s?(?:(\d{{1,2}})\s?(?:{choice_of(words(MINUTES))})?)?", typed
    )
    if spoken is None:
        return typed + half
    hour = "12" if half and int(spoken[1]) == 0 else spoken[1]
    return f"{hour}:{spoken[2] or '00'}{half}"


def day_in(zone: tzinfo, time: int) -> int:
    """Return the calendar date in a zone at a given time, as the number of days since 1 January 1970."""
    return (datetime.fromtimestamp(time, zone).date() - date(1970, 1, 1)).days


def held_until(time: int, begin: int, end: int, zone: tzinfo) -> int:
    """Return `time`, or the end of the quiet hours if `time` falls within them.

    `begin` and `end` are minutes of the local day. Quiet hours may span midnight; equal values mean none. They follow
    the wall clock, so the hour that repeats in autumn is quiet both times or neither.
    """
    local = datetime.fromtimestamp(time, zone)
    minute = local.hour * 60 + local.minute
    if (minute - begin) % MINUTES_OF_DAY >= (end - begin) % MINUTES_OF_DAY:
        return time
    return min(begin for begins in _nearby_times(time, end, zone) for begin in begins if begin > time)


def next_daily(time: int, minute: int, zone: tzinfo) -> int:
    """Return the next time after `time` at which a given minute of the local day begins.

    A minute that repeats in autumn counts the first time. A minute that summer time skips is moved later by the length
    of the gap.
    """
    return min(begins[0] for begins in _nearby_times(time, minute, zone) if begins[0] > time)


def _nearby_times(time: int, minute: int, zone: tzinfo) -> list[list[int]]:
    """Return when a given minute of the day begins on the date of `time` and on the days before and after it."""
    today = datetime.fromtimestamp(time, zone).date()
    return [_times(today + timedelta(days=days), minute, zone) for days in (-1, 0, 1)]


def _times(day: date, minute: int, zone: tzinfo) -> list[int]:
    """Return the times at which a zone's clocks show this minute on a date: two if they are set back past it."""
    wall = datetime.combine(day, time(minute // 60, minute % 60))
    times = {int(wall.replace(tzinfo=zone, fold=fold).timestamp()) for fold in (0, 1)}
    shown = [at for at in sorted(times) if datetime.fromtimestamp(at, zone).replace(tzinfo=None) == wall]
    # The wall clock never shows a minute that summer time skips. With the offset before the change, such a minute is
    # moved later by the length of the gap.
    return shown or [int(wall.replace(tzinfo=zone, fold=0).astimezone(UTC).timestamp())]
