"""Several numbers in one setting: `usual`, `off`, or those that differ from the usual ones by name."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar, Self


@dataclass(frozen=True, slots=True)
class Numbers:
    """Fields that are a number, or None for off; their defaults are the usual ones."""

    most: ClassVar[int]
    """The largest number that can be set."""

    @classmethod
    def off(cls) -> Self:
        """The value in which each number is None."""
        return cls(**dict.fromkeys(_names(cls), None))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `usual`, `off`, or what differs from the usual: `pings=3, bumps=off`.

        Raises ValueError with a sentence for any other text.
        """
        match text.strip().casefold():
            case "usual":
                return cls()
            case "off":
                return cls.off()
        found = cls(**cls._read(text))
        found.check()
        return found

    def check(self) -> None:
        """Raise ValueError with a sentence if a number must not be set."""

    def __str__(self) -> str:
        """The text that `parse` reads."""
        if self == type(self).off():
            return "off"
        usual, found = type(self)(), []
        for name in _names(type(self)):
            value = getattr(self, name)
            if value != getattr(usual, name):
                found.append(f"{name}={'off' if value is None else value}")
        return ", ".join(found) or "usual"

    @classmethod
    def _read(cls, text: str) -> dict[str, int | None]:
        found: dict[str, int | None] = {}
        names = _names(cls)
        for part in filter(None, (part.strip() for part in text.split(","))):
            name, equals, value = (piece.strip().casefold() for piece in part.partition("="))
            if not equals or name not in names:
                raise ValueError(f"“{part[:40]}” is not known; write off, or name=number with {', '.join(names)}")
            if value != "off" and not (value.isascii() and value.isdigit() and len(value) <= len(str(cls.most))):
                raise ValueError(f"{name}: “{value[:40]}” is neither off nor a number up to {cls.most}")
            found[name] = None if value == "off" else min(int(value), cls.most)
        return found


def _names(kind: type[Numbers]) -> list[str]:
    return [field.name for field in fields(kind)]
