"""The table of those who follow matches."""

from __future__ import annotations

from matches.model import Follow
from storage.columns import ModelTable
from storage.driver import Statements

FOLLOW = ModelTable("follow", Follow, "A follower")
OF_MATCH = f"SELECT {FOLLOW.columns} FROM follow WHERE match_id = ? ORDER BY person_id"


class FollowTable(Statements):
    """At most one row for each match and person. Those that cannot be read are left out."""

    async def of(self, match_id: int) -> list[Follow]:
        """Who follows a match, by id."""
        return FOLLOW.each(await self._session.rows(OF_MATCH, match_id))

    def ask(self, match_id: int) -> None:
        """Ask for the followers of a match with the next query."""
        self._session.ask(OF_MATCH, match_id)

    async def count(self, person_id: int) -> int:
        """How many matches this person follows."""
        row = await self._session.row("SELECT count(*) AS number FROM follow WHERE person_id = ?", person_id)
        return row["number"] if row else 0

    async def save(self, follow: Follow) -> None:
        """Keep how somebody follows a match."""
        self._session.change(
            f"INSERT INTO follow {FOLLOW.columns.inserted}"
            " ON CONFLICT (match_id, person_id) DO UPDATE SET each_move = excluded.each_move",
            *FOLLOW.values(follow),
        )

    async def remove(self, match_id: int, person_id: int) -> bool:
        """Remove one; whether there was one."""
        removed = await self._session.changed(
            "DELETE FROM follow WHERE match_id = ? AND person_id = ?", match_id, person_id
        )
        return removed == 1

    async def clear(self, match_id: int) -> None:
        """Let nobody follow a match any more."""
        self._session.change("DELETE FROM follow WHERE match_id = ?", match_id)
