"""The table of followers of matches."""

from matches.model import Follow
from storage.columns import ModelTable
from storage.driver import Statements

FOLLOW = ModelTable("follow", Follow, "A follower")
OF_MATCH = f"SELECT {FOLLOW.columns} FROM follow WHERE match_id = ? ORDER BY person_id"


class FollowTable(Statements):
    """At most one row for each match and person. Damaged rows are skipped."""

    async def of(self, match_id: int) -> list[Follow]:
        """The followers of a match, ordered by person ID."""
        return FOLLOW.each(await self._session.rows(OF_MATCH, match_id))

    def ask(self, match_id: int) -> None:
        """Prefetch what `of` returns."""
        self._session.ask(OF_MATCH, match_id)

    async def count(self, person_id: int) -> int:
        return await self._count("SELECT count(*) AS number FROM follow WHERE person_id = ?", person_id)

    async def save(self, follow: Follow) -> None:
        self._session.change(FOLLOW.upsert("match_id", "person_id"), *FOLLOW.values(follow))

    async def remove(self, match_id: int, person_id: int) -> bool:
        """Remove a follower; False if there was none."""
        return await self._did("DELETE FROM follow WHERE match_id = ? AND person_id = ?", match_id, person_id)

    async def clear(self, match_id: int) -> None:
        self._session.change("DELETE FROM follow WHERE match_id = ?", match_id)
