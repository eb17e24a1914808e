"""The table of people's progress in lessons."""

from matches.lessons import Learned
from matches.standing import list_name
from storage.driver import Statements
from storage.tables import ModelTable, PersonColumn, Told

LEARNED = ModelTable(
    "lesson",
    Learned,
    "What somebody has learned",
    "person_id, game",
    holds=[PersonColumn("person_id", "row removed", name_not_kept="nobody is shown a name because of it")],
    policy=Told(
        "the steps of each first lesson that you have done, and when you first finished it",
        "so that `/learn` goes on where you stopped, and your profile names the games that you learned",
    ),
)
OF = f"SELECT {LEARNED.columns} FROM lesson WHERE person_id = ? AND game = ?"
ALL = f"SELECT {LEARNED.columns} FROM lesson WHERE person_id = ? ORDER BY game"
KNOWN = """
SELECT (SELECT count(*) FROM lesson WHERE person_id = ? AND game = ? AND finished_at IS NOT NULL)
    + (SELECT count(*) FROM match WHERE first_id = ? AND status = 'running' AND game = ?)
    + (SELECT count(*) FROM match WHERE second_id = ? AND status = 'running' AND game = ?)
    + (SELECT count(*) FROM (SELECT 1 FROM finished WHERE person_id = ? AND list = ? LIMIT ?) AS listed) AS known
"""


class Lessons(Statements):
    async def of(self, person_id: int, game: str) -> Learned:
        """Return a person's progress in a game's lesson, or empty progress if nothing is stored."""
        return LEARNED.maybe(await self._session.row(OF, person_id, game)) or Learned(person_id, game)

    async def all(self, person_id: int) -> list[Learned]:
        return LEARNED.each(await self._session.rows(ALL, person_id))

    async def newcomer(self, person_id: int, game: str, finished: int) -> bool:
        """Return whether a person is new to a game: they have hardly played it and have not taken its lesson.

        They have no running match of the game, and at most `finished` finished ones.
        """
        listed = person_id, list_name(None, game, None), finished + 1
        return await self._count(KNOWN, *(person_id, game) * 3, *listed) <= finished

    def save(self, learned: Learned) -> None:
        self._session.change(LEARNED.upsert(), *LEARNED.values(learned))
