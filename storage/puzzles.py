"""The table of attempts at puzzles."""

from matches.puzzles import Attempt
from storage.columns import ModelTable
from storage.driver import Statements

ATTEMPT = ModelTable("puzzle_attempt", Attempt, "An attempt at a puzzle")
OF = f"SELECT {ATTEMPT.columns} FROM puzzle_attempt WHERE person_id = ? AND puzzle = ?"
SOLVED = "SELECT puzzle FROM puzzle_attempt WHERE person_id = ? AND solved_at IS NOT NULL"
SAVE = f"""
INSERT INTO puzzle_attempt {ATTEMPT.columns.inserted}
ON CONFLICT (person_id, puzzle) DO UPDATE SET {ATTEMPT.columns.without("person_id", "puzzle").excluded}
"""


class PuzzleTable(Statements):
    async def attempt(self, person_id: int, puzzle: int) -> Attempt:
        """The person's attempt at this puzzle; without tries if there is none yet."""
        row = await self._session.row(OF, person_id, puzzle)
        return ATTEMPT.maybe(row) or Attempt(person_id, puzzle)

    async def solved(self, person_id: int) -> set[int]:
        """The numbers of the puzzles that this person has solved."""
        return {row["puzzle"] for row in await self._session.rows(SOLVED, person_id)}

    def save(self, attempt: Attempt) -> None:
        self._session.change(SAVE, *ATTEMPT.values(attempt))
