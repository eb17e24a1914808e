"""The table of people."""

from matches.model import Person
from storage.columns import ModelTable
from storage.driver import Statements

PERSON = ModelTable("person", Person, "A person")


class PeopleTable(Statements):
    """The last known name of each person, by Discord ID."""

    async def of(self, person_id: int) -> Person | None:
        row = await self._session.row(f"SELECT {PERSON.columns} FROM person WHERE id = ?", person_id)
        return PERSON.made(row) if row else None

    async def save(self, person: Person) -> None:
        """Store the name under which a person was just seen."""
        self._session.change(PERSON.upsert("id"), *PERSON.values(person))
