"""The table of people."""

from __future__ import annotations

from matches.model import Person
from storage.columns import ModelTable
from storage.driver import Statements

PERSON = ModelTable("person", Person, "A person")


class PeopleTable(Statements):
    """Names last seen, by Discord id."""

    async def of(self, person_id: int) -> Person | None:
        """The person under the name last seen; None if nobody is known by this id."""
        row = await self._session.row(f"SELECT {PERSON.columns} FROM person WHERE id = ?", person_id)
        return PERSON.made(row) if row else None

    async def remember(self, person: Person) -> None:
        """Keep the name under which somebody was seen."""
        self._session.change(
            f"INSERT INTO person {PERSON.columns.inserted} ON CONFLICT (id) DO UPDATE SET name = excluded.name",
            *PERSON.values(person),
        )
