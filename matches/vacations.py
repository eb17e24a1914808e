"""Vacations: a yearly balance of days that stop all of one's own clocks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from matches.timecontrol import DAY

if TYPE_CHECKING:
    from collections.abc import Iterable

DAYS_A_YEAR = 21


@dataclass(frozen=True, slots=True)
class Vacation:
    """A time away, from `started_at` up to `ends_at`."""

    person_id: int
    started_at: int
    ends_at: int


@dataclass(frozen=True, slots=True)
class Balance:
    """The present vacation, if any, and the seconds of this year (UTC) that are not spent or planned."""

    vacation: Vacation | None
    left: int


def year_of(at: int) -> tuple[int, int]:
    """The first moment of the UTC year of `at`, and that of the next."""
    year = datetime.fromtimestamp(at, UTC).year
    return int(datetime(year, 1, 1, tzinfo=UTC).timestamp()), int(datetime(year + 1, 1, 1, tzinfo=UTC).timestamp())


def left_in_year(vacations: Iterable[Vacation], at: int) -> int:
    """How much of the balance of the UTC year of `at` is left beside these vacations."""
    begin, end = year_of(at)
    spent = sum(max(0, min(one.ends_at, end) - max(one.started_at, begin)) for one in vacations)
    return DAYS_A_YEAR * DAY - spent


def affordable(vacations: Iterable[Vacation], wanted: Vacation) -> bool:
    """Whether the balance suffices in the year, or the two years, in which the wanted vacation lies."""
    together = [*vacations, wanted]
    return left_in_year(together, wanted.started_at) >= 0 and left_in_year(together, wanted.ends_at) >= 0
