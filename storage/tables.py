"""Table declarations, from which statements, migrations, exports, deletion and retention are derived."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any, Literal, NamedTuple, TypeVar, get_args

from matches.errors import Damaged
from matches.kinds import declared_at
from matches.model import EventKind
from storage.columns import Columns, ColumnType, Field, column_type, stored_field
from storage.driver import Row
from storage.rows import Rows, hints_of

Model = TypeVar("Model")

UNSAID = frozenset({"unsaid"})
"""The default value of a fact that must be stated."""
OTHER_IDS = {"id", "match_id", "channel_id", "guild_id", "message_id", "tournament_id"}
"""The names of columns that hold IDs of something other than people."""


@dataclass(frozen=True, slots=True)
class PersonColumn:
    """A column that contains people's IDs.

    Its fields give the reason if one of the usual rules does not apply to it.
    """

    name: str
    forgotten: Literal["row removed", "stand-in", "number"]
    """What happens when a person is forgotten: the row is deleted, or another ID replaces the person's.

    A stand-in lets opponents keep their rows; a number keeps a ban.
    """
    not_exported: str = ""
    """Why a person's export leaves out these rows; empty if it includes them."""
    name_not_kept: str = ""
    """Why retention may delete a person's name although a row has their ID; empty if it must keep the name."""
    table: str = ""

    def __str__(self) -> str:
        return f"{self.table}.{self.name}"


@dataclass(frozen=True, slots=True)
class MatchColumn:
    """A column that contains match IDs.

    If no column of its table has people's IDs, a field says whose exports include the rows.
    """

    deleted: Literal["row removed", "emptied", "kept"]
    """What happens when retention deletes the match: the row is deleted, its column is set to NULL, or the row is kept.

    What is `kept` is deleted later, by the sweep or with what it belongs to.
    """
    exported: Literal["", "both players", "own seat"] = ""
    """Whose exports include the rows: those of both players, or only that of the player whose `seat` is in the row."""
    not_exported: str = ""
    """Why no export includes the rows; empty if one does."""
    name: str = "match_id"
    until: Iterable[str] | None = UNSAID
    """The events of a running match that delete the rows of the person who causes them, identified by seat or by ID.

    The end deletes all rows, so that `()` means only the end. None leaves the rows to retention.
    """


class Told(NamedTuple):
    """What the privacy policy says about a table. Tables with the same subject share a row of the policy."""

    subject: str
    purpose: str
    data: str = ""


MATCHES = partial(Told, "matches", "to play and to show finished matches")
CHOICES = partial(Told, "your choices", "to follow them")
WHEREABOUTS = partial(
    Told,
    "where you are shown",
    "to post boards there or to write to you directly, and to delete those messages when you are forgotten",
)

FOR_AN_HOUR = "it is counted for an hour and then deleted"
FOR_TEN_MINUTES = "it is deleted after ten minutes"
FOR_A_DAY = "it is deleted after a day"


class Table:
    """A table without a model class, declared by its columns, their types and the primary key.

    `indexes` are as in SQL, each without `CREATE INDEX` and the table's name: `name (columns) WHERE ...`. `holds` names
    the columns with people, `of_match` the column with the table's match, and `policy` what the privacy policy says.
    Raises ValueError if it leaves out what happens to somebody's data.
    """

    def __init__(
        self,
        name: str,
        columns: Mapping[str, Any],
        key: str,
        indexes: Iterable[str] = (),
        holds: Iterable[PersonColumn] = (),
        of_match: MatchColumn | None = None,
        policy: Told | None = None,
    ) -> None:
        self.name = name
        self.types: Mapping[str, ColumnType] = {column: column_type(hint) for column, hint in columns.items()}
        self.typed = [column for column, hint in columns.items() if hint in (str, str | None)]
        """The columns with free text, as opposed to one of a few names."""
        self.columns = self.all = Columns(columns)
        self.key = Columns(key.split(", "))
        self.indexes = tuple(indexes)
        self.holds = [replace(column, table=name) for column in holds]
        self.of_match = of_match
        self.told = policy
        self.where = declared_at()
        """The file and line of the declaration, for the beginning of an error."""
        if left_out := list(_left_out(self)):
            raise ValueError("\n".join(f"{self.where}{fault}" for fault in left_out))
        TABLES[name] = self

    def upsert(self) -> str:
        """Return the statement that inserts a row, replacing any row with the same key."""
        return _upsert(self.name, self.all, self.key)


TABLES: dict[str, Table] = {}
"""All tables by name, once `storage.store` has been imported."""


def person_columns() -> list[PersonColumn]:
    """Return all columns that contain people's IDs.

    The last one is that of the table `person`, to which the others refer.
    """
    columns = [column for table in TABLES.values() for column in table.holds]
    return sorted(columns, key=lambda column: column.table == "person")


def _left_out(table: Table) -> Iterable[str]:
    """Yield what a declaration must state but does not."""
    held = {column.name for column in table.holds}
    for column in table.all:
        if column.endswith("_id") and column not in OTHER_IDS | held:
            yield (
                f"{table.name}.{column}: add PersonColumn({column!r}, ...) to `holds`, with what happens when the"
                " person is forgotten; if it has no people, add its name to OTHER_IDS in storage/tables.py."
            )
    of_match = table.of_match
    if of_match is None and "match_id" in table.all:
        yield f"{table.name}.match_id: add `of_match=MatchColumn(...)`: what happens when the match is deleted."
    if of_match and not held and not of_match.exported and not of_match.not_exported:
        yield f"{table.name}: give MatchColumn `exported`, for whose exports have the rows, or `not_exported`."
    if of_match and of_match.deleted == "emptied" and not table.types[of_match.name].empty:
        yield (
            f"{table.name}.{of_match.name} can never be NULL, so a deleted match cannot empty it: declare its type as"
            ' `int | None`, or MatchColumn "row removed".'
        )
    if of_match and of_match.deleted == "row removed" and of_match.until is UNSAID:
        yield (
            f"{table.name}: give MatchColumn `until`: the events that delete a person's rows before the end does, such"
            " as ('move',); () if only the end does; None if the rows outlast the match."
        )
    if of_match and (unknown := set(of_match.until or ()) - {*get_args(EventKind), *UNSAID}):
        yield (
            f"{table.name}: MatchColumn `until` names no event: {', '.join(map(repr, sorted(unknown)))}. Choose from "
            f"{', '.join(sorted(get_args(EventKind)))}."
        )
    if of_match and of_match.not_exported and "seat" in table.all and (free := [*table.typed]):
        yield (
            f"{table.name}.{free[0]} has a player's `seat` beside it and may hold what that player typed: give"
            " MatchColumn `exported` in place of `not_exported`."
        )
    exported = [column for column in table.holds if not column.not_exported]
    if table.told is None and (exported or (of_match and of_match.exported)):
        yield f"{table.name}: add `policy=Told(...)`, with what docs/privacy.md tells people about these rows."


@cache
def _upsert(table: str, columns: Columns, key: Columns) -> str:
    changed = columns.without(*key).excluded
    return f"INSERT INTO {table} {columns.inserted} ON CONFLICT ({key}) DO UPDATE SET {changed}"


class ModelTable(Table, Rows[Model]):
    """A table whose rows are objects of a model class, with a column for each field.

    Flags, time controls, JSON objects and fields of nested dataclasses are converted by their types; `fields` has the
    other conversions, by field, and `also` the columns that are not part of the model. The rest is as in `Table`.
    """

    def __init__(
        self,
        name: str,
        model: type[Model],
        what: str,
        key: str,
        damaged: Callable[[Row], Damaged] = lambda _: Damaged(),
        *,
        also: Mapping[str, Any] | None = None,
        indexes: Iterable[str] = (),
        holds: Iterable[PersonColumn] = (),
        of_match: MatchColumn | None = None,
        policy: Told | None = None,
        **fields: Field,
    ) -> None:
        self._model = model
        mapped = [fields.get(field) or stored_field(hint, field, field) for field, hint in hints_of(model).items()]
        self._reads = [field.read for field in mapped]
        self._gets = {column: get for field in mapped for column, get in field.columns.items()}
        types = {column: hint for field in mapped for column, hint in field.types.items()}
        Table.__init__(self, name, {**(also or {}), **types}, key, indexes, holds, of_match, policy)
        Rows.__init__(self, what, self.make, damaged)
        self.columns = Columns(self._gets)

    def values(self, stored: Model, columns: Columns | None = None) -> list[object]:
        """Return a model object's column values, in the order of `columns`."""
        return [self._gets[column](stored) for column in columns or self.columns]

    def make(self, row: Row) -> Model:
        """Return a row's model object without checking it."""
        return self._model(*[read(row) for read in self._reads])
