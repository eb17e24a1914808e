"""The table of people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matches.model import Person

if TYPE_CHECKING:
    from storage.driver import Session


class PeopleTable:
    """Names last seen, by Discord id."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def of(self, person_id: int) -> Person | None:
        """The person under the name last seen; None if nobody is known by this id."""
        row = await self._session.row("SELECT id, name FROM person WHERE id = ?", person_id)
        return Person(row["id"], row["name"]) if row else None

    async def remember(self, person: Person) -> None:
        """Keep the name under which somebody was seen."""
        self._session.change(
            "INSERT INTO person (id, name) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
            person.id,
            person.name,
        )
