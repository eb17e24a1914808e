"""Vacations: a yearly allowance of days during which all clocks of a person are paused."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from matches.timecontrol import DAY

DAYS_A_YEAR = 21


@dataclass(frozen=True, slots=True)
class Vacation:
    """A vacation from `started_at` until `ends_at`, in UTC seconds."""

    person_id: int
    started_at: int
    ends_at: int


@dataclass(frozen=True, slots=True)
class Balance:
    """The current vacation, if any, and the seconds left of this UTC year's allowance."""

    vacation: Vacation | None
    left: int


def year_of(at: int) -> tuple[int, int]:
    """The start of the UTC year that contains `at`, and that of the next year."""
    year = datetime.fromtimestamp(at, UTC).year
    return int(datetime(year, 1, 1, tzinfo=UTC).timestamp()), int(datetime(year + 1, 1, 1, tzinfo=UTC).timestamp())


def left_in_year(vacations: Iterable[Vacation], at: int) -> int:
    """The seconds that these vacations leave of the allowance for the UTC year of `at`."""
    begin, end = year_of(at)
    spent = sum(max(0, min(away.ends_at, end) - max(away.started_at, begin)) for away in vacations)
    return DAYS_A_YEAR * DAY - spent


def affordable(vacations: Iterable[Vacation], wanted: Vacation) -> bool:
    """Whether the allowance covers this vacation in each year that it touches."""
    together = [*vacations, wanted]
    return left_in_year(together, wanted.started_at) >= 0 and left_in_year(together, wanted.ends_at) >= 0
