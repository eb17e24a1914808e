"""Every column is known to hold people or not; those that do are exported, forgotten, and known to retention."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from matches.errors import Refusal
from matches.model import LAST_COMPUTER, Person
from service import Service
from storage.people import EVERYWHERE
from storage.privacy import EXPORTED, PERSON_COLUMNS
from storage.store import Store
from tests.support.matches import CHANNEL, StillClock
from tests.support.rows import changed, dicts_of
from tests.support.zoe import INBOX, ZOE, held_of, lived, marks_in, tried_puzzle_of_day

DAN = Person(4, "Dan")
RECOGNISABLE = {
    ("person", "name"),
    ("challenge", "note"),
    ("study", "record"),
    ("alarm", "subject"),
    ("outbox", "key"),
    *((table, "channel_id") for table in ("board_link", "challenge", "place", "outbox", "publication", "visit")),
}
"""Columns without ids of people that show who somebody is: a name, a note, an id in a text, direct messages."""
HARMLESS = {
    "alarm": "kind at",
    "ban": "guild_id at",
    "block": "",
    "board_link": "hashed match_id expires_at game guild_id",
    "challenge": "id game options side guild_id guest message_id status created_at expires_at clock rated rematch_of"
    " start",
    "condition": "match_id seat path answer",
    "entrant": "tournament_id number joined_at withdrawn_at vanished back_at",
    "event": "match_id rev kind seat ply at",
    "finished": "list no match_id",
    "fixture": "tournament_id stage group_no number first_no second_no match_id again",
    "follow": "match_id each_move",
    "heartbeat": "id at",
    "interaction": "id at",
    "limited_use": "id kind at",
    "match": "id game options rules_version rev ply turn status winner reason created_at moved_at ended_at rated void"
    " clock first_left second_left deadline paused board_rev draw_by takeback_by asked_at kept_at ending ending_fields"
    " abort_by ended_no ended_in start",
    "memory": "key value",
    "missed_puzzle": "match_id guild_id puzzle",
    "move": "match_id ply text seat at seconds_left",
    "outage": "at seconds",
    "outbox": "id kind subject rev about way guild_id message_id wanted due_at tried claimed_by",
    "person": "",
    "ping": "id at",
    "place": "id match_id seat guild_id message_id shown_rev guest thread_of absent",
    "player": "chosen listed language",
    "publication": "message_id guild_id",
    "puzzle_attempt": "puzzle solved_at tries",
    "puzzle_post": "guild_id day puzzle channel_id message_id",
    "puzzle_try": "guild_id day tries solved_at wrong",
    "rating": "game rating deviation volatility at matches",
    "rating_change": "game no match_id at rating_before deviation_before rating deviation",
    "rating_rank": "game scope score",
    "rating_step": "scope game step people",
    "server": "guild_id chosen language",
    "study": "id game lines shared match_id touched_at",
    "tally": "game seat won lost drawn",
    "tournament": "id game options format clock rated places begins_at guild_id channel_id status created_at ended_at"
    " message_id rev",
    "vacation": "started_at ends_at",
    "visit": "hashed match_id expires_at game guild_id",
}
"""All other columns. None of them ever holds the id or the name of a person, or a text that one has written."""


async def _pinged_and_banned(service: Service) -> None:
    """Zoe pings somebody who does not answer, is banned, solves a puzzle, and still tries to open the board page."""
    await service.challenges.invite("heap", ZOE, DAN, CHANNEL)
    await service.moderation.ban(EVERYWHERE, ZOE)
    await service.puzzles.answer(ZOE, 1, service.puzzles.of(1).answers[0])
    await service.visits.editor_link(ZOE, "heap", INBOX)
    with pytest.raises(Refusal):
        await service.visits.open(await service.visits.editor_link(ZOE, "heap", INBOX))


def test_every_column_is_known_to_hold_people_or_not(new_database: Path) -> None:
    with closing(sqlite3.connect(new_database)) as database:
        tables = database.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        columns = [
            (table, row[1])
            for (table,) in tables.fetchall()
            for row in database.execute(f"PRAGMA table_info({table})").fetchall()
        ]
    harmless = [(table, column) for table, listed in HARMLESS.items() for column in listed.split()]
    people = [(column.table, column.name) for column in PERSON_COLUMNS]
    assert sorted(columns) == sorted([*harmless, *RECOGNISABLE, *people]), (
        "add a new column to PERSON_COLUMNS if it holds ids of people, else to one of the lists of this test"
    )


async def test_a_person_is_exported_and_forgotten_in_every_column(
    service: Service, store: Store, clock: StillClock
) -> None:
    await tried_puzzle_of_day(service, clock)
    await lived(service, clock)
    await _pinged_and_banned(service)
    before = {column: await dicts_of(store, column.table, column.name, ZOE.id) for column in PERSON_COLUMNS}
    assert [str(column) for column, rows in before.items() if not rows] == [], "let Zoe leave her id there"
    assert await marks_in(store) == {*RECOGNISABLE, *((column.table, column.name) for column in PERSON_COLUMNS)}
    held = await held_of(service, ZOE.id)
    for column, rows in before.items():
        held_rows = [{name: row[name] for name in row if name != "code"} for row in held.get(column.table, [])]
        exported = [row in held_rows for row in rows]
        assert all(exported) == (column in EXPORTED), f"{column}: {column.not_exported}"
    stand_in = LAST_COMPUTER - 1
    await service.privacy.forget(ZOE.id)
    assert await marks_in(store) == set()
    for column, rows in before.items():
        if column.forgotten == "stand-in":
            assert len(await dicts_of(store, column.table, column.name, stand_in)) >= len(rows), column
    banned = [row for row in await dicts_of(store, "ban") if row["person_id"] < stand_in]
    assert len(banned) == len(before[next(column for column in PERSON_COLUMNS if column.table == "ban")])


async def test_retention_keeps_the_name_of_a_person_in_every_column(
    service: Service, store: Store, clock: StillClock
) -> None:
    """Each column gets a person of its own, of whom nothing else is kept."""
    await tried_puzzle_of_day(service, clock)
    await lived(service, clock)
    await _pinged_and_banned(service)
    people = {column: 888_000 + number for number, column in enumerate(PERSON_COLUMNS)}
    await changed(store, *(f"INSERT INTO person (id, name) VALUES ({person_id}, '')" for person_id in people.values()))
    await changed(
        store,
        *(
            f"UPDATE {column.table} SET {column.name} = {person_id} WHERE {column.name} = {ZOE.id}"
            for column, person_id in people.items()
            if column.table != "person"
        ),
    )
    async with store.write() as tx:
        assert await tx.retention.sweep_people(0, 1000) is None
    names = {row["id"] for row in await dicts_of(store, "person")}
    for column, person_id in people.items():
        assert (person_id in names) == (not column.name_not_kept), f"{column}: {column.name_not_kept}"
