"""The tables of board page links and sessions, whose secrets are stored only as hashes."""

from matches.visits import Visit
from storage.driver import Statements
from storage.tables import FOR_A_DAY, FOR_TEN_MINUTES, MatchColumn, ModelTable, PersonColumn, Told

TOLD = Told(
    "visits to the board page: for which match, and when they end; at most a day", "to open your boards in your browser"
)
LINK = ModelTable(
    "board_link",
    Visit,
    "A link to the board page",
    "hashed",
    also={"hashed": str},
    indexes=["board_link_of (person_id, expires_at)", "board_link_expired (expires_at)"],
    holds=[PersonColumn("person_id", "row removed", *(FOR_TEN_MINUTES,) * 2)],
    of_match=MatchColumn("kept"),
    policy=TOLD,
)
VISIT = ModelTable(
    "visit",
    Visit,
    "A visit to the board page",
    "hashed",
    also={"hashed": str},
    indexes=["visit_of (person_id, expires_at)", "visit_expired (expires_at)"],
    holds=[PersonColumn("person_id", "row removed", *(FOR_A_DAY,) * 2)],
    of_match=MatchColumn("kept"),
    policy=TOLD,
)
LINK_OF = f"SELECT {LINK.columns} FROM board_link WHERE hashed = ? AND expires_at > ?"
VISIT_OF = f"SELECT {VISIT.columns} FROM visit WHERE hashed = ? AND expires_at > ?"
KEEP_NEWEST = """
DELETE FROM {table} WHERE person_id = ? AND hashed NOT IN (
    SELECT hashed FROM {table} WHERE person_id = ? ORDER BY expires_at DESC LIMIT ?
)
"""


class Visits(Statements):
    """Reads and writes links and sessions. Only the newest ones of each person are kept."""

    def add_link(self, hashed: str, link: Visit, limit: int) -> None:
        self._session.change(f"INSERT INTO board_link {LINK.all.inserted}", hashed, *LINK.values(link))
        self._session.change(KEEP_NEWEST.format(table="board_link"), link.person_id, link.person_id, limit)

    async def has_link(self, hashed: str, now: int) -> bool:
        """Return whether there is a valid link with this hash."""
        return await self._exists(LINK_OF, hashed, now)

    async def take_link(self, hashed: str, now: int) -> Visit | None:
        """Delete a valid link and return what it permits, or None if no valid link has this hash."""
        row = await self._session.row(LINK_OF, hashed, now)
        if row is None or not await self._did("DELETE FROM board_link WHERE hashed = ?", hashed):
            return None
        return LINK.maybe(row)

    def add(self, hashed: str, visit: Visit, limit: int) -> None:
        self._session.change(f"INSERT INTO visit {VISIT.all.inserted}", hashed, *VISIT.values(visit))
        self._session.change(KEEP_NEWEST.format(table="visit"), visit.person_id, visit.person_id, limit)

    async def of(self, hashed: str, now: int) -> Visit | None:
        """Return the unexpired session with this hash, or None if there is none."""
        return VISIT.maybe(await self._session.row(VISIT_OF, hashed, now))

    def end(self, person_id: int) -> None:
        """End all of a person's links and sessions."""
        self._session.change("DELETE FROM board_link WHERE person_id = ?", person_id)
        self._session.change("DELETE FROM visit WHERE person_id = ?", person_id)

    def end_old(self, now: int) -> None:
        """Delete expired links and sessions."""
        self._session.change("DELETE FROM board_link WHERE expires_at <= ?", now)
        self._session.change("DELETE FROM visit WHERE expires_at <= ?", now)
