"""The table of vacations."""

from matches.vacations import Vacation
from storage.columns import ModelTable
from storage.driver import Statements

VACATION = ModelTable("vacation", Vacation, "A vacation")
SELECT = f"SELECT {VACATION.columns} FROM vacation"
CURRENT = f"{SELECT} WHERE person_id = ? AND started_at <= ? AND ends_at > ?"


class VacationTable(Statements):
    """Past and present vacations. Damaged rows are skipped."""

    async def current(self, person_id: int, now: int) -> Vacation | None:
        """The vacation of this person at a time; None if there is none."""
        return VACATION.maybe(await self._session.row(CURRENT, person_id, now, now))

    async def latest(self, person_id: int) -> Vacation | None:
        """This person's most recent vacation; None if there is none."""
        row = await self._session.row(f"{SELECT} WHERE person_id = ? ORDER BY started_at DESC LIMIT 1", person_id)
        return VACATION.maybe(row)

    async def since(self, person_id: int, at: int) -> list[Vacation]:
        """The vacations of this person that end after a time, oldest first."""
        rows = await self._session.rows(
            f"{SELECT} WHERE person_id = ? AND ends_at > ? ORDER BY started_at", person_id, at
        )
        return VACATION.each(rows)

    async def save(self, vacation: Vacation) -> None:
        """Store a vacation, or its new end."""
        self._session.change(VACATION.upsert("person_id", "started_at"), *VACATION.values(vacation))
