"""The columns with people are those that are declared, and they are exported, forgotten, and known to retention."""

import pytest

from matches.errors import Refusal
from matches.model import LAST_COMPUTER, Person
from service import Service
from storage.people import EVERYWHERE
from storage.privacy import exported_columns
from storage.store import Store
from storage.tables import OTHER_IDS, TABLES, person_columns
from tests.support import privacy_page
from tests.support.matches import BOB, CHANNEL, StillClock, begin
from tests.support.rows import changed, dicts_of
from tests.support.sample_rows import add_sample
from tests.support.zoe import INBOX, ZOE, held_of, learned, lived, marks_in, tried_puzzle_of_day

DAN = Person(4, "Dan")
RECOGNISABLE = {
    ("person", "name"),
    ("challenge", "note"),
    ("vote", "reason"),
    ("study", "record"),
    ("alarm", "subject"),
    ("outbox", "key"),
    *((table, "channel_id") for table in ("board_link", "challenge", "place", "outbox", "publication", "visit")),
}
"""Columns without ids of people that show who somebody is: a name, a note, an id in a text, direct messages."""
LEFT_EMPTY = [
    *("match.draw_by", "match.takeback_by", "match.abort_by"),  # seats
    *("challenge.rematch_of", "place.thread_of"),  # a match and a channel
    *("player.language", "server.language"),
    *("heartbeat.id", "heartbeat.at", "outage.at", "outage.seconds", "interaction.id", "interaction.at"),  # of the bot
    *("missed_puzzle.match_id", "missed_puzzle.guild_id", "missed_puzzle.puzzle"),  # of a server
]
"""What Zoe's acts leave empty, and what it holds."""


NOT_EXPORTED = {
    *("ping.by_id", "ping.person_id", "limited_use.person_id", "board_link.person_id", "visit.person_id"),  # end soon
    *("outbox.person_id", "rating_rank.person_id", "finished.person_id"),  # what is sent, and indexes of other tables
    *("rating_change.opponent_id", "tally.opponent_id", "block.blocked_id"),  # rows of the other person
    *("study.first_id", "study.second_id"),
}
"""Columns with people whose exports lack these rows, because exported ones repeat them or they are deleted soon."""
ADD = "let Zoe leave something there, by an act in tests/support/zoe.py"


def test_a_person_gets_what_they_did_typed_or_chose() -> None:
    left_out = {str(column) for column in person_columns() if column.not_exported}
    assert left_out == NOT_EXPORTED, (
        f"{sorted(left_out ^ NOT_EXPORTED)}: take `not_exported` from PersonColumn in the declaration in storage/, give"
        " it a `policy`, and run `make docs`. Only a row that an exported one repeats, that is about somebody else, or"
        " that is deleted within a day may be left out: then name its column in NOT_EXPORTED in"
        " tests/service/test_person_columns.py."
    )


async def _pinged_and_banned(service: Service) -> None:
    """Zoe pings somebody who does not answer, is banned, solves a puzzle, and still tries to open the board page."""
    await service.challenges.invite("heap", ZOE, DAN, CHANNEL)
    await service.moderation.ban(EVERYWHERE, ZOE)
    await service.puzzles.answer(ZOE, 1, service.puzzles.of(1).answers[0])
    await service.visits.editor_link(ZOE, "heap", INBOX)
    with pytest.raises(Refusal):
        await service.visits.open(await service.visits.editor_link(ZOE, "heap", INBOX))


async def test_the_acts_leave_something_in_every_column(service: Service, store: Store, clock: StillClock) -> None:
    await tried_puzzle_of_day(service, clock)
    await learned(service)
    await lived(service, clock)
    await _pinged_and_banned(service)
    empty = set()
    for table in TABLES.values():
        rows = await dicts_of(store, table.name)
        named = [column for column in table.all if not rows or not (column in OTHER_IDS or column.endswith("at"))]
        empty |= {f"{table.name}.{column}" for column in named if all(row[column] is None for row in rows)}
    assert empty == set(LEFT_EMPTY), (
        f"{sorted(empty - set(LEFT_EMPTY))}: {ADD}. Only then do the tests see whether it holds people."
    )


async def test_a_person_is_exported_and_forgotten_in_every_column(
    service: Service, store: Store, clock: StillClock
) -> None:
    await tried_puzzle_of_day(service, clock)
    await learned(service)
    await lived(service, clock)
    await _pinged_and_banned(service)
    before = {column: await dicts_of(store, column.table, column.name, ZOE.id) for column in person_columns()}
    marked, known = await marks_in(store), {(column.table, column.name) for column in person_columns()} | RECOGNISABLE
    undeclared, missing = sorted(marked - known), sorted(known - marked)
    assert not undeclared, f"{undeclared}: add PersonColumn(...) to `holds` of the table's declaration in storage/"
    assert not missing, f"{missing}: {ADD}"
    held = await held_of(service, ZOE.id)
    for column, rows in before.items():
        held_rows = [{name: row[name] for name in row if name != "code"} for row in held.get(column.table, [])]
        exported = [row in held_rows for row in rows]
        assert all(exported) == (column in exported_columns()), (
            f"{column}: {column.not_exported or 'its rows are not exported'}"
        )
    stand_in = LAST_COMPUTER - 1
    await service.privacy.forget(ZOE.id)
    assert await marks_in(store) == set()
    for column, rows in before.items():
        if column.forgotten == "stand-in":
            assert len(await dicts_of(store, column.table, column.name, stand_in)) >= len(rows), (
                f"{TABLES[column.table].where}{column} declares 'stand-in', but its rows are deleted when the person "
                "is forgotten, whose matches end: give PersonColumn 'row removed'."
            )
    banned = [row for row in await dicts_of(store, "ban") if row["person_id"] < stand_in]
    assert len(banned) == len(before[next(column for column in person_columns() if column.table == "ban")])


async def test_the_rows_of_a_match_are_exported_as_declared(service: Service, store: Store) -> None:
    match = (await begin(service, ZOE, BOB)).match
    exported = {table.name: table.of_match.exported for table in TABLES.values() if table.of_match}
    async with store.write() as tx:
        for name in [name for name, whose in exported.items() if whose]:
            for seat in (0, 1):
                numbers = dict.fromkeys(("ply", "id", "channel_id", "path"), 900 + seat) | {"path": f"[{seat}]"}
                add_sample(tx.session, TABLES[name], {"match_id": match.id, "seat": seat, **numbers})
    for person in (ZOE, BOB):
        held = await held_of(service, person.id)
        for name, whose in exported.items():
            seats = {row.get("seat") for row in held.get(name, [])} - {None}
            assert seats == {"both players": {0, 1}, "own seat": {match.seat_of(person.id)}, "": set()}[whose], name


async def test_retention_keeps_the_name_of_a_person_in_every_column(
    service: Service, store: Store, clock: StillClock
) -> None:
    """Each column gets a person of its own, of whom nothing else is kept."""
    await tried_puzzle_of_day(service, clock)
    await learned(service)
    await lived(service, clock)
    await _pinged_and_banned(service)
    people = {column: 888_000 + number for number, column in enumerate(person_columns())}
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
        assert (person_id in names) == (not column.name_not_kept), f"{column}: {column.name_not_kept or ADD}"


def test_the_privacy_policy_tells_what_the_declarations_tell() -> None:
    page = privacy_page.PATH.read_text(encoding="utf-8")
    assert page == privacy_page.written(page), "docs/privacy.md:13: run `make docs`"
