"""The columns that hold a person's ID, and the statements that export or delete a person's data in all tables."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from matches.alarms import ALARM_KINDS
from matches.deliveries import AGAIN, DELIVERY_KINDS
from matches.model import LAST_COMPUTER
from storage.columns import TABLES, Table
from storage.driver import Row, Statements
from storage.moves import CONDITION
from storage.rows import LARGEST_ID

PUBLICATION = Table("publication", "message_id", "person_id", "channel_id", "guild_id")


DELETED = "deleted player"
"""The name of a forgotten person in the matches of their opponents."""
PAGED = ("challenge", "match")
"""The tables with rows of two people that are exported in parts."""
OLDER = """
SELECT id FROM challenge WHERE (challenger_id = ? OR opponent_id = ?) AND id < ? ORDER BY id DESC LIMIT 1 OFFSET ?
"""
"""A person's newest challenge that does not fit into one export file. A match has the ID of its challenge."""
WITH_COMPUTER = f"challenger_id = ? AND opponent_id BETWEEN {LAST_COMPUTER} AND -1"
"""The challenges that are never shown: of practice matches and of matches between computer players."""
INBOXES = f"""
SELECT channel_id FROM place WHERE (seat = 0 AND match_id IN (SELECT id FROM match WHERE first_id = ?))
    OR (seat = 1 AND match_id IN (SELECT id FROM match WHERE second_id = ?))
UNION ALL SELECT channel_id FROM challenge WHERE opponent_id = ? AND guild_id IS NULL AND guest = 0
UNION ALL SELECT channel_id FROM challenge WHERE {WITH_COMPUTER} AND guild_id IS NULL AND guest = 0
"""
"""The channel IDs of a person's direct messages. A challenge by direct message is shown in its opponent's."""
OWED_DIRECTLY = f"DELETE FROM outbox WHERE channel_id IN ({INBOXES})"
PUBLISHED_DIRECTLY = f"DELETE FROM publication WHERE guild_id IS NULL AND channel_id IN ({INBOXES})"
PRIVATE_PLACES = f"""
DELETE FROM place WHERE (seat = 0 AND match_id IN (SELECT id FROM match WHERE first_id = ?))
    OR (seat = 1 AND match_id IN (SELECT id FROM match WHERE second_id = ?))
    OR (guild_id IS NULL AND match_id IN (SELECT id FROM challenge WHERE {WITH_COMPUTER}))
"""
"""Places in a person's direct messages, and in private channels where they played the computer."""
OWED_IN_VAIN = """
DELETE FROM outbox WHERE kind = ? AND subject IN (SELECT id FROM challenge WHERE challenger_id = ? OR opponent_id = ?)
    AND guild_id IS NULL
    AND channel_id NOT IN (SELECT place.channel_id FROM place WHERE place.match_id = outbox.subject)
"""
"""Deliveries outside servers about a person's matches, in channels where these are no longer shown."""
PRIVATE_CHALLENGES = f"""
UPDATE challenge SET channel_id = 0, message_id = NULL WHERE id IN (
    SELECT id FROM challenge WHERE opponent_id = ? AND guild_id IS NULL AND guest = 0
    UNION ALL SELECT id FROM challenge WHERE {WITH_COMPUTER} AND guild_id IS NULL
)
"""
"""The challenges whose channel only this person sees."""
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
"""Boards that name a person, except in their own direct messages; newest matches first, due one after the other."""
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
SETTLED = """
INSERT INTO outbox (kind, subject, key, rev, about, channel_id, guild_id, message_id, due_at)
SELECT 'challenge', id, '', 0, ?, channel_id, guild_id, message_id, ? + ? * row_number() OVER (ORDER BY id DESC)
FROM challenge
WHERE (challenger_id = ? OR opponent_id = ?) AND status <> 'open' AND message_id IS NOT NULL AND guest = 0
ON CONFLICT (kind, subject, key) DO NOTHING
"""
"""Messages of settled challenges that name a person."""


@dataclass(frozen=True, slots=True)
class PersonColumn:
    """A column with the IDs of people. Where a usual rule does not apply to it, the field holds the reason why."""

    table: str
    name: str
    forgotten: Literal["row removed", "stand-in", "number"]
    """What happens when a person is forgotten: the row goes, or another ID takes the person's place.

    A stand-in lets opponents keep their rows; a number keeps a ban.
    """
    not_exported: str = ""
    """Why a person's export leaves these rows out; empty if it has them."""
    name_not_kept: str = ""
    """Why retention may delete a person's name although a row has their ID; empty if it keeps the name."""

    def __str__(self) -> str:
        return f"{self.table}.{self.name}"


HOUR = "it is counted for an hour and then deleted"
TEN_MINUTES = "it is deleted after ten minutes"
A_DAY = "it is deleted after a day"

PERSON_COLUMNS = (
    PersonColumn("person", "id", "row removed", name_not_kept="it is the name itself"),
    PersonColumn("player", "person_id", "row removed"),
    PersonColumn("vacation", "person_id", "row removed"),
    PersonColumn("block", "blocker_id", "row removed"),
    PersonColumn("block", "blocked_id", "row removed", "nobody learns who blocked them"),
    PersonColumn("ban", "person_id", "number"),
    PersonColumn("rating", "person_id", "row removed"),
    PersonColumn("rating_rank", "person_id", "row removed", *("it is an index of ratings",) * 2),
    PersonColumn("rating_change", "person_id", "row removed", name_not_kept="their rating keeps the name"),
    PersonColumn(
        "rating_change", "opponent_id", "stand-in", "it is the opponent's rating", "the rated match keeps the name"
    ),
    PersonColumn("tally", "person_id", "stand-in"),
    PersonColumn("tally", "opponent_id", "stand-in", *("the opponent has the same scores in a row of their own",) * 2),
    PersonColumn("finished", "person_id", "stand-in", *("it is an index of matches",) * 2),
    PersonColumn("follow", "person_id", "row removed"),
    PersonColumn("study", "owner_id", "row removed"),
    PersonColumn("study", "first_id", "stand-in", "the study is private to its owner"),
    PersonColumn("study", "second_id", "stand-in", "the study is private to its owner"),
    PersonColumn("entrant", "person_id", "stand-in"),
    PersonColumn("publication", "person_id", "row removed", name_not_kept="the message is only edited or deleted"),
    PersonColumn("outbox", "person_id", "row removed", "they are told it shortly", "their matches keep the name"),
    PersonColumn("ping", "by_id", "row removed", *(HOUR,) * 2),
    PersonColumn("ping", "person_id", "row removed", *(HOUR,) * 2),
    PersonColumn("limited_use", "person_id", "row removed", *(HOUR,) * 2),
    PersonColumn("board_link", "person_id", "row removed", *(TEN_MINUTES,) * 2),
    PersonColumn("visit", "person_id", "row removed", *(A_DAY,) * 2),
    PersonColumn("puzzle_attempt", "person_id", "row removed", name_not_kept="nobody is shown it"),
    PersonColumn("puzzle_try", "person_id", "row removed"),
    PersonColumn("challenge", "challenger_id", "stand-in"),
    PersonColumn("challenge", "opponent_id", "stand-in"),
    PersonColumn("match", "first_id", "stand-in"),
    PersonColumn("match", "second_id", "stand-in"),
)
"""All columns with ids of people. Other rows refer to the first, so it is removed last."""
EXPORTED = [column for column in PERSON_COLUMNS if not column.not_exported]


@dataclass(frozen=True, slots=True)
class Held:
    """The exported rows of a person."""

    rows: Mapping[str, Sequence[Row]]
    cursor: int | None
    """The ID before which older challenges and matches follow; None if there are none."""


class PrivacyTable(Statements):
    async def count(self, person_id: int) -> int:
        """The number of this person's matches."""
        return await self._count(MATCHES, person_id, person_id)

    async def holds(self, person_id: int) -> bool:
        """Whether there is any row about this person."""
        any_of = " UNION ALL ".join(
            f"SELECT 1 AS held FROM {column.table} WHERE {column.name} = ?" for column in EXPORTED
        )
        return await self._session.row(f"{any_of} LIMIT 1", *(person_id for _ in EXPORTED)) is not None

    async def held(self, person_id: int, most: int, before: int | None) -> Held:
        """The rows of a person by table. Other people appear only as IDs in these rows.

        Challenges and matches are paged: the last `most`, or the last `most` before the ID `before`. All other rows are
        on the first page, without `before`.
        """
        held: dict[str, Sequence[Row]] = {}
        if before is None:
            for column in EXPORTED:
                if column.table not in PAGED:
                    own = f"SELECT {TABLES[column.table].all} FROM {column.table} WHERE {column.name} = ?"
                    held[column.table] = await self._session.rows(own, person_id)
        end = LARGEST_ID if before is None else before
        older = await self._session.row(OLDER, person_id, person_id, end, most)
        first = older["id"] + 1 if older else 0
        about = (person_id, person_id, first, end)
        for table in PAGED:
            first_column, second_column = [column.name for column in EXPORTED if column.table == table]
            held[table] = await self._session.rows(
                f"SELECT {TABLES[table].all} FROM {table}"
                f" WHERE ({first_column} = ? OR {second_column} = ?) AND id >= ? AND id < ? ORDER BY id",
                *about,
            )
        played = "SELECT id FROM match WHERE (first_id = ? OR second_id = ?) AND id >= ? AND id < ?"
        for table, order in (("move", "match_id, ply"), ("place", "match_id, id")):
            rows = f"SELECT {TABLES[table].all} FROM {table} WHERE match_id IN ({played}) ORDER BY {order}"
            held[table] = await self._session.rows(rows, *about)
        own = (
            f"SELECT {CONDITION.all.of('condition')} FROM condition JOIN match ON match.id = condition.match_id"
            " WHERE ((match.first_id = ? AND condition.seat = 0) OR (match.second_id = ? AND condition.seat = 1))"
            " AND match.id >= ? AND match.id < ?"
        )
        held["condition"] = await self._session.rows(own, *about)
        return Held(held, first if older else None)

    def add_publication(self, message_id: int, channel_id: int, guild_id: int | None, people: Iterable[int]) -> None:
        """Store which people a public message names, so that it can be deleted when one is forgotten."""
        for person_id in people:
            self._session.change(
                f"INSERT INTO publication {PUBLICATION.columns.inserted} ON CONFLICT DO NOTHING",
                message_id,
                person_id,
                channel_id,
                guild_id,
            )

    def remove_publication(self, message_id: int) -> None:
        """Delete the record of the people whom a public message names."""
        self._session.change("DELETE FROM publication WHERE message_id = ?", message_id)

    def owe_erasures(self, person_id: int, now: int, pause: int) -> None:
        """Schedule edits of the posts that name this person, `pause` seconds apart."""
        people = (person_id,) * 4
        self._session.change(ERASURES, now, pause, *people)
        self._session.change(PUBLISHED, now, pause, *people[:3])
        self._session.change(SETTLED, AGAIN, now, pause, *people[:2])

    async def replace(self, person_id: int, banned_as: int) -> None:
        """Replace this person with a new stand-in in matches and with `banned_as` in bans; delete all other rows."""
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
        for alarm in ALARM_KINDS.concerning("person"):
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
        """The IDs of all known people on Discord."""
        return await self._column("SELECT id FROM person WHERE id > 0")
