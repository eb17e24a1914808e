"""Exports or deletes a person's data, finding it in all tables by the columns that contain people's IDs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from matches.alarms import ALARM_KINDS
from matches.deliveries import AGAIN, DELIVERY_KINDS
from matches.model import FIRST_CROWD, LAST_COMPUTER
from storage.driver import Row, Statements
from storage.rows import LARGEST_ID
from storage.tables import TABLES, WHEREABOUTS, PersonColumn, Table, person_columns

PUBLICATION = Table(
    "publication",
    {"message_id": int, "person_id": int, "channel_id": int, "guild_id": int | None},
    "message_id, person_id",
    ["publication_of (person_id)", "publication_outside (channel_id) WHERE guild_id IS NULL"],
    [PersonColumn("person_id", "row removed", name_not_kept="the message is only edited or deleted")],
    policy=WHEREABOUTS("IDs of public messages that name you"),
)

DELETED = "deleted player"
"""The name of a forgotten person in opponents' matches."""
PAGED = ("challenge", "match")
"""The tables whose rows concern two people. They are exported in parts."""
OLDER = """
SELECT id FROM challenge WHERE (challenger_id = ? OR opponent_id = ?) AND id < ? ORDER BY id DESC LIMIT 1 OFFSET ?
"""
"""A person's newest challenge that does not fit into one export file. A match has the same ID as its challenge."""
WITH_COMPUTER = f"challenger_id = ? AND opponent_id BETWEEN {LAST_COMPUTER} AND -1"
"""The condition for challenges that are never shown: those of practice matches and computer matches."""
INBOXES = f"""
SELECT channel_id FROM place WHERE (seat = 0 AND match_id IN (SELECT id FROM match WHERE first_id = ?))
    OR (seat = 1 AND match_id IN (SELECT id FROM match WHERE second_id = ?))
UNION ALL SELECT channel_id FROM challenge WHERE opponent_id = ? AND guild_id IS NULL AND guest = 0
UNION ALL SELECT channel_id FROM challenge WHERE {WITH_COMPUTER} AND guild_id IS NULL AND guest = 0
"""
"""The channel IDs of a person's direct messages. A challenge by direct message is shown in its opponent's channel."""
QUEUED_DIRECTLY = f"DELETE FROM outbox WHERE channel_id IN ({INBOXES})"
PUBLISHED_DIRECTLY = f"DELETE FROM publication WHERE guild_id IS NULL AND channel_id IN ({INBOXES})"
PRIVATE_PLACES = f"""
DELETE FROM place WHERE (seat = 0 AND match_id IN (SELECT id FROM match WHERE first_id = ?))
    OR (seat = 1 AND match_id IN (SELECT id FROM match WHERE second_id = ?))
    OR (guild_id IS NULL AND match_id IN (SELECT id FROM challenge WHERE {WITH_COMPUTER}))
"""
"""Deletes the places in a person's direct messages, and in private channels where they played the computer."""
QUEUED_IN_VAIN = """
DELETE FROM outbox WHERE kind = ? AND subject IN (SELECT id FROM challenge WHERE challenger_id = ? OR opponent_id = ?)
    AND guild_id IS NULL
    AND channel_id NOT IN (SELECT place.channel_id FROM place WHERE place.match_id = outbox.subject)
"""
"""Deletes deliveries about a person's matches to channels outside servers where these are no longer shown."""
PRIVATE_CHALLENGES = f"""
UPDATE challenge SET channel_id = 0, message_id = NULL WHERE id IN (
    SELECT id FROM challenge WHERE opponent_id = ? AND guild_id IS NULL AND guest = 0
    UNION ALL SELECT id FROM challenge WHERE {WITH_COMPUTER} AND guild_id IS NULL
)
"""
"""Removes the channels that only this person sees from their challenges."""
MATCHES = """
SELECT (SELECT count(*) FROM match WHERE first_id = ?) + (SELECT count(*) FROM match WHERE second_id = ?) AS matches
"""
ERASURES = """
INSERT INTO outbox (kind, subject, key, rev, channel_id, guild_id, due_at)
SELECT 'erasure', place.match_id, CAST(place.channel_id AS TEXT), 0, place.channel_id, place.guild_id,
    ? + ? * row_number() OVER (ORDER BY place.match_id DESC)
FROM place JOIN match ON match.id = place.match_id
WHERE (match.first_id = ? OR match.second_id = ?) AND place.guest = 0
    AND (place.seat IS NULL OR (place.seat = 0 AND match.first_id <> ?) OR (place.seat = 1 AND match.second_id <> ?))
ON CONFLICT (kind, subject, key) DO UPDATE SET rev = 0, due_at = excluded.due_at
"""
"""Boards that name a person, except in their own direct messages, due one by one with the newest match first."""
PUBLISHED = """
INSERT INTO outbox (kind, subject, key, rev, channel_id, guild_id, message_id, due_at)
SELECT 'erasure', message_id, 'message', 0, channel_id, guild_id, message_id,
    ? + ? * row_number() OVER (ORDER BY message_id DESC)
FROM publication
WHERE person_id = ? AND message_id NOT IN (
    SELECT place.message_id FROM place JOIN match ON match.id = place.match_id
    WHERE (match.first_id = ? OR match.second_id = ?) AND place.message_id IS NOT NULL
)
ON CONFLICT (kind, subject, key) DO NOTHING
"""
"""Other public messages that name a person, except the newest boards of their matches."""
SENT = """
INSERT INTO outbox (kind, subject, key, rev, channel_id, guild_id, message_id, due_at)
SELECT DISTINCT 'erasure', message_id, 'message', 0, channel_id, guild_id, message_id, CAST(? AS BIGINT)
FROM outbox WHERE kind = 'notice' AND person_id = ? AND way = 'channel' AND message_id IS NOT NULL
ON CONFLICT (kind, subject, key) DO NOTHING
"""
"""Notices to a person that were sent in a channel and are not stale yet."""
SETTLED = """
INSERT INTO outbox (kind, subject, key, rev, about, channel_id, guild_id, message_id, due_at)
SELECT 'challenge', id, '', 0, ?, channel_id, guild_id, message_id, ? + ? * row_number() OVER (ORDER BY id DESC)
FROM challenge
WHERE (challenger_id = ? OR opponent_id = ?) AND status <> 'open' AND message_id IS NOT NULL AND guest = 0
ON CONFLICT (kind, subject, key) DO NOTHING
"""
"""Messages of settled challenges that name a person."""


PLAYED = "{{column}} IN (SELECT id FROM match WHERE {} = ? AND id >= ? AND id < ?)"
OF_PLAYED: Mapping[str, str] = {
    "both players": f"{PLAYED.format('first_id')} OR {PLAYED.format('second_id')}",
    "own seat": f"(seat = 0 AND {PLAYED.format('first_id')}) OR (seat = 1 AND {PLAYED.format('second_id')})",
}
"""The conditions for a match's rows to be included in a player's export, by their names in declarations."""


@dataclass(frozen=True, slots=True)
class Held:
    """A person's exported rows."""

    rows: Mapping[str, Sequence[Row]]
    cursor: int | None
    """The ID below which the older challenges and matches follow, or None if there are no more."""


def exported_columns() -> list[PersonColumn]:
    """Return the columns used to find a person's rows for an export."""
    return [column for column in person_columns() if not column.not_exported]


class Privacy(Statements):
    async def count(self, person_id: int) -> int:
        """Return the number of matches that this person has played."""
        return await self._count(MATCHES, person_id, person_id)

    async def holds(self, person_id: int) -> bool:
        """Return whether any row is about this person."""
        columns = exported_columns()
        any_of = " UNION ALL ".join(
            f"SELECT 1 AS held FROM {column.table} WHERE {column.name} = ?" for column in columns
        )
        return await self._exists(f"{any_of} LIMIT 1", *(person_id for _ in columns))

    async def rows_about(self, person_id: int, limit: int, before: int | None) -> Held:
        """Return the rows about a person, grouped by table. Other people appear only as IDs.

        Challenges and matches are paged: the last `limit`, or the last `limit` before the ID `before`. All other rows
        are on the first page, without `before`.
        """
        held: dict[str, Sequence[Row]] = {}
        if before is None:
            for column in exported_columns():
                if column.table not in PAGED:
                    own = f"SELECT {TABLES[column.table].all} FROM {column.table} WHERE {column.name} = ?"
                    held[column.table] = await self._session.rows(own, person_id)
        end = LARGEST_ID if before is None else before
        older = await self._session.row(OLDER, person_id, person_id, end, limit)
        first = older["id"] + 1 if older else 0
        about = (person_id, person_id, first, end)
        for table in PAGED:
            first_column, second_column = [column.name for column in TABLES[table].holds]
            held[table] = await self._session.rows(
                f"SELECT {TABLES[table].all} FROM {table}"
                f" WHERE ({first_column} = ? OR {second_column} = ?) AND id >= ? AND id < ? ORDER BY id",
                *about,
            )
        for table, declared in TABLES.items():
            if declared.of_match and (whose := declared.of_match.exported):
                order = ", ".join(dict.fromkeys((declared.of_match.name, *declared.key)))
                own = OF_PLAYED[whose].format(column=declared.of_match.name)
                rows = f"SELECT {declared.all} FROM {table} WHERE {own} ORDER BY {order}"
                held[table] = await self._session.rows(rows, *(person_id, first, end) * 2)
        return Held(held, first if older else None)

    def add_publication(self, message_id: int, channel_id: int, guild_id: int | None, people: Iterable[int]) -> None:
        """Record the people named in a public message, so that it can be deleted if one of them is forgotten."""
        for person_id in people:
            self._session.change(
                f"INSERT INTO publication {PUBLICATION.columns.inserted} ON CONFLICT DO NOTHING",
                message_id,
                person_id,
                channel_id,
                guild_id,
            )

    def remove_publication(self, message_id: int) -> None:
        """Delete the record of which people a message names."""
        self._session.change("DELETE FROM publication WHERE message_id = ?", message_id)

    def queue_erasures(self, person_id: int, now: int, pause: int) -> None:
        """Schedule edits of all posts that name a person, one every `pause` seconds."""
        people = (person_id,) * 4
        self._session.change(ERASURES, now, pause, *people)
        self._session.change(PUBLISHED, now, pause, *people[:3])
        self._session.change(SENT, now + pause, person_id)
        self._session.change(SETTLED, AGAIN, now, pause, *people[:2])

    async def replace(self, person_id: int, banned_as: int) -> None:
        """Delete a person's data.

        Their ID is replaced with a placeholder person's in matches, and with `banned_as` in bans.
        """
        row = await self._session.row("SELECT min(id) AS least FROM person WHERE id > ?", FIRST_CROWD)
        stand_in = min((row["least"] if row else None) or 0, LAST_COMPUTER) - 1
        change = self._session.change
        change("INSERT INTO person (id, name) VALUES (?, ?)", stand_in, DELETED)
        change(QUEUED_DIRECTLY, *(person_id,) * 4)
        change(PUBLISHED_DIRECTLY, *(person_id,) * 4)
        change(PRIVATE_PLACES, *(person_id,) * 3)
        for kind in DELIVERY_KINDS.values():
            if kind.in_place:
                change(QUEUED_IN_VAIN, kind.name, person_id, person_id)
        change(PRIVATE_CHALLENGES, person_id, person_id)
        named = "SELECT message_id FROM publication WHERE person_id = ?"
        change(f"DELETE FROM publication WHERE message_id IN ({named})", person_id)
        change("UPDATE challenge SET note = '' WHERE challenger_id = ?", person_id)
        for alarm in ALARM_KINDS.concerning("person"):
            change("DELETE FROM alarm WHERE kind = ? AND subject = ?", alarm, person_id)
        stands_in = {"stand-in": stand_in, "number": banned_as}
        for column in person_columns():
            if column.forgotten == "row removed":
                change(f"DELETE FROM {column.table} WHERE {column.name} = ?", person_id)
            else:
                renamed = f"UPDATE {column.table} SET {column.name} = ? WHERE {column.name} = ?"
                change(renamed, stands_in[column.forgotten], person_id)

    async def everybody(self) -> list[int]:
        """Return the IDs of all known Discord users."""
        return await self._column("SELECT id FROM person WHERE id > 0")
