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
    """How many of each; None is without limit. No limit ever refuses a move, a take-back or a resignation."""

    most: ClassVar[int] = 1_000_000

    challenges: int | None = 20
    """Challenges that one person makes within an hour, those that were withdrawn included."""
    challenges_to_one: int | None = 6
    """Challenges within an hour by one person to another, unless they were accepted."""
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
    prepared: int | None = 50
    """Answers that one person has prepared in one match; never more than `conditional.MOST`."""
    pickers: int | None = 300
    """Pickers that one person opens within an hour; counted in memory only."""
    pings: int | None = 6
    """Pings within an hour by one person to another who has not acted since."""


def seconds_to_wait(times: Sequence[int], most: int | None, now: int) -> int:
    """How long until one more fits into an hour; 0 if it does now. `times` says when it was done, the newest first.

    Where nothing is allowed at all it is an hour.
    """
    if most is None or len(times) < most:
        return 0
    return max(times[most - 1] + HOUR - now, 0) if most else HOUR


def check_hour(times: Sequence[int], most: int | None, now: int, refusal: Sentence) -> None:
    """Refuse what was done `most` times within an hour. The sentence is given its field `time`: how long to wait."""
    if wait := seconds_to_wait(times, most, now):
        raise Refusal(replace(refusal, fields={**refusal.fields, "time": lasting(wait)}))
