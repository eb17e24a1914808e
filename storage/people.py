"""The table of people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matches.model import Person
from storage.columns import ModelTable

if TYPE_CHECKING:
    from storage.driver import Session

PERSON = ModelTable("person", Person, "A person")


class PeopleTable:
    """Names last seen, by Discord id."""

    def __init__(self, session: Session) -> None:
        self._session = session

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
