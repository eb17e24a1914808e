"""Time controls, both as values and as text, and durations in words."""

import re
from dataclasses import dataclass
from typing import Self

from games.base import plain, shorten
from language import Sentence, counted, listing
from matches.errors import Refusal

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
LATEST = 2**36
"""The latest time accepted, about 2,000 years ahead."""
EARLIEST = -(2**34)
"""The earliest time accepted, in the year 1425, which `datetime` can represent."""
SHORTEST = MINUTE
LONGEST = 30 * DAY
"""The shortest and the longest time per move or in a bank, in seconds."""
_UNITS = {"d": DAY, "h": HOUR, "m": MINUTE}
_PART = r"\d{1,5}\s?(?:d|days?|h|hours?|hrs?|m|mins?|minutes?)\b"
_SPAN = rf"{_PART}(?:(?:\sand|,)?\s?{_PART})*"
_TEXT = re.compile(
    rf"(?P<start>{_SPAN})(?:\s?\+\s?(?P<increment>{_SPAN}))?(?:,?\s?(?:(?:a|per|each|for\seach)\s|/\s?)move)?"
    rf"(?:(?:,?\sat\smost\s|\s?/\s?)(?P<cap>{_SPAN}))?(?P<soft>,?\ssoft\b.*)?"
)
_HOURS = re.compile(r"(?P<start>\d{1,3})\+(?P<increment>\d{1,3})/(?P<cap>\d{1,3})h(?P<soft> soft)?")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A time control.

    A player starts with a bank of seconds, and each move adds `increment` until the bank reaches `cap`. A time control
    per move is a bank that each move refills completely. When time runs out, a hard clock ends the match; a soft one
    lets the opponent claim the win.
    """

    start: int
    increment: int
    cap: int
    hard: bool = True

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Parse a time control such as `3d`, `36h`, `10 days a move`, `1d + 1h a move` or `72+12/96h`.

        The last form gives the start, increment and cap in hours.

        Each may end with ` soft`. `none` and `no clock` return None. Raises Refusal for anything else.
        """
        typed = " ".join(plain(text).lower().split())
        if typed in {"none", "no clock"}:
            return None
        if hours := _HOURS.fullmatch(typed):
            start, increment, cap = (int(hours[name]) * HOUR for name in ("start", "increment", "cap"))
            soft = hours["soft"]
        elif match := _TEXT.fullmatch(typed):
            start, soft = _seconds(match["start"]), match["soft"]
            increment = _seconds(match["increment"]) if match["increment"] else start
            cap = _seconds(match["cap"]) if match["cap"] else LONGEST if match["increment"] else start
        else:
            raise Refusal(
                "“{typed}” is not a clock. Type the time per move, such as 36h or 10 days, or a starting time "
                "and what each move adds, such as 1d + 1h a move.",
                typed=shorten(text),
            )
        if not (SHORTEST <= start <= cap <= LONGEST and increment <= cap):
            raise Refusal("A clock can be anything from 1 minute to {most} days.", most=LONGEST // DAY)
        return cls(start, increment, cap, soft is None)

    def __str__(self) -> str:
        seconds = (self.start, self.increment, self.cap)
        if self.start == self.increment == self.cap:
            text = span_text(self.start)
        elif all(each % HOUR == 0 for each in seconds):
            text = "{}+{}/{}h".format(*(each // HOUR for each in seconds))
        else:
            text = "{}+{}/{}".format(*map(span_text, seconds))
        return text if self.hard else f"{text} soft"

    def bank_after_move(self, left: int) -> int:
        """Return the time bank after a move.

        `left` is the number of seconds that remained before the increment. A negative number counts as 0.
        """
        return min(max(left, 0) + self.increment, self.cap)


CLOCKS = ("5m", "1h", "1d", "3d", "7d", "14d", "none")
"""The time controls offered as choices, as texts."""


def _seconds(span: str) -> int:
    """Parse a time span such as `1 day and 12 hours` into seconds."""
    return sum(int(number) * _UNITS[unit] for number, unit in re.findall(r"(\d{1,5}) ?([dhm])", span))


def span_text(seconds: int) -> str:
    """Return a time span in the largest unit that divides it evenly, such as `3d`, `36h` or `5m`."""
    unit = next((unit for unit, length in _UNITS.items() if seconds % length == 0 and seconds >= length), "m")
    return f"{seconds // _UNITS[unit]}{unit}"


def clock_text(control: TimeControl | None) -> str:
    """Return the text that `TimeControl.parse` reads."""
    return str(control) if control else "none"


def lasting(seconds: int) -> Sentence:
    """Return a duration in words, such as `3 days and 5 hours`, `2 hours` or `less than a minute`.

    Durations from one day up are rounded to hours, shorter ones to minutes.
    """
    minutes = (seconds + 30) // 60
    if minutes < 1:
        return Sentence("less than a minute")
    hours = (seconds + HOUR // 2) // HOUR
    if hours < 24:
        hours, minutes = divmod(minutes, 60)
        parts = [_hours(hours), counted("{count} minute", "{count} minutes", minutes)]
    else:
        days, hours = divmod(hours, 24)
        parts = [_days(days), _hours(hours)]
    return listing([part for part in parts if part.fields["count"]])


def roughly(seconds: int) -> Sentence:
    """Return a duration rounded to its largest unit, such as `3 days` or `5 hours`."""
    hours = (seconds + HOUR // 2) // HOUR
    if hours >= 24:
        return _days((hours + 12) // 24)
    return _hours(hours) if seconds >= HOUR - 30 else lasting(seconds)


def _days(count: int) -> Sentence:
    return counted("{count} day", "{count} days", count)


def _hours(count: int) -> Sentence:
    return counted("{count} hour", "{count} hours", count)
