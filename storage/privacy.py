"""What is held of one person, over all tables: to show it, to hand it out, and to forget it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from matches.alarms import ALARM_KINDS
from matches.deliveries import AGAIN, DELIVERY_KINDS
from matches.kinds import concerning
from matches.model import LAST_COMPUTER
from storage.columns import TABLES, Table
from storage.conditional import CONDITION
from storage.driver import Statements
from storage.person_columns import EXPORTED, PERSON_COLUMNS
from storage.rows import LARGEST_ID

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from storage.driver import Row

PUBLICATION = Table("publication", "message_id", "person_id", "channel_id", "guild_id")


DELETED = "deleted player"
"""The name under which opponents keep their matches with somebody who was forgotten."""
PAGED = ("challenge", "match")
"""The tables with rows of two people that are exported in parts."""
OLDER = """
SELECT id FROM challenge WHERE (challenger_id = ? OR opponent_id = ?) AND id < ? ORDER BY id DESC LIMIT 1 OFFSET ?
"""
"""The newest of their challenges for which a file has no more room. The match that came of one has the same number."""
WITH_COMPUTER = f"challenger_id = ? AND opponent_id BETWEEN {LAST_COMPUTER} AND -1"
"""The challenges that nobody ever sees: of somebody's matches against the computer, and of those for show."""
INBOXES = f"""
SELECT channel_id FROM place WHERE (seat = 0 AND match_id IN (SELECT id FROM match WHERE first_id = ?))
    OR (seat = 1 AND match_id IN (SELECT id FROM match WHERE second_id = ?))
UNION ALL SELECT channel_id FROM challenge WHERE opponent_id = ? AND guild_id IS NULL AND guest = 0
UNION ALL SELECT channel_id FROM challenge WHERE {WITH_COMPUTER} AND guild_id IS NULL AND guest = 0
"""
"""The numbers of their direct messages: those of a challenge by direct message are its opponent's."""
OWED_DIRECTLY = f"DELETE FROM outbox WHERE channel_id IN ({INBOXES})"
PUBLISHED_DIRECTLY = f"DELETE FROM publication WHERE guild_id IS NULL AND channel_id IN ({INBOXES})"
PRIVATE_PLACES = f"""
DELETE FROM place WHERE (seat = 0 AND match_id IN (SELECT id FROM match WHERE first_id = ?))
    OR (seat = 1 AND match_id IN (SELECT id FROM match WHERE second_id = ?))
    OR (guild_id IS NULL AND match_id IN (SELECT id FROM challenge WHERE {WITH_COMPUTER}))
"""
"""The direct messages in which matches were shown to them, and private conversations where they played the computer."""
OWED_IN_VAIN = """
DELETE FROM outbox WHERE kind = ? AND subject IN (SELECT id FROM challenge WHERE challenger_id = ? OR opponent_id = ?)
    AND guild_id IS NULL
    AND channel_id NOT IN (SELECT place.channel_id FROM place WHERE place.match_id = outbox.subject)
"""
"""What is owed outside of servers where their matches are not shown any more."""
PRIVATE_CHALLENGES = f"""
UPDATE challenge SET channel_id = 0, message_id = NULL WHERE id IN (
    SELECT id FROM challenge WHERE opponent_id = ? AND guild_id IS NULL AND guest = 0
    UNION ALL SELECT id FROM challenge WHERE {WITH_COMPUTER} AND guild_id IS NULL
)
"""
"""The challenges whose channel is theirs alone."""
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
"""Boards that name them, in all places but their own direct messages, the newest matches first, one after the other."""
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
"""Other messages for everybody that name them; the newest board of their match is edited instead."""
SETTLED = """
INSERT INTO outbox (kind, subject, key, rev, about, channel_id, guild_id, message_id, due_at)
SELECT 'challenge', id, '', 0, ?, channel_id, guild_id, message_id, ? + ? * row_number() OVER (ORDER BY id DESC)
FROM challenge
WHERE (challenger_id = ? OR opponent_id = ?) AND status <> 'open' AND message_id IS NOT NULL AND guest = 0
ON CONFLICT (kind, subject, key) DO NOTHING
"""
"""Messages of challenges that name them."""


@dataclass(frozen=True, slots=True)
class Held:
    """What is held of a person."""

    rows: Mapping[str, Sequence[Row]]
    """The rows by table."""
    following: int | None
    """The number before which older challenges and matches follow; None where there are none."""


class PrivacyTable(Statements):
    """Every row that is about one person."""

    async def count(self, person_id: int) -> int:
        """How many matches of this person are held."""
        row = await self._session.row(MATCHES, person_id, person_id)
        return int(row["matches"]) if row else 0

    async def holds(self, person_id: int) -> bool:
        """Whether anything is held of this person."""
        any_of = " UNION ALL ".join(
            f"SELECT 1 AS held FROM {column.table} WHERE {column.name} = ?" for column in EXPORTED
        )
        return await self._session.row(f"{any_of} LIMIT 1", *(person_id for _ in EXPORTED)) is not None

    async def held(self, person_id: int, most: int, before: int | None) -> Held:
        """The rows of a person by table; of others only their numbers in the same rows.

        Of challenges and what came of them there are the last `most`, or the last ones before that number; everything
        else is there only without such a number.
        """
        found: dict[str, Sequence[Row]] = {}
        if before is None:
            for column in EXPORTED:
                if column.table not in PAGED:
                    own = f"SELECT {TABLES[column.table].all} FROM {column.table} WHERE {column.name} = ?"
                    found[column.table] = await self._session.rows(own, person_id)
        end = LARGEST_ID if before is None else before
        older = await self._session.row(OLDER, person_id, person_id, end, most)
        first = older["id"] + 1 if older else 0
        about = (person_id, person_id, first, end)
        for table in PAGED:
            one, other = [column.name for column in EXPORTED if column.table == table]
            found[table] = await self._session.rows(
                f"SELECT {TABLES[table].all} FROM {table}"
                f" WHERE ({one} = ? OR {other} = ?) AND id >= ? AND id < ? ORDER BY id",
                *about,
            )
        played = "SELECT id FROM match WHERE (first_id = ? OR second_id = ?) AND id >= ? AND id < ?"
        for table, order in (("move", "match_id, ply"), ("place", "match_id")):
            rows = f"SELECT {TABLES[table].all} FROM {table} WHERE match_id IN ({played}) ORDER BY {order}"
            found[table] = await self._session.rows(rows, *about)
        own = (
            f"SELECT {CONDITION.all.of('condition')} FROM condition JOIN match ON match.id = condition.match_id"
            " WHERE ((match.first_id = ? AND condition.seat = 0) OR (match.second_id = ? AND condition.seat = 1))"
            " AND match.id >= ? AND match.id < ?"
        )
        found["condition"] = await self._session.rows(own, *about)
        return Held(found, first if older else None)

    def published(self, message_id: int, channel_id: int, guild_id: int | None, people: Iterable[int]) -> None:
        """Keep that a message for everybody names these people, so that it can be deleted when one is forgotten."""
        for person_id in people:
            self._session.change(
                f"INSERT INTO publication {PUBLICATION.columns.inserted} ON CONFLICT DO NOTHING",
                message_id,
                person_id,
                channel_id,
                guild_id,
            )

    def owe_erasures(self, person_id: int, now: int, pause: int) -> None:
        """Let the posts that name this person be edited, with a pause of some seconds between them."""
        people = (person_id,) * 4
        self._session.change(ERASURES, now, pause, *people)
        self._session.change(PUBLISHED, now, pause, *people[:3])
        self._session.change(SETTLED, AGAIN, now, pause, *people[:2])

    async def replace(self, person_id: int, banned_as: int) -> None:
        """Give the seats of this person to a new stand-in and their bans to this number; remove all other rows."""
        row = await self._session.row("SELECT min(id) AS least FROM person")
        stand_in = min((row["least"] if row else None) or 0, LAST_COMPUTER) - 1
        change = self._session.change
        change("INSERT INTO person (id, name) VALUES (?, ?)", stand_in, DELETED)
        change(OWED_DIRECTLY, *(person_id,) * 4)
        change(PUBLISHED_DIRECTLY, *(person_id,) * 4)
        change(PRIVATE_PLACES, *(person_id,) * 3)
        for kind in DELIVERY_KINDS.values():
            if kind.in_place:
                change(OWED_IN_VAIN, kind.name, person_id, person_id)
        change(PRIVATE_CHALLENGES, person_id, person_id)
        named = "SELECT message_id FROM publication WHERE person_id = ?"
        change(f"DELETE FROM publication WHERE message_id IN ({named})", person_id)
        change("UPDATE challenge SET note = '' WHERE challenger_id = ?", person_id)
        for alarm in concerning("person", ALARM_KINDS):
            change("DELETE FROM alarm WHERE kind = ? AND subject = ?", alarm, person_id)
        change("UPDATE ban SET person_id = ? WHERE person_id = ?", banned_as, person_id)
        for column in PERSON_COLUMNS:
            if column.forgotten == "stand-in":
                renamed = f"UPDATE {column.table} SET {column.name} = ? WHERE {column.name} = ?"
                change(renamed, stand_in, person_id)
        for column in reversed(PERSON_COLUMNS):
            if column.forgotten == "row removed":
                change(f"DELETE FROM {column.table} WHERE {column.name} = ?", person_id)

    async def everybody(self) -> list[int]:
        """The ids of all people on Discord whom the database knows."""
        return [row["id"] for row in await self._session.rows("SELECT id FROM person WHERE id > 0")]
