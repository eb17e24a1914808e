"""Limits: how much one person may do within an hour, and how much may be open at once."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Self

from matches.errors import Refusal
from matches.timecontrol import HOUR, lasting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from _typeshed import DataclassInstance

    from language import Sentence

MOST = 1_000_000
"""The largest limit that can be set."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many of each; None is without limit. No limit ever refuses a move, a take-back or a resignation."""

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

    @classmethod
    def off(cls) -> Self:
        """No limits at all."""
        return cls(**dict.fromkeys(_names(cls), None))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `usual`, `off`, or which limits differ from the usual ones: `pings=3, bumps=off`.

        Raises ValueError with a sentence for any other text.
        """
        match text.strip().casefold():
            case "usual":
                return cls()
            case "off":
                return cls.off()
        return cls(**read_numbers(text, _names(cls), MOST))

    def __str__(self) -> str:
        """The text that `parse` reads."""
        if self in {type(self)(), type(self).off()}:
            return "usual" if self.pings is not None else "off"
        return write_numbers(self, type(self)())


def read_numbers(text: str, names: Sequence[str], most: int) -> dict[str, int | None]:
    """Read `pings=3, bumps=off`: a number up to `most`, or None for off, under some of these names.

    Raises ValueError with a sentence for any other text.
    """
    found: dict[str, int | None] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (piece.strip().casefold() for piece in part.partition("="))
        if not equals or name not in names:
            raise ValueError(f"“{part[:40]}” is not known; write off, or name=number with {', '.join(names)}")
        if value != "off" and not (value.isascii() and value.isdigit() and len(value) <= len(str(most))):
            raise ValueError(f"{name}: “{value[:40]}” is neither off nor a number up to {most}")
        found[name] = None if value == "off" else min(int(value), most)
    return found


def write_numbers(chosen: DataclassInstance, usual: DataclassInstance) -> str:
    """The text that `read_numbers` reads, of the fields that are not as usual."""
    found = []
    for field in fields(chosen):
        value = getattr(chosen, field.name)
        if value != getattr(usual, field.name):
            found.append(f"{field.name}={'off' if value is None else value}")
    return ", ".join(found)


def _names(kind: type[Limits]) -> list[str]:
    return [field.name for field in fields(kind)]


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
