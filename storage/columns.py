"""The columns of each table, declared once for statements, exports, and conversion to and from model objects."""

from __future__ import annotations

import json
from collections import abc
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from operator import attrgetter, itemgetter
from types import NoneType
from typing import Any, NamedTuple, TypeVar, get_args, get_origin

from matches.errors import Damaged
from matches.timecontrol import TimeControl
from storage.driver import Row, marks
from storage.rows import Rows, hints_of

Model = TypeVar("Model")

_clock = lru_cache(maxsize=100)(TimeControl.parse)
"""Time controls are values, and few of them are common."""


class Columns(tuple[str, ...]):
    """Names of columns. An f-string formats them as a list for statements: `a, b`.

    The texts are cached, because building them for each statement would cost some 3 % of a move.
    """

    __slots__ = ()

    def __str__(self) -> str:
        return _listed(self)

    @property
    def inserted(self) -> str:
        """`(a, b) VALUES (?, ?)`."""
        return _inserted(self)

    @property
    def assigned(self) -> str:
        """`a = ?, b = ?`."""
        return _listed(self, "{0} = ?")

    @property
    def excluded(self) -> str:
        """For an upsert: `a = excluded.a, b = excluded.b`."""
        return _listed(self, "{0} = excluded.{0}")

    def of(self, table: str) -> str:
        """The columns qualified by their table, for joins: `table.a AS a, table.b AS b`."""
        return _listed(self, f"{table}.{{0}} AS {{0}}")

    def without(self, *names: str) -> Columns:
        """All but these."""
        return Columns(name for name in self if name not in names)


@cache
def _listed(columns: Columns, shape: str = "{0}") -> str:
    return ", ".join(map(shape.format, columns))


@cache
def _inserted(columns: Columns) -> str:
    return f"({columns}) VALUES ({marks(columns)})"


@cache
def _upsert(table: str, columns: Columns, key: Columns) -> str:
    changed = columns.without(*key).excluded
    return f"INSERT INTO {table} {columns.inserted} ON CONFLICT ({key}) DO UPDATE SET {changed}"


class Table:
    """The declaration of a table without a model class."""

    def __init__(self, name: str, *columns: str) -> None:
        self.columns = self.all = Columns(columns)
        self._declare(name)

    def _declare(self, name: str) -> None:
        self._name = name
        TABLES[name] = self

    def upsert(self, *key: str) -> str:
        """The statement that inserts a row with all columns, or replaces the one with the same key."""
        return _upsert(self._name, self.all, Columns(key))


TABLES: dict[str, Table] = {}
"""All tables by name, once `storage.store` has been imported."""


class Field(NamedTuple):
    """A field of a model class in the database."""

    read: Callable[[Row], object]
    """The value of the field, made from a row."""
    columns: Mapping[str, Callable[[Any], object]]
    """Its columns, each with the function that gives the value to store for a model object."""


def converted(read: Callable[[Row], object], **columns: str | Callable[[Any], object]) -> Field:
    """A field with its own conversion. Each column has a function or the path of an attribute (`venue.guild_id`)."""
    return Field(read, {name: attrgetter(get) if isinstance(get, str) else get for name, get in columns.items()})


class ModelTable(Table, Rows[Model]):
    """The declaration of a table whose rows are objects of one model class. A column is stored for each field.

    Flags, time controls, JSON objects and fields of nested dataclasses are converted by their types; `fields` has the
    other conversions, by field, and `also` the columns that are not part of the model.
    """

    def __init__(
        self,
        name: str,
        model: type[Model],
        what: str,
        damaged: Callable[[Row], Damaged] = lambda _: Damaged(),
        also: Iterable[str] = (),
        **fields: Field,
    ) -> None:
        Rows.__init__(self, what, self.made, damaged)
        self._model = model
        mapped = [fields.get(field) or _stored(hint, field, field) for field, hint in hints_of(model).items()]
        self._reads = [field.read for field in mapped]
        self._gets = {column: get for field in mapped for column, get in field.columns.items()}
        self.columns = Columns(self._gets)
        self.all = Columns((*also, *self._gets))
        self._declare(name)

    def values(self, stored: Model, columns: Columns | None = None) -> list[object]:
        """The values to store for a model object, in the order of `columns`."""
        return [self._gets[column](stored) for column in columns or self.columns]

    def made(self, row: Row) -> Model:
        """The model object of a row, unchecked."""
        return self._model(*[read(row) for read in self._reads])


def _stored(hint: Any, column: str, path: str) -> Field:  # noqa: ANN401 (a type annotation)
    """The field of this type whose value is the attribute at `path`."""
    get: Callable[[Any], Any] = attrgetter(path)
    options = [option for option in get_args(hint) if option is not NoneType]
    kind: Any = options[0] if NoneType in get_args(hint) else get_origin(hint) or hint
    if kind is bool:
        return Field(lambda row: bool(row[column]), {column: get})
    if kind is TimeControl:
        return Field(lambda row: _clock(row[column] or "none"), {column: lambda stored: str(get(stored) or "") or None})
    if kind is abc.Mapping:
        return Field(lambda row: json.loads(row[column]), {column: lambda stored: json.dumps(get(stored))})
    if hints := hints_of(kind):
        parts = [_stored(hint, name, f"{path}.{name}") for name, hint in hints.items()]
        reads = [part.read for part in parts]
        gets = {name: get for part in parts for name, get in part.columns.items()}
        return Field(lambda row: kind(*[read(row) for read in reads]), gets)
    return Field(itemgetter(column), {column: get})
