"""Settings made of several named numbers: `usual`, `off`, or `name=number` for those that differ from the defaults."""

from dataclasses import dataclass, fields
from typing import ClassVar, Self


@dataclass(frozen=True, slots=True)
class Numbers:
    """The base class of settings whose fields are numbers, or None for off."""

    most: ClassVar[int]
    """The largest value of a field."""

    @classmethod
    def off(cls) -> Self:
        """The setting with every field off."""
        return cls(**dict.fromkeys(_names(cls), None))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse `usual`, `off`, or the fields that differ from the defaults: `pings=3, bumps=off`.

        Raises ValueError, whose message is for the operator.
        """
        match text.strip().casefold():
            case "usual":
                return cls()
            case "off":
                return cls.off()
        numbers = cls(**cls._read(text))
        numbers.check()
        return numbers

    def check(self) -> None:
        """Raise ValueError if the value of a field is not allowed."""

    def __str__(self) -> str:
        """The text that `parse` reads."""
        if self == type(self).off():
            return "off"
        usual = type(self)()
        values = ((name, getattr(self, name)) for name in _names(type(self)))
        changed = [(name, value) for name, value in values if value != getattr(usual, name)]
        return ", ".join(f"{name}={'off' if value is None else value}" for name, value in changed) or "usual"

    @classmethod
    def _read(cls, text: str) -> dict[str, int | None]:
        numbers: dict[str, int | None] = {}
        names = _names(cls)
        for part in filter(None, (part.strip() for part in text.split(","))):
            name, equals, value = (piece.strip().casefold() for piece in part.partition("="))
            if not equals or name not in names:
                raise ValueError(f"“{part[:40]}” is not known; write off, or name=number with {', '.join(names)}")
            if value != "off" and not (value.isascii() and value.isdigit() and len(value) <= len(str(cls.most))):
                raise ValueError(f"{name}: “{value[:40]}” is neither off nor a number up to {cls.most}")
            numbers[name] = None if value == "off" else min(int(value), cls.most)
        return numbers


def _names(kind: type[Numbers]) -> list[str]:
    return [field.name for field in fields(kind)]
