"""Converts rows to model objects, logging and skipping damaged rows so that the others remain usable."""

import logging
from collections import abc
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import games
from matches.errors import Damaged, Refusal
from matches.hours import zones
from matches.timecontrol import EARLIEST, LATEST
from storage.driver import Row

Check = Callable[[Any], bool]
"""Returns whether a field may have this value."""

log = logging.getLogger(__name__)

Model = TypeVar("Model")

FAULTS = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError, Refusal)
"""The exceptions that a damaged row can raise while it is converted."""
LARGEST = 2**63 - 2**50
"""The largest number in a model object, chosen so that the databases can still store sums of numbers."""
LARGEST_ID = 2**63 - 1
"""The largest ID that the databases can store. Unlike other numbers, IDs are never added up."""
LARGEST_REAL = 1e9
LONGEST = 200
"""The most characters of an error that are logged."""
KNOWN = set(games.GAMES)
"""The games that a row may name, by key."""


class Rows(Generic[Model]):
    """Converts rows of one kind into model objects."""

    def __init__(
        self, what: str, make: Callable[[Row], Model], damaged: Callable[[Row], Damaged] = lambda _: Damaged()
    ) -> None:
        """Create a converter. `what` names the rows in the log, and `damaged` creates the error that people see."""
        self._what = what
        self._make = make
        self._damaged = damaged

    def one(self, row: Row) -> Model:
        """Convert a row to a model object. If that fails, log the reason and raise Damaged."""
        try:
            made = self._make(row)
            kind: Any = type(made)
            for name, fits in checks_of(kind).items():
                if not fits(getattr(made, name)):
                    raise ValueError(f"{name} is {getattr(made, name)!r}")
        except FAULTS as error:
            key = "id" if "id" in row else next(iter(row))
            note(self._what, f"{key} {row[key]}", error)
            raise self._damaged(row) from error
        return made

    def maybe(self, row: Row | None) -> Model | None:
        """Convert a row to a model object, or return None if there is no row or it is damaged."""
        with suppress(Damaged):
            return None if row is None else self.one(row)
        return None

    def each(self, rows: Iterable[Row]) -> list[Model]:
        """Convert rows to model objects, skipping damaged rows."""
        made = []
        for row in rows:
            with suppress(Damaged):
                made.append(self.one(row))
        return made


def note(what: str, which: str, error: Exception) -> None:
    """Log what cannot be read and why, in a single line."""
    text = f"{type(error).__name__}: {error}"[:LONGEST]
    log.error("%s cannot be read (%s): %s", what, which, text)


def hints_of(kind: type) -> dict[str, Any]:
    """Return the types of a dataclass's fields, keyed by name, or an empty dict for any other class."""
    if not is_dataclass(kind):
        return {}
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


@cache
def checks_of(kind: type) -> dict[str, Check]:
    """Return the functions that check whether a model class's field values are valid, keyed by field name."""
    return {name: _check_of(name, hint) for name, hint in hints_of(kind).items()}


def _check_of(name: str, hint: Any) -> Check:  # noqa: ANN401 (a type annotation)
    """Return the function that checks a field's values, by its type and, for some fields, by its name."""
    if name == "game":
        return KNOWN.__contains__ if hint is str else (KNOWN | {None}).__contains__
    if name == "zone":
        return lambda value: value in zones()
    if name == "id" or name.endswith("_id"):
        return _fits(hint, -LARGEST, LARGEST_ID)
    if name in {"at", "deadline"} or name.endswith("_at"):
        return _fits(hint, EARLIEST, LATEST)
    return _fits(hint)


def _fits(hint: Any, least: int = -LARGEST, maximum: int = LARGEST) -> Check:  # noqa: ANN401 (a type annotation)
    """Return a function that checks whether a value has this type, with integers between `least` and `maximum`."""
    kind, inner = get_origin(hint) or hint, get_args(hint)
    if kind is Literal:
        return lambda value: isinstance(value, (str, int)) and value in inner
    if kind in {Union, UnionType}:
        (fits,) = [_fits(option, least, maximum) for option in inner if option is not NoneType]
        return lambda value: value is None or fits(value)
    if kind is int:
        return lambda value: isinstance(value, int) and least <= value <= maximum
    if kind is float:
        return lambda value: isinstance(value, (int, float)) and -LARGEST_REAL <= value <= LARGEST_REAL
    if kind is tuple and inner[-1] is not Ellipsis:
        parts = [_fits(part) for part in inner]
        return lambda value: (
            isinstance(value, tuple)
            and len(value) == len(parts)
            and all(fits(part) for fits, part in zip(parts, value, strict=True))
        )
    if issubclass(kind, abc.Mapping):
        key_fits, value_fits = map(_fits, inner)
        return lambda value: (
            isinstance(value, (dict, abc.Mapping))
            and all(key_fits(key) and value_fits(held) for key, held in value.items())
        )
    if issubclass(kind, abc.Collection) and inner:
        fits = _fits(inner[0])
        return lambda value: isinstance(value, kind) and not isinstance(value, str) and all(map(fits, value))
    if checks := checks_of(kind):
        return lambda value: (
            isinstance(value, kind) and all(fits(getattr(value, name)) for name, fits in checks.items())
        )
    return lambda value: isinstance(value, kind)
