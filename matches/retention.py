"""Retention: how long is kept what nobody needs any more."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Self

from matches.limits import read_numbers, write_numbers

SHORTEST = 30
"""Days that everything is kept at least: what is younger may still be needed."""
A_YEAR = 366
"""Days that vacations are kept at least: those of one year are added up."""
LONGEST = 36_500


@dataclass(frozen=True, slots=True)
class Retention:
    """After how many days something is deleted; None is never."""

    challenges: int | None = 90
    """Challenges that came to nothing, and the notes of those that became matches; counted from when they were made."""
    vacations: int | None = 400
    """Vacations, counted from their end; those of one year are added up."""
    matches: int | None = None
    """Matches that are over, with their moves, counted from their end. Scores and ratings stay as they are."""

    studies: int | None = None
    """Studies, counted from when they were last opened."""

    @classmethod
    def off(cls) -> Self:
        """Nothing is ever deleted."""
        return cls(**dict.fromkeys(_names(cls), None))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `usual`, `off`, or what differs from the usual: `matches=730, challenges=off`.

        Raises ValueError with a sentence for any other text.
        """
        match text.strip().casefold():
            case "usual":
                return cls()
            case "off":
                return cls.off()
        found = cls(**read_numbers(text, _names(cls), LONGEST))
        for name, least in (
            ("challenges", SHORTEST),
            ("vacations", A_YEAR),
            ("matches", SHORTEST),
            ("studies", SHORTEST),
        ):
            days = getattr(found, name)
            if days is not None and days < least:
                raise ValueError(f"{name}: at least {least} days, or off")
        return found

    def __str__(self) -> str:
        """The text that `parse` reads."""
        if self == type(self).off():
            return "off"
        return write_numbers(self, type(self)()) or "usual"


def _names(kind: type[Retention]) -> list[str]:
    return [field.name for field in fields(kind)]
