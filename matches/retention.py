"""Retention: how long stored data is kept, in days."""

from dataclasses import dataclass
from typing import ClassVar

from matches.numbers import Numbers

SHORTEST = 30
"""The shortest retention in days: younger rows may still be needed."""
A_YEAR = 366
"""The shortest retention of vacations in days: the yearly balance counts them."""


@dataclass(frozen=True, slots=True)
class Retention(Numbers):
    """The days after which each kind of row is deleted; None means never."""

    most: ClassVar[int] = 36_500

    challenges: int | None = 90
    """Days after a challenge was made. One that became a match only loses its note."""
    vacations: int | None = 400
    """Days after the end of a vacation."""
    matches: int | None = None
    """Days after a match ended. It is deleted with its moves; scores and ratings are kept."""
    studies: int | None = None
    """Days after a study was last opened."""

    def check(self) -> None:
        for name in ("challenges", "vacations", "matches", "studies"):
            days, least = getattr(self, name), A_YEAR if name == "vacations" else SHORTEST
            if days is not None and days < least:
                raise ValueError(f"{name}: at least {least} days, or off")
