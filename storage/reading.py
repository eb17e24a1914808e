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
from matches import model, movetext, notation, ratings, timecontrol
from matches.errors import Damaged, Refusal
from matches.timecontrol import EARLIEST, LATEST

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from storage.driver import Row

log = logging.getLogger(__name__)

Record = TypeVar("Record")

FAULTS = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError, Refusal)
"""What is raised where a row does not hold what it should."""
LARGEST = 2**63 - 2**50
"""No number of a record is larger, so that a little can be added to each of them."""
LARGEST_ID = 2**63 - 1
"""An id may be as large as the databases can keep: nothing is added to it."""
LARGEST_REAL = 1e9
LONGEST = 200
"""The most characters of a fault that the log tells."""
NAMES: dict[str, Any] = {
    name: value
    for module in (abc, games, timecontrol, model, ratings, movetext, notation)
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
            kind: Any = type(record)
            _checks(kind)(record)
        except FAULTS as error:
            first = next(iter(row.keys()))
            note(self._what, f"{first} {row[first]}", error)
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


def note(what: str, which: str, error: Exception) -> None:
    """Say in one line of the log that something cannot be read, and why."""
    text = f"{type(error).__name__}: {error}"[:LONGEST]
    log.error("%s cannot be read (%s): %s", what, which, text)


@cache
def _checks(kind: type) -> Callable[[Any], None]:
    """What raises ValueError if a field of a record of this kind holds what it is not declared to hold.

    It is one compiled function, like the `__init__` of a dataclass: every row that is read goes through it.
    """
    known: dict[str, Any] = {"Mapping": abc.Mapping, "KNOWN": KNOWN}
    lines = ["def check(record):"]
    for name, fits in _fields(kind, "record", known):
        lines += [f"    if not ({fits}):", f"        raise ValueError(f'{name} is {{record.{name}!r}}')"]
    exec("\n".join([*lines, "    return"]), known)  # noqa: S102 (made of declarations of ours)
    check: Callable[[Any], None] = known["check"]
    return check


def _fields(kind: type, record: str, known: dict[str, Any]) -> list[tuple[str, str]]:
    """The fields of a kind of record, with expressions for whether those of `record` hold what they should."""
    if not is_dataclass(kind):
        return []
    hints = get_type_hints(kind, localns=NAMES)
    return [(one.name, _field(one.name, hints[one.name], f"{record}.{one.name}", known)) for one in fields(kind)]


def _field(name: str, hint: Any, value: str, known: dict[str, Any]) -> str:  # noqa: ANN401 (what it is declared with)
    """Whether a field holds what it should, which its name may tell, too: it is a game, an id, or a time."""
    if name == "game":
        return f"{value} in KNOWN"
    fits = f"({_fit(hint, value, known)})"
    if name == "id" or name.endswith("_id"):
        return f"{fits} or (isinstance({value}, int) and {LARGEST} < {value} <= {LARGEST_ID})"
    if name in {"at", "deadline"} or name.endswith("_at"):
        return f"{fits} and ({value} is None or {EARLIEST} <= {value} <= {LATEST})"
    return fits


def _fit(hint: Any, value: str, known: dict[str, Any]) -> str:  # noqa: ANN401 (what a field is declared with)
    """An expression for whether a value is one of those that this declaration allows; `known` are names in it."""
    kind, inner = get_origin(hint) or hint, get_args(hint)
    if kind is Literal:
        return f"isinstance({value}, (str, int)) and {value} in {inner!r}"
    if kind in {Union, UnionType}:
        nothing_first = sorted(inner, key=lambda one: one is not NoneType)  # None takes the least time to check
        return " or ".join(f"({_fit(one, value, known)})" for one in nothing_first)
    if kind is NoneType:
        return f"{value} is None"
    if kind is int:
        return f"isinstance({value}, int) and {-LARGEST} <= {value} <= {LARGEST}"
    if kind is float:
        return f"isinstance({value}, (int, float)) and {-LARGEST_REAL} <= {value} <= {LARGEST_REAL}"
    name = f"kind_{len(known)}"
    known[name] = kind
    right_kind = f"isinstance({value}, {name})"
    if kind is tuple and inner[-1] is not Ellipsis:
        parts = [f"({_fit(one, f'{value}[{n}]', known)})" for n, one in enumerate(inner)]
        return " and ".join([right_kind, f"len({value}) == {len(inner)}", *parts])
    if isinstance(kind, type) and issubclass(kind, abc.Mapping):
        key, held = _fit(inner[0], "key", known), _fit(inner[1], "held", known)
        fits = f"not {value} or all(({key}) and ({held}) for key, held in {value}.items())"
        return f"isinstance({value}, (dict, Mapping)) and ({fits})"
    if isinstance(kind, type) and issubclass(kind, abc.Collection) and inner:
        each = _fit(inner[0], "one", known)
        return f"{right_kind} and not isinstance({value}, str) and all({each} for one in {value})"
    return " and ".join([right_kind, *(f"({fits})" for _, fits in _fields(kind, value, known))])
