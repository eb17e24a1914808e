"""SQL statements that scan whole tables, for the bot's owner and monitoring. All others use an index."""

from dataclasses import dataclass

from storage.driver import Statements

CENSUS = """
SELECT (SELECT count(*) FROM person WHERE id > 0) AS people, (SELECT count(*) FROM match) AS matches,
    (SELECT count(*) FROM move) AS moves
"""
CHANNELS_IN = "SELECT DISTINCT channel_id FROM place WHERE guild_id = ? ORDER BY channel_id"
RUNNING_IN = """
SELECT count(DISTINCT match.id) AS running FROM place JOIN match ON match.id = place.match_id
WHERE place.guild_id = ? AND match.status = 'running'
"""
PUBLIC_PLACES = """
SELECT DISTINCT place.guild_id, place.channel_id FROM place JOIN match ON match.id = place.match_id
WHERE match.status = 'running' AND place.guild_id IS NOT NULL AND place.guest = 0 AND place.seat IS NULL
ORDER BY place.guild_id, place.channel_id
"""
OLDEST_BOARD = """
SELECT min(event.at) AS at FROM outbox
JOIN event ON event.match_id = outbox.subject AND event.rev = outbox.rev
WHERE outbox.kind = 'board' AND outbox.due_at IS NOT NULL AND event.at <= ?
"""


@dataclass(frozen=True, slots=True)
class Census:
    people: int
    """The number of known people, without forgotten ones."""
    matches: int
    """The number of running and finished matches."""
    moves: int


class Survey(Statements):
    async def census(self) -> Census:
        row = await self._session.row(CENSUS)
        return Census(row["people"], row["matches"], row["moves"]) if row else Census(0, 0, 0)

    async def channels_in(self, guild_id: int) -> list[int]:
        """Return the IDs of a server's channels that show matches."""
        return await self._column(CHANNELS_IN, guild_id)

    async def running_in(self, guild_id: int) -> int:
        """Return the number of running matches in a server."""
        return await self._count(RUNNING_IN, guild_id)

    async def public_places(self) -> list[tuple[int, int]]:
        """Return the channels where a running match is shown publicly and the bot can post.

        Each is a pair of server and channel ID.
        """
        rows = await self._session.rows(PUBLIC_PLACES)
        return [(row["guild_id"], row["channel_id"]) for row in rows]


class Metrics(Statements):
    """Counts things for monitoring. Counting all matches is expensive."""

    async def count_due(self, now: int) -> dict[str, int]:
        """Return the number of due deliveries of each kind. The kind `board` is always included."""
        rows = await self._session.rows(
            "SELECT kind, count(*) AS queued FROM outbox WHERE due_at IS NOT NULL AND due_at <= ? GROUP BY kind", now
        )
        return {"board": 0} | {row["kind"]: row["queued"] for row in rows}

    async def oldest_board(self, now: int) -> int | None:
        """Return the time of the earliest event whose board has yet to be posted, or None if there is none."""
        return await self._number(OLDEST_BOARD, now)

    async def running(self) -> dict[str, int]:
        """Return the number of running matches, by game."""
        rows = await self._session.rows(
            "SELECT game, count(*) AS running FROM match WHERE status = 'running' GROUP BY game"
        )
        return {row["game"]: row["running"] for row in rows}
