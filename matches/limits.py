"""Limits: how much one person may do per hour, and how much may be open at once."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from language import Sentence
from matches.errors import Refusal
from matches.numbers import Numbers
from matches.timecontrol import HOUR, lasting


@dataclass(frozen=True, slots=True)
class Limits(Numbers):
    """The owner's limits; None means unlimited. No limit ever refuses a move, a takeback or a resignation."""

    most: ClassVar[int] = 1_000_000

    challenges: int | None = 20
    """Challenges that one person makes within an hour, including withdrawn ones."""
    challenges_to_one: int | None = 6
    """Challenges by one person to another within an hour, not counting accepted ones."""
    challenges_in_server: int | None = 100
    open_challenges: int | None = 10
    """Challenges of one person that await an answer."""
    matches: int | None = 200
    matches_of_pair: int | None = 20
    """Running matches between the same two people."""
    practice: int | None = 20
    """Running matches of one person against computer players."""
    bumps: int | None = 20
    """Boards that one person bumps within an hour."""
    imports: int | None = 60
    """Records and positions that one person imports within an hour."""
    exports: int | None = 20
    """Exports of all records or all personal data by one person within an hour."""
    prepared: int | None = 50
    """Replies that one person has prepared in one match, never more than `conditional.MOST_REPLIES`."""
    pickers: int | None = 300
    """Move pickers that one person opens within an hour; counted in memory only."""
    hints: int | None = 120
    """Hints that one person asks for within an hour; counted in memory only."""
    pings: int | None = 6
    """Pings by one person to another within an hour, counted since the other person's last action."""


def seconds_to_wait(times: Sequence[int], most: int | None, now: int) -> int:
    """Seconds until the action is allowed again: 0 if it is allowed now, an hour if `most` is 0.

    `times` are the UTC seconds of the actions within the last hour, newest first.
    """
    if most is None or len(times) < most:
        return 0
    return max(times[most - 1] + HOUR - now, 0) if most else HOUR


def check_hour(times: Sequence[int], most: int | None, now: int, refusal: Sentence) -> None:
    """Raise the refusal, with the remaining wait as its field `time`, after `most` actions within an hour."""
    if wait := seconds_to_wait(times, most, now):
        raise Refusal(replace(refusal, fields={**refusal.fields, "time": lasting(wait)}))
