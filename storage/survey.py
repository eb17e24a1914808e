"""Looks over whole tables, which are for the owner alone: everyday work has statements that use an index."""

from __future__ import annotations

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


@dataclass(frozen=True, slots=True)
class Census:
    """How much there is."""

    people: int
    """People who have played or were named; those who were forgotten do not count."""
    matches: int
    """Matches, running and over."""
    moves: int


class SurveyTable(Statements):
    """Counts and lists over whole tables."""

    async def census(self) -> Census:
        """Count everything."""
        row = await self._session.row(CENSUS)
        return Census(row["people"], row["matches"], row["moves"]) if row else Census(0, 0, 0)

    async def channels_in(self, guild_id: int) -> list[int]:
        """The channels of a server in which any match is shown."""
        rows = await self._session.rows(CHANNELS_IN, guild_id)
        return [row["channel_id"] for row in rows]

    async def running_in(self, guild_id: int) -> int:
        """How many running matches are shown in a server."""
        row = await self._session.row(RUNNING_IN, guild_id)
        return row["running"] if row else 0

    async def public_places(self) -> list[tuple[int, int]]:
        """Where running matches are shown to everybody and the bot can post: (server, channel), each channel once."""
        rows = await self._session.rows(PUBLIC_PLACES)
        return [(row["guild_id"], row["channel_id"]) for row in rows]
