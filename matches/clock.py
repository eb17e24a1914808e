"""The clock of a match: it runs for the side to move, stops for a vacation, and reminds before the deadline."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from matches.timecontrol import HOUR

if TYPE_CHECKING:
    from games import Seat
    from matches.model import Match


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which the bot did not run, or did not hear Discord: running deadlines moved by it."""

    at: int
    """When it was over."""
    seconds: int
    """How long it was."""


ReminderKind = Literal["third left", "six hours left"]

REMIND_HOURS = 6 * HOUR
"""The second reminder goes out when so many seconds are left."""
REMIND_APART = 4 * HOUR
"""Of two reminders fewer seconds apart than this, only the first goes out."""


def seconds_left(match: Match, now: int) -> int | None:
    """The seconds that the side to move has left, negative beyond the deadline; None without a clock."""
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
    return replace(match, left=_left(match, match.turn, match.clock.refilled(left)), deadline=None, paused=None)


def with_left(match: Match, seat: Seat, seconds: int) -> Match:
    """The match with so much in the bank of one seat."""
    return replace(match, left=_left(match, seat, seconds))


def _left(match: Match, seat: Seat, seconds: int) -> tuple[int, int] | None:
    """Both banks with so much in that of one seat; None without a clock."""
    if match.left is None:
        return None
    return (seconds, match.left[1]) if seat == 0 else (match.left[0], seconds)


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
