"""The tables of links to the board page and of the visits that they opened, both under hashes of their secrets."""

from matches.visits import Visit
from storage.columns import ModelTable
from storage.driver import Statements

LINK = ModelTable("board_link", Visit, "A link to the board page", also=("hashed",))
VISIT = ModelTable("visit", Visit, "A visit to the board page", also=("hashed",))
LINK_OF = f"SELECT {LINK.columns} FROM board_link WHERE hashed = ? AND expires_at > ?"
VISIT_OF = f"SELECT {VISIT.columns} FROM visit WHERE hashed = ? AND expires_at > ?"
KEEP_NEWEST = """
DELETE FROM {table} WHERE person_id = ? AND hashed NOT IN (
    SELECT hashed FROM {table} WHERE person_id = ? ORDER BY expires_at DESC LIMIT ?
)
"""


class VisitTable(Statements):
    """Adding a link or a visit leaves at most `most` of its person, the newest ones."""

    def add_link(self, hashed: str, link: Visit, most: int) -> None:
        self._session.change(f"INSERT INTO board_link {LINK.all.inserted}", hashed, *LINK.values(link))
        self._session.change(KEEP_NEWEST.format(table="board_link"), link.person_id, link.person_id, most)

    async def take_link(self, hashed: str, now: int) -> Visit | None:
        """Delete a valid link and return what it allows; None if there is none."""
        row = await self._session.row(LINK_OF, hashed, now)
        if row is None or not await self._did("DELETE FROM board_link WHERE hashed = ?", hashed):
            return None
        return LINK.maybe(row)

    def add(self, hashed: str, visit: Visit, most: int) -> None:
        self._session.change(f"INSERT INTO visit {VISIT.all.inserted}", hashed, *VISIT.values(visit))
        self._session.change(KEEP_NEWEST.format(table="visit"), visit.person_id, visit.person_id, most)

    async def of(self, hashed: str, now: int) -> Visit | None:
        """The visit under this hash; None if there is none or it is over."""
        row = await self._session.row(VISIT_OF, hashed, now)
        return VISIT.maybe(row)

    def end(self, person_id: int) -> None:
        """Delete all links and visits of a person."""
        self._session.change("DELETE FROM board_link WHERE person_id = ?", person_id)
        self._session.change("DELETE FROM visit WHERE person_id = ?", person_id)

    def end_old(self, now: int) -> None:
        """Delete the links and visits that have expired."""
        self._session.change("DELETE FROM board_link WHERE expires_at <= ?", now)
        self._session.change("DELETE FROM visit WHERE expires_at <= ?", now)
