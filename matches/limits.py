"""Limits: how much one person may do within an hour, and how much may be open at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from matches.errors import Refusal
from matches.numbers import Numbers
from matches.timecontrol import HOUR, lasting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from language import Sentence


@dataclass(frozen=True, slots=True)
class Limits(Numbers):
    """The most of each kind; None is without limit. No limit ever refuses a move, a take-back or a resignation."""

    most: ClassVar[int] = 1_000_000

    challenges: int | None = 20
    """Challenges that one person makes within an hour, with those that were withdrawn."""
    challenges_to_one: int | None = 6
    """Challenges by one person to another within an hour that were not accepted."""
    challenges_in_server: int | None = 100
    """Challenges made in one server within an hour."""
    open_challenges: int | None = 10
    """Challenges of one person that wait for an answer."""
    matches: int | None = 200
    """Running matches of one person."""
    matches_of_pair: int | None = 20
    """Running matches between the same two people."""
    practice: int | None = 20
    """Running matches of one person against computer players."""
    bumps: int | None = 20
    """Boards that one person bumps within an hour."""
    imports: int | None = 60
    """Records and positions that one person hands in within an hour."""
    exports: int | None = 20
    """Files with all records, or with everything that is held, that one person takes within an hour."""
    prepared: int | None = 50
    """Answers that one person has prepared in one match; the limit can be no higher than `conditional.MOST`."""
    pickers: int | None = 300
    """Pickers that one person opens within an hour; counted in memory only."""
    hints: int | None = 120
    """Hints that one person asks for within an hour; counted in memory only."""
    pings: int | None = 6
    """Pings by one person to another within an hour, since the other last did something."""


def seconds_to_wait(times: Sequence[int], most: int | None, now: int) -> int:
    """The seconds until one more is allowed; 0 if it is allowed now, an hour where `most` is 0.

    `times` are the UTC seconds at which it was done within the last hour, the newest first.
    """
    if most is None or len(times) < most:
        return 0
    return max(times[most - 1] + HOUR - now, 0) if most else HOUR


def check_hour(times: Sequence[int], most: int | None, now: int, refusal: Sentence) -> None:
    """Refuse what was done `most` times within an hour. The sentence is given its field `time`: how long to wait."""
    if wait := seconds_to_wait(times, most, now):
        raise Refusal(replace(refusal, fields={**refusal.fields, "time": lasting(wait)}))
