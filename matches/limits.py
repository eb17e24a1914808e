"""Limits on what one person may do, and retention periods for data.

Each is a setting with several named numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import ClassVar, Self

from language import Sentence
from matches.errors import Refusal
from matches.timecontrol import HOUR, lasting

SHORTEST = 30
"""The shortest retention in days, because younger rows may still be needed."""
A_YEAR = 366
"""The shortest retention of vacations in days, because the yearly balance counts them."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """Base class for groups of numeric settings. A value of None turns a setting off."""

    maximum: ClassVar[int]
    """The largest allowed value of a field."""

    @classmethod
    def off(cls) -> Self:
        """Return the settings with every field off."""
        return cls(**dict.fromkeys(_names(cls), None))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse `usual`, `off`, or a list of the fields that differ from the defaults, such as `pings=3, bumps=off`.

        Raises ValueError with a message for the operator.
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
        """Raise ValueError if a field's value is not allowed."""

    def __str__(self) -> str:
        """Return the text that `parse` reads."""
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
            if value != "off" and not (value.isascii() and value.isdigit() and len(value) <= len(str(cls.maximum))):
                raise ValueError(f"{name}: “{value[:40]}” is neither off nor a number up to {cls.maximum}")
            numbers[name] = None if value == "off" else min(int(value), cls.maximum)
        return numbers


def _names(kind: type[Numbers]) -> list[str]:
    return [field.name for field in fields(kind)]


@dataclass(frozen=True, slots=True)
class Limits(Numbers):
    """The limits set by the owner. None means unlimited.

    Moves, takebacks and resignations have no limits.
    """

    maximum: ClassVar[int] = 1_000_000

    challenges: int | None = 20
    """The challenges that one person may make within an hour, including withdrawn ones."""
    challenges_to_one: int | None = 6
    """The challenges that one person may make to another within an hour, not counting accepted ones."""
    challenges_in_server: int | None = 100
    open_challenges: int | None = 10
    """The challenges of one person that may be open at the same time."""
    matches: int | None = 200
    matches_of_pair: int | None = 20
    """The running matches that the same two people may have."""
    practice: int | None = 20
    """The running matches that one person may have against computer players."""
    starts: int | None = 30
    """The matches against or between computer players that one person may start within an hour."""
    votes_in_channel: int | None = 2
    """The running matches with voting that one channel may have."""
    votes_in_server: int | None = 5
    bumps: int | None = 20
    """The boards that one person may bump within an hour."""
    imports: int | None = 60
    """The records and positions that one person may import within an hour."""
    exports: int | None = 20
    """The exports of all records or all personal data that one person may request within an hour."""
    prepared: int | None = 50
    """The replies that one person may prepare in one match. `conditional.MOST_REPLIES` is an upper bound."""
    pickers: int | None = 300
    """The move pickers that one person may open within an hour. They are counted only in memory."""
    hints: int | None = 120
    """The hints that one person may request within an hour. They are counted only in memory."""
    pings: int | None = 6
    """The pings that one person may send another within an hour, counted since the other person's last action."""


def seconds_to_wait(times: Sequence[int], limit: int | None, now: int) -> int:
    """Return how many seconds a person must wait before the action is allowed again, or 0 if it is allowed now.

    `times` are the UTC seconds of the actions within the last hour, newest first. If `limit` is 0, the result is an
    hour.
    """
    if limit is None or len(times) < limit:
        return 0
    return max(times[limit - 1] + HOUR - now, 0) if limit else HOUR


def check_hour(times: Sequence[int], limit: int | None, now: int, refusal: Sentence) -> None:
    """Raise Refusal with this sentence if at least `limit` actions were taken within the last hour.

    The sentence's field `time` is set to how long the person must wait.
    """
    if wait := seconds_to_wait(times, limit, now):
        raise Refusal(replace(refusal, fields={**refusal.fields, "time": lasting(wait)}))


@dataclass(frozen=True, slots=True)
class Retention(Numbers):
    """The number of days after which each kind of data is deleted, or None if it is kept forever."""

    maximum: ClassVar[int] = 36_500

    challenges: int | None = 90
    """The days after a challenge was made. A challenge that became a match only loses its note."""
    vacations: int | None = 400
    """The days after a vacation ended."""
    matches: int | None = None
    """The days after a match ended. The match is deleted with its moves, but scores and ratings are kept."""
    studies: int | None = None
    """The days after a study was last opened."""

    def check(self) -> None:
        for name in ("challenges", "vacations", "matches", "studies"):
            days, least = getattr(self, name), A_YEAR if name == "vacations" else SHORTEST
            if days is not None and days < least:
                raise ValueError(f"{name}: at least {least} days, or off")
