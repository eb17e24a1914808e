"""One way from a row to a record: a row that fits no record is damaged, and stops nothing but itself."""

from __future__ import annotations

import logging
from collections import abc
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import games
from matches import movetext, notation, ratings, records, timecontrol
from matches.errors import Damaged, Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from storage.driver import Row

log = logging.getLogger(__name__)

Record = TypeVar("Record")
Fits: Any = abc.Callable[[Any], bool]

FAULTS = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError, Refusal)
"""What is raised where a row does not hold what it should."""
LARGEST = 2**63 - 2**50
"""No number of a record is larger, so that a little can be added to each of them."""
LARGEST_ID = 2**63 - 1
"""An id may be as large as the databases can keep: nothing is added to it."""
LATEST = 2**36
"""No time of a record is later, which is some 2,000 years ahead."""
LARGEST_REAL = 1e9
LONGEST = 200
"""Characters of a fault that the log tells."""
NAMES: dict[str, Any] = {
    name: value
    for module in (abc, games, timecontrol, records, ratings, movetext, notation)
    for name, value in vars(module).items()
}
"""What the fields of records are declared with."""
KNOWN = set(games.GAMES)
"""The games that a record may name."""


class Reading(Generic[Record]):
    """How the records of one kind are read."""

    def __init__(
        self, what: str, make: Callable[[Row], Record], damaged: Callable[[Row], Damaged] = lambda _: Damaged()
    ) -> None:
        """`what` names the kind for the log; `damaged` says to people that this row cannot be read."""
        self._what = what
        self._make = make
        self._damaged = damaged

    def one(self, row: Row) -> Record:
        """The record of a row. Raises Damaged, and says why in one line of the log, where it cannot be read."""
        try:
            record = self._make(row)
            _check(record)
        except FAULTS as error:
            first = next(iter(row.keys()))
            text = f"{type(error).__name__}: {error}"[:LONGEST]
            log.error("%s cannot be read (%s %s): %s", self._what, first, row[first], text)  # noqa: TRY400 (one line)
            raise self._damaged(row) from error
        return record

    def maybe(self, row: Row | None) -> Record | None:
        """The record of a row; None where there is no row, or one that cannot be read."""
        with suppress(Damaged):
            return None if row is None else self.one(row)
        return None

    def each(self, rows: Iterable[Row]) -> list[Record]:
        """The records of several rows, without those that cannot be read."""
        found = []
        for row in rows:
            with suppress(Damaged):
                found.append(self.one(row))
        return found


def _check(record: Any) -> None:  # noqa: ANN401 (of any kind)
    """Raise ValueError if a field of a record holds what it is not declared to hold."""
    kind: Any = type(record)
    for name, fits in _fields(kind):
        if not fits(getattr(record, name)):
            raise ValueError(f"{name} is {getattr(record, name)!r}")


@cache
def _fields(kind: type) -> tuple[tuple[str, Callable[[Any], bool]], ...]:
    """The fields of a kind of record, and what their values have to be."""
    if not is_dataclass(kind):
        return ()
    hints = get_type_hints(kind, localns=NAMES)
    return tuple((one.name, _field(one.name, _fit(hints[one.name]))) for one in fields(kind))


def _field(name: str, fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """What the values of a field have to be, which its name may tell, too: it is a game, an id, or a time."""
    if name == "game":
        return lambda value: value in KNOWN
    if name == "id" or name.endswith("_id"):
        return lambda value: fits(value) or (isinstance(value, int) and LARGEST < value <= LARGEST_ID)
    if name in {"at", "deadline"} or name.endswith("_at"):
        return lambda value: fits(value) and (value is None or -LATEST <= value <= LATEST)
    return fits


@cache
def _fit(hint: Any) -> Callable[[Any], bool]:  # noqa: ANN401 (what a field is declared with)
    """Whether a value is one of those that this declaration allows."""
    kind, inner = get_origin(hint) or hint, get_args(hint)
    if kind is Literal:
        return lambda value: isinstance(value, str | int) and value in inner
    if kind in {Union, UnionType}:
        ways = [_fit(one) for one in inner]
        return lambda value: any(fits(value) for fits in ways)
    if kind is bool or kind is str or kind is NoneType:
        return lambda value: isinstance(value, kind)
    if kind is int:
        return lambda value: isinstance(value, int) and -LARGEST <= value <= LARGEST
    if kind is float:
        return lambda value: isinstance(value, int | float) and -LARGEST_REAL <= value <= LARGEST_REAL
    if kind is tuple and inner[-1] is not Ellipsis:
        parts = [_fit(one) for one in inner]
        return lambda value: (
            isinstance(value, tuple)
            and len(value) == len(parts)
            and all(f(v) for f, v in zip(parts, value, strict=True))
        )
    if isinstance(kind, type) and issubclass(kind, abc.Mapping):
        key, held = _fit(inner[0]), _fit(inner[1])
        return lambda value: isinstance(value, abc.Mapping) and all(key(k) and held(v) for k, v in value.items())
    if isinstance(kind, type) and issubclass(kind, abc.Collection):
        each = _fit(inner[0])
        return lambda value: isinstance(value, kind) and not isinstance(value, str) and all(map(each, value))
    return lambda value: isinstance(value, kind) and all(fits(getattr(value, name)) for name, fits in _fields(kind))
