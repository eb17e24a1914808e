"""Time controls, as values and as text, and durations as sentences."""

import re
from dataclasses import dataclass
from typing import Self

from games.base import plain, shorten
from language import Sentence, counted, listing
from matches.errors import Refusal

HOUR = 3600
DAY = 24 * HOUR
LATEST = 2**36
"""The latest time that is accepted, about 2,000 years ahead."""
EARLIEST = -(2**34)
"""The earliest time that is accepted, in the year 1425; `datetime` can represent it."""
DAYS_PER_MOVE = (1, 2, 3, 5, 7, 14)
LONGEST_BANK = 720
"""The largest cap of a bank, in hours."""
_TEXT = re.compile(
    r"(?:(?P<days>\d{1,2})d|(?P<start>\d{1,3})\+(?P<increment>\d{1,3})/(?P<cap>\d{1,3})h)(?P<soft> soft)?"
)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A bank of seconds to which each move adds `increment`, up to `cap`.

    A time control of days per move is a bank that each move refills completely. When time runs out, a hard clock ends
    the match; a soft one lets the opponent claim the win.
    """

    start: int
    increment: int
    cap: int
    hard: bool = True

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Parse `3d`, `72+12/96h` (hours: start, increment, cap), either with ` soft`, or `none` (None).

        Raises Refusal for anything else.
        """
        typed = " ".join(plain(text).lower().split())
        if typed == "none":
            return None
        match = _TEXT.fullmatch(typed)
        if match is None:
            raise Refusal(
                "“{typed}” is no clock: choose none, days for each move (3d) or a bank (72+12/96h).",
                typed=shorten(text),
            )
        hard = match["soft"] is None
        if match["days"]:
            days = int(match["days"])
            if days not in DAYS_PER_MOVE:
                raise Refusal("A move may take {days} days.", days=listing(DAYS_PER_MOVE, last="or"))
            return cls(days * DAY, days * DAY, days * DAY, hard)
        start, increment, cap = (int(match[name]) for name in ("start", "increment", "cap"))
        if not (1 <= start <= cap <= LONGEST_BANK and increment <= cap):
            raise Refusal("A bank starts with 1 hour or more, and its cap is {most} hours or less.", most=LONGEST_BANK)
        return cls(start * HOUR, increment * HOUR, cap * HOUR, hard)

    def __str__(self) -> str:
        if self.start == self.increment == self.cap and self.cap // DAY in DAYS_PER_MOVE and self.cap % DAY == 0:
            text = f"{self.cap // DAY}d"
        else:
            text = f"{self.start // HOUR}+{self.increment // HOUR}/{self.cap // HOUR}h"
        return text if self.hard else f"{text} soft"

    def refilled(self, left: int) -> int:
        """The bank after a move made with `left` seconds remaining; overtime on a soft clock is forgiven."""
        return min(max(left, 0) + self.increment, self.cap)


CLOCKS = ("none", *(f"{days}d" for days in DAYS_PER_MOVE), "72+12/96h", "240+36/240h")
"""The clocks offered as choices, as texts."""


def clock_text(control: TimeControl | None) -> str:
    """The text that `TimeControl.parse` reads."""
    return str(control) if control else "none"


def lasting(seconds: int) -> Sentence:
    """A duration as a sentence: `3 days and 5 hours`, `2 hours`, `less than a minute`.

    Durations from one day up are rounded to hours, shorter ones to minutes.
    """
    minutes = (seconds + 30) // 60
    if minutes < 1:
        return Sentence("less than a minute")
    hours = (seconds + HOUR // 2) // HOUR
    if hours < 24:
        hours, minutes = divmod(minutes, 60)
        parts = [_hours(hours), _minutes(minutes)]
    else:
        days, hours = divmod(hours, 24)
        parts = [_days(days), _hours(hours)]
    return listing([part for part in parts if part.fields["count"]])


def roughly(seconds: int) -> Sentence:
    """A duration in its largest unit only: `3 days`, `5 hours`."""
    hours = (seconds + HOUR // 2) // HOUR
    if hours >= 24:
        return _days((hours + 12) // 24)
    return _hours(hours) if seconds >= HOUR - 30 else lasting(seconds)


def _days(count: int) -> Sentence:
    return counted("{count} day", "{count} days", count)


def _hours(count: int) -> Sentence:
    return counted("{count} hour", "{count} hours", count)


def _minutes(count: int) -> Sentence:
    return counted("{count} minute", "{count} minutes", count)
