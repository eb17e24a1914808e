"""Alarms: when something happens by itself to a match, a challenge or a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from matches.clock import reminders
from matches.timecontrol import DAY, HOUR

if TYPE_CHECKING:
    from matches.model import Match

AlarmKind = Literal["challenge", "flag", "reminder", "idle", "vacation", "thought", "meanwhile", "table", "retention"]

IDLE = 30 * DAY
"""Seconds without a move after which the players of a match without a hard clock are asked whether it goes on."""
ASKED = 7 * DAY
"""Seconds after that question until the match is closed without an answer."""


MEANWHILE = 600
"""Seconds after which an open challenge that nobody has accepted offers to play the computer meanwhile."""
HOLD = 60
"""Seconds for which a thought belongs to the process that has begun it; then any process may begin it anew."""
PACE = 30
"""Seconds between two moves of computer players that play for show."""

WEEK = 7 * DAY
FIRST_LEADERBOARDS = 4 * DAY + 9 * HOUR
"""The time from which the weeks of the leaderboards are counted: a Monday at nine, UTC."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """The time at which something may happen to a match, challenge, person or server; unique by kind and subject."""

    kind: AlarmKind
    subject: int
    at: int

    @property
    def about(self) -> str:
        """What it is about, for the log, in which no person has a number."""
        return "somebody" if self.kind == "vacation" else str(self.subject)


def next_leaderboards(now: int) -> int:
    """When the leaderboards are posted next: on Monday at nine in the morning, UTC."""
    return (now - FIRST_LEADERBOARDS) // WEEK * WEEK + WEEK + FIRST_LEADERBOARDS


def next_reminder(match: Match, now: int) -> int | None:
    """When the player to move is to be reminded next; None without a clock, or after the last reminder."""
    if match.deadline is None or match.left is None:
        return None
    return next((at for at, _ in reminders(match.deadline, match.left[match.turn]) if at > now), None)


def idle_at(match: Match) -> int | None:
    """When a running match without a hard clock is asked about, or closed; None where its clock ends it."""
    if match.over or (match.clock is not None and match.clock.hard):
        return None
    if match.asked_at is not None:
        return match.asked_at + ASKED
    return max(match.moved_at, match.kept_at or 0) + IDLE


def thought_at(match: Match, now: int) -> int | None:
    """When a computer player is to think: about its move, or about the draw that it is offered."""
    if match.answering is None and not match.thinking:
        return None
    return now + PACE if match.watched else now
