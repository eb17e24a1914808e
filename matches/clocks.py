"""Clocks of correspondence matches: how much time a move may take, and what is left of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, Self

from matches.errors import Refusal

if TYPE_CHECKING:
    from games import Seat
    from matches.records import Match

ReminderKind = Literal["third left", "six hours left"]

HOUR = 3600
DAY = 24 * HOUR
DAYS_PER_MOVE = (1, 2, 3, 5, 7, 14)
LONGEST_BANK = 720
"""Hours: the most that a bank may hold."""
REMIND_HOURS = 6 * HOUR
"""The second reminder goes out with this much left,"""
REMIND_APART = 4 * HOUR
"""unless the other one went out within this time before it."""

_TEXT = re.compile(
    r"(?:(?P<days>\d{1,2})d|(?P<start>\d{1,3})\+(?P<increment>\d{1,3})/(?P<cap>\d{1,3})h)(?P<soft> soft)?"
)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A bank of seconds that each move refills by `increment`, never beyond `cap`.

    So many days for each move are a bank that every move fills up again. A hard clock ends the match by itself; a
    soft one lets the opponent claim the win.
    """

    start: int
    increment: int
    cap: int
    hard: bool = True

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read `3d`, `72+12/96h` (hours: start, increment, cap), the same with ` soft`, or `none` (None).

        Raises Refusal for anything else.
        """
        typed = " ".join(text.lower().split())
        if typed == "none":
            return None
        found = _TEXT.fullmatch(typed)
        if found is None:
            raise Refusal(f"“{text[:40]}” is no clock: choose none, days for each move (3d) or a bank (72+12/96h).")
        hard = found["soft"] is None
        if found["days"]:
            days = int(found["days"])
            if days not in DAYS_PER_MOVE:
                raise Refusal("A move may take 1, 2, 3, 5, 7 or 14 days.")
            return cls(days * DAY, days * DAY, days * DAY, hard)
        start, increment, cap = (int(found[name]) for name in ("start", "increment", "cap"))
        if not (1 <= start <= cap <= LONGEST_BANK and increment <= cap):
            raise Refusal(f"A bank starts with 1 hour or more, and its cap is {LONGEST_BANK} hours or less.")
        return cls(start * HOUR, increment * HOUR, cap * HOUR, hard)

    def __str__(self) -> str:
        if self.start == self.increment == self.cap and self.cap // DAY in DAYS_PER_MOVE and self.cap % DAY == 0:
            text = f"{self.cap // DAY}d"
        else:
            text = f"{self.start // HOUR}+{self.increment // HOUR}/{self.cap // HOUR}h"
        return text if self.hard else f"{text} soft"

    def refilled(self, left: int) -> int:
        """What a bank with `left` seconds holds after a move; time overdrawn on a soft clock is forgiven."""
        return min(max(left, 0) + self.increment, self.cap)


CLOCKS = ("none", *(f"{days}d" for days in DAYS_PER_MOVE), "72+12/96h", "240+36/240h")
"""The clocks to offer, as texts."""


def clock_text(control: TimeControl | None) -> str:
    """The text that `TimeControl.parse` reads."""
    return str(control) if control else "none"


def seconds_left(match: Match, now: int) -> int | None:
    """What the side to move has left, negative beyond the deadline; None without a clock."""
    if match.deadline is not None:
        return match.deadline - now
    return match.paused


def begin_turn(match: Match, now: int, *, away: bool) -> Match:
    """Start the clock of the side to move, or hold it ready while that player is away on vacation."""
    if match.left is None:
        return match
    left = match.left[match.turn]
    return replace(match, deadline=None if away else now + left, paused=left if away else None)


def end_turn(match: Match, now: int) -> Match:
    """Stop the clock of the side to move, which has moved, and refill it."""
    left = seconds_left(match, now)
    if match.clock is None or left is None:
        return match
    return replace(with_left(match, match.turn, match.clock.refilled(left)), deadline=None, paused=None)


def with_left(match: Match, seat: Seat, seconds: int) -> Match:
    """The match with so much in the bank of one seat."""
    if match.left is None:
        return match
    return replace(match, left=(seconds, match.left[1]) if seat == 0 else (match.left[0], seconds))


def pause(match: Match, now: int) -> Match:
    """Stop the running clock for a vacation; a deadline that has passed is not revived."""
    if match.deadline is None or match.deadline <= now:
        return match
    return replace(match, deadline=None, paused=match.deadline - now)


def resume(match: Match, now: int) -> Match:
    """Let a clock that was stopped for a vacation run on."""
    if match.paused is None:
        return match
    return replace(match, deadline=now + match.paused, paused=None)


def out_of_time(match: Match, now: int) -> bool:
    """Whether the side to move has reached its deadline."""
    return match.deadline is not None and now >= match.deadline


def reminders(deadline: int, left: int) -> list[tuple[int, ReminderKind]]:
    """When to remind of a deadline for which the turn began with `left` seconds, and the kind of each reminder.

    One goes out when a third of that time is left and one at six hours; of two less than four hours apart, or at
    the same moment, only the first.
    """
    planned: list[tuple[int, ReminderKind]] = [(deadline - left // 3, "third left")]
    if left > REMIND_HOURS:
        planned.append((deadline - REMIND_HOURS, "six hours left"))
    planned.sort()
    return [one for n, one in enumerate(planned) if n == 0 or one[0] - planned[n - 1][0] >= REMIND_APART]


def lasting(seconds: int) -> str:
    """A span of time in words, in the largest unit that fits: `2 days`, `1 hour`."""
    for size, unit in ((DAY, "day"), (HOUR, "hour"), (60, "minute")):
        if (count := seconds // size) >= 1:
            return f"{count} {unit}{'' if count == 1 else 's'}"
    return "less than a minute"
