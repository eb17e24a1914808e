"""The table of places: the channels that show matches."""

from collections.abc import Sequence

from matches.model import Place
from storage.driver import MARKS, Statements, pad_ids
from storage.tables import WHEREABOUTS, MatchColumn, ModelTable

PLACE = ModelTable(
    "place",
    Place,
    "A place",
    "id",
    also={"id": int},
    indexes=["place_in_channel (channel_id)"],
    of_match=MatchColumn("row removed", exported="both players", until=None),
    policy=WHEREABOUTS("IDs of the channels and servers with your matches, whether you have left such a server"),
)
SELECT = f"SELECT {PLACE.columns.of('place')} FROM place"
UNFINISHED = f"""
{SELECT} JOIN match ON match.id = place.match_id
WHERE place.channel_id = ? AND (
    match.status = 'running' OR place.shown_rev < match.board_rev OR EXISTS (
        SELECT 1 FROM outbox WHERE outbox.kind = 'board' AND outbox.subject = place.match_id
            AND outbox.channel_id = place.channel_id
    )
) ORDER BY place.id
"""
SHOWN = "UPDATE place SET shown_rev = ?, message_id = ? WHERE match_id = ? AND channel_id = ?"


class Places(Statements):
    """Reads and writes places, skipping damaged rows. A match has at most one place per channel."""

    async def of(self, match_id: int) -> list[Place]:
        """Return a match's places, oldest first."""
        return PLACE.each(await self._session.rows(f"{SELECT} WHERE match_id = ? ORDER BY id", match_id))

    async def of_each(self, match_ids: Sequence[int]) -> dict[int, list[Place]]:
        rows = await self._session.rows(f"{SELECT} WHERE match_id IN ({MARKS}) ORDER BY id", *pad_ids(match_ids))
        places: dict[int, list[Place]] = {match_id: [] for match_id in match_ids}
        for place in PLACE.each(rows):
            places[place.match_id].append(place)
        return places

    async def public_of(self, person_id: int, guild_id: int) -> list[Place]:
        """Return the public places in a server that show a person's running matches."""
        rows = await self._session.rows(
            f"{SELECT} JOIN match ON match.id = place.match_id"
            " WHERE match.status = 'running' AND (match.first_id = ? OR match.second_id = ?)"
            " AND place.guild_id = ? AND place.seat IS NULL ORDER BY place.id",
            person_id,
            person_id,
            guild_id,
        )
        return PLACE.each(rows)

    async def in_channel(self, channel_id: int) -> list[Place]:
        """Return the places of all matches shown in this channel, oldest first."""
        return PLACE.each(await self._session.rows(f"{SELECT} WHERE channel_id = ? ORDER BY id", channel_id))

    async def unfinished_in(self, channel_id: int) -> list[Place]:
        """Return the places in this channel whose matches are running or have a board to be posted, oldest first."""
        return PLACE.each(await self._session.rows(UNFINISHED, channel_id))

    async def in_use(self, channel_id: int) -> bool:
        """Return whether a channel shows a running match."""
        return await self._exists(
            "SELECT 1 FROM place JOIN match ON match.id = place.match_id"
            " WHERE place.channel_id = ? AND match.status = 'running' LIMIT 1",
            channel_id,
        )

    async def is_thread(self, channel_id: int) -> bool:
        """Return whether a channel is a thread opened for a match."""
        return any(place.in_thread for place in await self.in_channel(channel_id))

    async def add(self, place: Place) -> None:
        """Store a place, replacing any earlier place of the same match in the same channel."""
        await self.remove(place.match_id, place.channel_id)
        self._session.change(f"INSERT INTO place {PLACE.columns.inserted}", *PLACE.values(place))

    async def store_shown(self, match_id: int, channel_id: int, rev: int, message_id: int) -> None:
        """Record which message in a channel shows a revision, unless a newer revision has already been shown there."""
        self._session.change(f"{SHOWN} AND shown_rev <= ?", rev, message_id, match_id, channel_id, rev)

    async def shown_next(self, place: Place, rev: int, message_id: int) -> None:
        """Store which message shows a revision in a place.

        Raises Conflict if the place has changed since it was read.
        """
        known = (place.match_id, place.channel_id, place.shown_rev, place.message_id or 0)
        self._session.change_one(f"{SHOWN} AND shown_rev = ? AND coalesce(message_id, 0) = ?", rev, message_id, *known)

    async def save_absent(self, place: Place) -> None:
        """Store which players have left the place's server."""
        self._session.change(
            "UPDATE place SET absent = ? WHERE match_id = ? AND channel_id = ?",
            place.absent,
            place.match_id,
            place.channel_id,
        )

    async def remove(self, match_id: int, channel_id: int) -> None:
        self._session.change("DELETE FROM place WHERE match_id = ? AND channel_id = ?", match_id, channel_id)
