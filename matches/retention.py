"""Retention: after how many days old records are deleted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from matches.numbers import Numbers

SHORTEST = 30
"""The fewest days for which records can be kept: younger ones may still be needed."""
A_YEAR = 366
"""The fewest days for which vacations can be kept: those of one year are added up."""


@dataclass(frozen=True, slots=True)
class Retention(Numbers):
    """The days after which each kind of record is deleted; None is never."""

    most: ClassVar[int] = 36_500

    challenges: int | None = 90
    """Days after a challenge was made: it is deleted if it became no match, else only its note."""
    vacations: int | None = 400
    """Days after the end of a vacation."""
    matches: int | None = None
    """Days after the end of a match: it is deleted with its moves. Scores and ratings stay as they are."""

    studies: int | None = None
    """Days after a study was last opened."""

    def check(self) -> None:
        for name, least in (
            ("challenges", SHORTEST),
            ("vacations", A_YEAR),
            ("matches", SHORTEST),
            ("studies", SHORTEST),
        ):
            days = getattr(self, name)
            if days is not None and days < least:
                raise ValueError(f"{name}: at least {least} days, or off")
