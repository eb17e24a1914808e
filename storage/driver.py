"""The one seam between databases: the statements of a transaction, and what begins transactions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

Row = Mapping[str, Any]
"""One row of a query: the value of each column by its name."""
Wants = Literal["", "one", "rows"]
"""What is wanted of a statement: that it is run, that it changes exactly one row, or that its rows are kept."""
MANY = 50
"""The most ids by which one query finds rows."""
MARKS = ", ".join("?" * MANY)
"""The question marks for these ids in a statement. `padded` fills them up, so that it is the same for fewer ids."""


class Session(Protocol):
    """The statements of one transaction.

    The SQL is what SQLite and PostgreSQL share, with `?` for each value.
    """

    async def rows(self, sql: str, *values: object) -> Sequence[Row]:
        """All rows of a query."""

    async def row(self, sql: str, *values: object) -> Row | None:
        """The first row of a query."""

    def ask(self, sql: str, *values: object) -> None:
        """Send a query with the next one: `rows` and `row` find its rows at hand then, once.

        The rows are those of that moment: the transaction must not change them before it reads them.
        """

    async def changed(self, sql: str, *values: object) -> int:
        """Change something; returns how many rows it changed."""

    def change(self, sql: str, *values: object) -> None:
        """Change something, with the next query or at the end: an error is raised only then."""

    def change_one(self, sql: str, *values: object) -> None:
        """Change exactly one row, like `change`: Conflict is raised then if there is none."""

    async def end(self) -> None:
        """End the transaction; what it changed is durable then."""


class Driver(Protocol):
    """An open database."""

    def write(self) -> AbstractAsyncContextManager[Session]:
        """One transaction that no other overlaps: durable when the block has ended, undone if it raises."""

    def beside(self) -> AbstractAsyncContextManager[Session]:
        """One transaction that may overlap others, for what depends on nothing else; a power cut may undo it."""

    def read(self) -> AbstractAsyncContextManager[Session]:
        """One consistent view of what is committed."""

    def read_once(self) -> AbstractAsyncContextManager[Session]:
        """One query of what is committed, which costs least; another one in the same block may be refused."""

    async def back_up(self, target: Path) -> None:
        """Copy what is committed into a new file, and check the copy; transactions go on meanwhile.

        Raises StorageError; nothing is overwritten.
        """

    async def lead(self) -> None:
        """Return as soon as this process is the one that leads: of all that have the database open, only one does."""

    async def lead_lost(self) -> None:
        """Return when this process leads no more."""

    async def check_clocks(self) -> None:
        """Raise ClocksDiffer if this machine's clock and the database's differ too much."""

    async def size(self) -> int:
        """How many bytes the database takes."""

    async def shared(self) -> bool:
        """Whether another process has it open, too."""

    async def tables(self, session: Session) -> dict[str, list[str]]:
        """The names of all tables, each with the columns of its primary key."""

    async def defer(self, session: Session) -> None:
        """Let references between rows be checked at the end of this transaction, which may take as long as it needs."""

    async def renumber(self, session: Session) -> None:
        """Let new rows have numbers after those that were written with their own."""

    async def close(self) -> None:
        """Wait for the running transaction, then close the database."""


def keys_of(rows: Iterable[Row]) -> dict[str, list[str]]:
    """Each table with the columns of its primary key, from rows with a `name` and one column of its `key`."""
    found: dict[str, list[str]] = {}
    for row in rows:
        columns = found.setdefault(row["name"], [])
        if row["key"] is not None:
            columns.append(row["key"])
    return found


def marks(values: Collection[object]) -> str:
    """The question marks for these values in a statement."""
    return ", ".join("?" * len(values))


def padded(ids: Sequence[int]) -> list[int]:
    """As many ids as MARKS has, the last one again and again; 0, which no row has, where there is none."""
    if len(ids) > MANY:
        raise ValueError(f"{len(ids)} ids are too many for one query.")
    return [*ids, *[ids[-1] if ids else 0] * (MANY - len(ids))]
