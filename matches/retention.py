"""Retention: how long is kept what nobody needs any more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from matches.numbers import Numbers

SHORTEST = 30
"""Days that everything is kept at least: what is younger may still be needed."""
A_YEAR = 366
"""Days that vacations are kept at least: those of one year are added up."""


@dataclass(frozen=True, slots=True)
class Retention(Numbers):
    """After how many days something is deleted; None is never."""

    most: ClassVar[int] = 36_500

    challenges: int | None = 90
    """Challenges that came to nothing, and the notes of those that became matches; counted from when they were made."""
    vacations: int | None = 400
    """Vacations, counted from their end; those of one year are added up."""
    matches: int | None = None
    """Matches that are over, with their moves, counted from their end. Scores and ratings stay as they are."""

    studies: int | None = None
    """Studies, counted from when they were last opened."""

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
