"""Reads the data needed to post a board, all in a single query because this happens after every move."""

from games import Seat
from matches.deliveries import OldPost, Posting
from matches.model import Ply
from matches.settings import PlayerSettings, ServerSettings
from storage.driver import Statements
from storage.matches import MATCH
from storage.people import EVERYWHERE
from storage.places import PLACE
from storage.settings import player_settings, server_settings

OF_MATCH = f"""
SELECT place.*, server.chosen AS of_server, player.chosen AS of_player, notice.person_id AS called,
    CASE WHEN EXISTS (SELECT 1 FROM outage WHERE outage.at > created_at) THEN 1 ELSE 0 END AS outages,
    CASE WHEN EXISTS (SELECT 1 FROM fixture WHERE fixture.match_id = place.match_id) THEN 1 ELSE 0 END AS in_tournament
FROM (
    SELECT {PLACE.columns.of("place")}, place.id, created_at,
        CASE seat WHEN 0 THEN first_id WHEN 1 THEN second_id END AS player_id
    FROM place JOIN match ON match.id = place.match_id
    WHERE match.id = ?
) AS place
LEFT JOIN server ON server.guild_id = place.guild_id AND seat IS NULL
LEFT JOIN player ON player.person_id = player_id
LEFT JOIN outbox AS notice ON notice.kind = 'notice' AND notice.subject = match_id AND notice.due_at IS NULL
    AND notice.message_id IS NULL AND notice.way = 'channel'
ORDER BY place.id
"""

POSTED = f"""
SELECT {MATCH.columns.of("match")}, first.name AS first_name, second.name AS second_name, event.ply AS shown_ply,
    move.text AS shown_text, move.seat AS shown_seat, move.at AS shown_at, server.chosen AS of_server,
    place.channel_id AS thread_id
FROM match
LEFT JOIN person AS first ON first.id = match.first_id
LEFT JOIN person AS second ON second.id = match.second_id
LEFT JOIN event ON event.match_id = match.id
    AND event.rev = (SELECT max(rev) FROM event WHERE match_id = ? AND rev <= ?)
LEFT JOIN move ON move.match_id = match.id AND move.ply = event.ply
LEFT JOIN server ON server.guild_id = ?
LEFT JOIN place ON place.match_id = match.id AND place.thread_of <> place.channel_id
WHERE match.id = ?
"""

CHOICES_AND_SEATS = f"""
SELECT player.chosen, place.id, place.seat, place.absent,
    CASE WHEN EXISTS (
        SELECT 1 FROM ban WHERE person_id = asked.id AND ban.guild_id IN ({EVERYWHERE}, place.guild_id)
    ) THEN 1 ELSE 0 END AS banned
FROM (SELECT CAST(? AS BIGINT) AS id) AS asked
LEFT JOIN player ON player.person_id = asked.id
LEFT JOIN place ON place.match_id = ?
"""


class Postings(Statements):
    """Reads what is needed to post a board: its places, settings and notices."""

    async def of(self, match_id: int) -> tuple[list[Posting], bool]:
        """Return where and how to post a match's board, and whether the bot has had an outage since the match began.

        The oldest place comes first.
        """
        rows = await self._session.rows(OF_MATCH, match_id)
        called = {row["called"] for row in rows if row["called"] is not None}
        postings = []
        for row in {row["id"]: row for row in rows}.values():
            place = PLACE.maybe(row)
            if place is None:
                continue
            chosen: PlayerSettings | ServerSettings = server_settings(row["of_server"])
            pinged = called
            if row["seat"] is not None:
                chosen, pinged = player_settings(row["of_player"]), called & {row["player_id"]}
            postings.append(Posting(place, chosen, pinged, in_tournament=bool(row["in_tournament"])))
        return postings, any(row["outages"] for row in rows)

    async def old(self, match_id: int, rev: int, guild_id: int | None) -> OldPost | None:
        """Return what a match's board in a server showed at a given revision.

        If `guild_id` is None, the board was shown outside servers. Returns None if the match does not exist.
        """
        rows = await self._session.rows(POSTED, match_id, rev, guild_id, match_id)
        if not rows:
            return None
        row, threads = rows[0], {row["thread_id"] for row in rows} - {None}
        number, text = row["shown_ply"] or 0, row["shown_text"]
        move = None if text is None else Ply(number, text, row["shown_seat"], row["shown_at"])
        return OldPost(MATCH.one(row), number, move, server_settings(row["of_server"]), threads)

    async def choices_and_seats(
        self, match_id: int, person_id: int, seat: Seat | None
    ) -> tuple[PlayerSettings, set[Seat | None], bool]:
        """Return a person's settings, the seats of a match's places, and whether the person is banned in any of them.

        `seat` is the person's own, or None for a spectator. A public place's seat is also None. Leaves out public
        places in a server that the player has left.
        """
        rows = await self._session.rows(CHOICES_AND_SEATS, person_id, match_id)
        seats = {
            row["seat"]
            for row in rows
            if row["id"] is not None and (seat is None or row["seat"] is not None or not row["absent"] & 1 << seat)
        }
        return player_settings(rows[0]["chosen"]), seats, any(row["banned"] for row in rows)

    def ask_choices_and_seats(self, match_id: int, person_id: int) -> None:
        """Prefetch what `choices_and_seats` returns."""
        self._session.ask(CHOICES_AND_SEATS, person_id, match_id)
