"""Counts over several tables, for people and programs that watch the bot."""

from __future__ import annotations

from storage.driver import Statements

OLDEST_BOARD = """
SELECT min(event.at) AS at FROM outbox
JOIN event ON event.match_id = outbox.subject AND event.rev = outbox.rev
WHERE outbox.kind = 'board' AND outbox.due_at IS NOT NULL AND event.at <= ?
"""


class FigureTable(Statements):
    """Counts; those over all matches are not for everyday."""

    async def owed(self, now: int) -> dict[str, int]:
        """How many deliveries of each kind are due."""
        rows = await self._session.rows(
            "SELECT kind, count(*) AS owed FROM outbox WHERE due_at IS NOT NULL AND due_at <= ? GROUP BY kind", now
        )
        return {"board": 0} | {row["kind"]: row["owed"] for row in rows}

    async def oldest_board(self, now: int) -> int | None:
        """Since when the oldest board is owed that could be posted."""
        row = await self._session.row(OLDEST_BOARD, now)
        return row["at"] if row else None

    async def running(self) -> dict[str, int]:
        """How many matches of each game run."""
        rows = await self._session.rows(
            "SELECT game, count(*) AS running FROM match WHERE status = 'running' GROUP BY game"
        )
        return {row["game"]: row["running"] for row in rows}
