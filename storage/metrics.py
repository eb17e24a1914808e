"""Counts over several tables, for monitoring."""

from storage.driver import Statements

OLDEST_BOARD = """
SELECT min(event.at) AS at FROM outbox
JOIN event ON event.match_id = outbox.subject AND event.rev = outbox.rev
WHERE outbox.kind = 'board' AND outbox.due_at IS NOT NULL AND event.at <= ?
"""


class MetricTable(Statements):
    """Counts. Those over all matches are expensive."""

    async def owed(self, now: int) -> dict[str, int]:
        """The number of due deliveries of each kind; always has `board`."""
        rows = await self._session.rows(
            "SELECT kind, count(*) AS owed FROM outbox WHERE due_at IS NOT NULL AND due_at <= ? GROUP BY kind", now
        )
        return {"board": 0} | {row["kind"]: row["owed"] for row in rows}

    async def oldest_board(self, now: int) -> int | None:
        """The time of the move whose board has been due longest; None if no board is due."""
        return await self._number(OLDEST_BOARD, now)

    async def running(self) -> dict[str, int]:
        """The number of running matches of each game."""
        rows = await self._session.rows(
            "SELECT game, count(*) AS running FROM match WHERE status = 'running' GROUP BY game"
        )
        return {row["game"]: row["running"] for row in rows}
