"""Alarms: scheduled events for matches, challenges, people or servers."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Any

from matches.clock import reminders
from matches.hours import next_daily
from matches.kinds import Kind, Kinds
from matches.model import EventKind, Match
from matches.timecontrol import DAY, HOUR, MINUTE

IDLE = 30 * DAY
"""How long a match without a hard clock may be idle before its players are asked whether to continue, in seconds."""
ASKED = 7 * DAY
"""How long after that question the match is closed if nobody responds, in seconds."""
MEANWHILE = 600
"""How long an open challenge waits for acceptance before it offers a game against the computer, in seconds."""
SEARCH_LEASE = 60
"""How long a process holds the lease of a search, in seconds. After that, any process may restart the search."""
PACE = 30
"""The interval between two moves in a match between computer players, in seconds."""
WEEK = 7 * DAY
"""The interval between two weekly posts, in seconds."""
SEQUENCE_BITS = 22
"""The number of low bits in Discord's IDs that do not vary randomly. The bits above them are a time in milliseconds."""
WEEKLY_POST = 9 * HOUR // MINUTE
"""The minute of the day when weekly posts are due on Mondays, in the server's time zone."""


@dataclass(frozen=True, slots=True)
class AlarmKind(Kind):
    """A kind of alarm, declared with `service.core.alarm` next to its handler."""

    act: Callable[..., Awaitable[Any]] | None
    """The handler of a due alarm; None for the searches for moves and missed puzzles, which have their own loops."""
    moved_by_outage: bool = False
    """Whether an outage of the bot postpones a pending alarm by the length of the outage."""
    until: Collection[EventKind] | None = None
    """The events, besides the end, that remove a match's alarm; None for other alarms, which code removes."""

    def __post_init__(self) -> None:
        """Raise TypeError if a match alarm does not define `until`."""
        if self.concerns == "match" and self.until is None:
            raise TypeError(
                f"{self.where}the alarm {self.name!r} of a match must also say until: the events that remove it "
                "before the match ends, or ()."
            )


ALARM_KINDS = Kinds(AlarmKind)
"""All kinds of alarms by name, once `service` has been imported."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """A scheduled event for a match, challenge, person or server.

    A subject has at most one alarm of each kind.
    """

    kind: str
    subject: int
    at: int

    @property
    def about(self) -> str:
        """The subject for logs, without a person's ID."""
        kind = ALARM_KINDS.get(self.kind)
        return str(self.subject) if kind is not None and kind.concerns != "person" else "somebody"


def next_reminder(match: Match, now: int) -> int | None:
    """Return the time of the next reminder, or None if no clock is running or no reminders are left."""
    if match.deadline is None or match.left is None:
        return None
    return next((at for at, _ in reminders(match.deadline, match.left[match.turn]) if at > now), None)


def idle_at(match: Match) -> int | None:
    """Return when to ask an idle match's players whether to continue or, once they have been asked, when to close it.

    Returns None if the match is over or has a hard clock.
    """
    if match.over or (match.clock is not None and match.clock.hard):
        return None
    if match.asked_at is not None:
        return match.asked_at + ASKED
    return max(match.moved_at, match.kept_at or 0) + IDLE


def computer_turn_at(match: Match, now: int) -> int | None:
    """Return when a computer player should decide on a move or draw offer, or None if it has nothing to decide."""
    if match.answering is None and not match.thinking:
        return None
    return now + PACE if match.watched else now


def next_puzzle(now: int, guild_id: int, hour: int, zone: tzinfo = UTC) -> int:
    """Return the time of a server's next puzzle of the day.

    It falls in the given hour, at a minute that varies by server.
    """
    minute, second = divmod((guild_id >> SEQUENCE_BITS) % HOUR, MINUTE)
    return next_daily(now - second, hour * HOUR // MINUTE + minute, zone) + second


def next_weekly_post(now: int, zone: tzinfo = UTC) -> int:
    """Return the time of the next weekly post: Monday at 09:00 in the server's time zone."""
    at = now
    while True:
        at = next_daily(at, WEEKLY_POST, zone)
        if datetime.fromtimestamp(at, zone).isoweekday() == 1:
            return at
