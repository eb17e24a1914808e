"""Table columns: their names in statements, their types, and how they store model fields."""

from __future__ import annotations

import json
from collections import abc
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from operator import attrgetter, itemgetter
from types import NoneType
from typing import Any, Literal, NamedTuple, get_args, get_origin

from matches.timecontrol import TimeControl
from storage.driver import Row, marks
from storage.rows import hints_of

_clock = lru_cache(maxsize=100)(TimeControl.parse)
"""The parser of time controls. It is cached because time controls are values and only a few are common."""


class Columns(tuple[str, ...]):
    """Column names that an f-string formats as a comma-separated list for an SQL statement, such as `a, b`.

    The texts are cached, because building them for each statement would take about 3 % of a move.
    """

    __slots__ = ()

    def __str__(self) -> str:
        return _listed(self)

    @property
    def inserted(self) -> str:
        """The text of an insertion: `(a, b) VALUES (?, ?)`."""
        return _inserted(self)

    @property
    def assigned(self) -> str:
        """The text of an update: `a = ?, b = ?`."""
        return _listed(self, "{0} = ?")

    @property
    def excluded(self) -> str:
        """The assignments in an upsert's UPDATE clause, such as `a = excluded.a, b = excluded.b`."""
        return _listed(self, "{0} = excluded.{0}")

    def of(self, table: str) -> str:
        """Return the columns qualified with the table's name for use in joins, such as `table.a AS a, table.b AS b`."""
        return _listed(self, f"{table}.{{0}} AS {{0}}")

    def without(self, *names: str) -> Columns:
        """Return all columns except these."""
        return Columns(name for name in self if name not in names)


@cache
def _listed(columns: Columns, shape: str = "{0}") -> str:
    return ", ".join(map(shape.format, columns))


@cache
def _inserted(columns: Columns) -> str:
    return f"({columns}) VALUES ({marks(columns)})"


class ColumnType(NamedTuple):
    """A column's SQLite type, and whether the column may be NULL."""

    name: Literal["INTEGER", "REAL", "TEXT"]
    empty: bool


def column_type(hint: Any) -> ColumnType:  # noqa: ANN401 (a type annotation)
    """Return the type of a column that stores values of a Python type.

    Numbers have types of their own, and all else is stored as text.
    """
    kind = _kind_of(hint)
    if get_origin(kind) is Literal:
        kind = type(get_args(kind)[0])
    name: Literal["INTEGER", "REAL", "TEXT"] = "INTEGER" if kind in {int, bool} else "REAL" if kind is float else "TEXT"
    return ColumnType(name, empty=NoneType in get_args(hint) or kind is TimeControl)


def _kind_of(hint: Any) -> Any:  # noqa: ANN401 (type annotations)
    """Return a type annotation without its None."""
    options = [option for option in get_args(hint) if option is not NoneType]
    return options[0] if NoneType in get_args(hint) else hint


class Field(NamedTuple):
    """How to store a field of a model class."""

    read: Callable[[Row], object]
    """Reads the field's value from a row."""
    columns: Mapping[str, Callable[[Any], object]]
    """The columns, each with the function that returns its value for a model object."""
    types: Mapping[str, Any]
    """The values' types, by column."""


def converted_field(
    read: Callable[[Row], object],
    hint: Any = str,  # noqa: ANN401 (a type annotation)
    **columns: str | Callable[[Any], object],
) -> Field:
    """Return a field whose value `read` computes from columns of type `hint`.

    `hint` can also be a dict that maps each column's name to its type.

    Each column is given by a function or by the path of an attribute (`venue.guild_id`).
    """
    gets = {name: attrgetter(get) if isinstance(get, str) else get for name, get in columns.items()}
    return Field(read, gets, hint if isinstance(hint, Mapping) else dict.fromkeys(columns, hint))


def stored_field(hint: Any, column: str, path: str) -> Field:  # noqa: ANN401 (a type annotation)
    """Return a field that stores the attribute at `path` in one column."""
    get: Callable[[Any], Any] = attrgetter(path)
    option = _kind_of(hint)
    kind: Any = get_origin(option) or option
    if kind is bool:
        return converted_field(lambda row: bool(row[column]), hint, **{column: path})
    if kind is TimeControl:
        write = {column: lambda stored: str(get(stored) or "") or None}
        return converted_field(lambda row: _clock(row[column] or "none"), hint, **write)
    if kind is abc.Mapping:
        return converted_field(lambda row: json.loads(row[column]), **{column: lambda stored: json.dumps(get(stored))})
    if hints := hints_of(kind):
        parts = [stored_field(hint, name, f"{path}.{name}") for name, hint in hints.items()]
        reads = [part.read for part in parts]
        gets = {name: get for part in parts for name, get in part.columns.items()}
        types = {name: hint for part in parts for name, hint in part.types.items()}
        return Field(lambda row: kind(*[read(row) for read in reads]), gets, types)
    return converted_field(itemgetter(column), hint, **{column: path})
