"""Alarms: timed events of matches, challenges, people and servers."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from matches.clock import reminders
from matches.kinds import Kind, Kinds
from matches.model import Match
from matches.timecontrol import DAY, HOUR

IDLE = 30 * DAY
"""Seconds without a move before the players of a match without a hard clock are asked whether to continue."""
ASKED = 7 * DAY
"""Seconds after that question before the match is closed if nobody answers."""
MEANWHILE = 600
"""Seconds before an unaccepted open challenge offers a game against the computer."""
THOUGHT_LEASE = 60
"""Seconds for which a process holds the lease on a thought; after that, any process may restart it."""
PACE = 30
"""Seconds between two moves in a match between computer players."""
WEEK = 7 * DAY
"""Seconds between two weekly posts."""
SEQUENCE_BITS = 22
"""The lowest bits of Discord's IDs, which are not random; above them is a time in milliseconds."""
FIRST_WEEKLY_POST = 4 * DAY + 9 * HOUR
"""The epoch of weekly posts, in UTC seconds: a Monday at 09:00."""


@dataclass(frozen=True, slots=True)
class AlarmKind(Kind):
    """A kind of alarm, declared with `service.core.alarm` beside its code."""

    act: Callable[..., Awaitable[Any]] | None
    """The action when it is due; None for thoughts and searches, which are not part of the schedule."""
    moved_by_outage: bool = False
    """Whether an outage of the bot delays a pending alarm by its length."""


ALARM_KINDS = Kinds[AlarmKind]()
"""All kinds by name, once `service` has been imported."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """A timed event of a match, challenge, person or server; unique by kind and subject."""

    kind: str
    subject: int
    at: int

    @property
    def about(self) -> str:
        """The subject for the log, where a person's ID never appears."""
        kind = ALARM_KINDS.get(self.kind)
        return str(self.subject) if kind is not None and kind.concerns != "person" else "somebody"


def next_reminder(match: Match, now: int) -> int | None:
    """The time of the next reminder to the player to move; None without a clock or after the last reminder."""
    if match.deadline is None or match.left is None:
        return None
    return next((at for at, _ in reminders(match.deadline, match.left[match.turn]) if at > now), None)


def idle_at(match: Match) -> int | None:
    """When to ask whether an idle match continues, or to close it; None if it is over or has a hard clock."""
    if match.over or (match.clock is not None and match.clock.hard):
        return None
    if match.asked_at is not None:
        return match.asked_at + ASKED
    return max(match.moved_at, match.kept_at or 0) + IDLE


def thought_at(match: Match, now: int) -> int | None:
    """When a computer player should think about its move or a draw offer; None if it has nothing to decide."""
    if match.answering is None and not match.thinking:
        return None
    return now + PACE if match.watched else now


def next_puzzle(now: int, guild_id: int, hour: int) -> int:
    """The next time of a server's puzzle of the day: within this hour of the day in UTC, spread over it by server."""
    at = now // DAY * DAY + hour * HOUR + (guild_id >> SEQUENCE_BITS) % HOUR
    return at if at > now else at + DAY


def next_weekly_post(now: int) -> int:
    """The next time of weekly posts: Monday at 09:00 UTC."""
    return (now - FIRST_WEEKLY_POST) // WEEK * WEEK + WEEK + FIRST_WEEKLY_POST
