"""What the posts of a board depend on, read from several tables at once: every move asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matches.postings import Posting
from storage.places import PLACE
from storage.settings import player_settings, server_settings

if TYPE_CHECKING:
    from storage.driver import Session

OF_MATCH = """
SELECT place.*, server.chosen AS of_server, player.chosen AS of_player, notice.person_id AS called,
    CASE WHEN EXISTS (SELECT 1 FROM outage WHERE outage.at > created_at) THEN 1 ELSE 0 END AS outages
FROM (
    SELECT place.*, created_at, CASE seat WHEN 0 THEN first_id WHEN 1 THEN second_id END AS player_id
    FROM place JOIN match ON match.id = place.match_id
    WHERE match.id = ?
) AS place
LEFT JOIN server ON server.guild_id = place.guild_id AND seat IS NULL
LEFT JOIN player ON player.person_id = player_id
LEFT JOIN outbox AS notice ON notice.kind = 'notice' AND notice.subject = match_id AND notice.due_at IS NULL
    AND notice.message_id IS NULL
ORDER BY place.id
"""


class PostingTable:
    """Places with the choices that hold there and the notices that go with the board."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def of(self, match_id: int) -> tuple[list[Posting], bool]:
        """The postings of a match, the oldest place first, and whether there were outages since the match began."""
        rows = await self._session.rows(OF_MATCH, match_id)
        called = {row["called"] for row in rows if row["called"] is not None}
        found = []
        for row in {row["id"]: row for row in rows}.values():
            place = PLACE.maybe(row)
            if place is None:
                continue
            if row["seat"] is None:
                found.append(Posting(place, server_settings(row["of_server"]), called))
            else:
                own = called & {row["player_id"]}
                found.append(Posting(place, player_settings(row["of_player"]), own))
        return found, any(row["outages"] for row in rows)
