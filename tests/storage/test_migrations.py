"""A database of an earlier version is brought up to date: with its running matches, and with queued deliveries."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from matches.errors import Refusal
from matches.results import result_of
from service import Service
from storage.sqlite.opening import prepare
from storage.store import Store
from tests.support.matches import StillClock

VERSIONS = Path(__file__).parent / "versions"
"""Dumps of databases that released versions have made, by the number of their format."""


@pytest.fixture(params=sorted(VERSIONS.glob("*.sql")), ids=lambda path: f"format {path.stem}")
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The file of an earlier version."""
    path = tmp_path / "tidepool.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(request.param.read_text(encoding="utf-8"))
    return path


def rows(path: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute(sql).fetchall()


@pytest.fixture
async def store(old: Path) -> AsyncIterator[Store]:
    async with Store.opened(old) as store:
        yield store


def test_nothing_that_happened_is_lost(old: Path) -> None:
    tables = ("person", "challenge", "match", "move", "event", "place", "condition", "alarm", "vacation", "block")
    before = {table: rows(old, f"SELECT count(*) FROM {table}") for table in tables}
    moves = rows(old, "SELECT match_id, ply, text FROM move ORDER BY match_id, ply")
    prepare(old)
    assert {table: rows(old, f"SELECT count(*) FROM {table}") for table in tables} == before
    assert rows(old, "SELECT match_id, ply, text FROM move ORDER BY match_id, ply") == moves
    assert rows(old, "PRAGMA foreign_key_check") == []
    assert rows(old, "PRAGMA quick_check") == [("ok",)]


def test_an_updated_file_has_the_tables_of_a_new_one(old: Path, tmp_path: Path) -> None:
    prepare(old)
    prepare(tmp_path / "new.sqlite3")
    for table in rows(tmp_path / "new.sqlite3", "SELECT name FROM sqlite_schema WHERE type IN ('table', 'index')"):
        columns = f"SELECT name, type, pk FROM pragma_table_info('{table[0]}')"
        assert rows(old, columns) == rows(tmp_path / "new.sqlite3", columns), table


def test_what_was_due_is_queued_in_the_outbox(old: Path) -> None:
    queued = rows(old, "SELECT match_id FROM place WHERE shown_rev < due_rev ORDER BY match_id")
    buttons = rows(old, "SELECT message_id FROM old_board ORDER BY message_id")
    unposted = rows(old, "SELECT id FROM challenge WHERE status = 'open' AND message_id IS NULL ORDER BY id")
    notices = rows(old, "SELECT match_id, person_id, kind, way FROM notice ORDER BY 1, 2, 3, 4")
    stale = rows(old, "SELECT message_id FROM notice WHERE stale = 1 ORDER BY message_id")
    assert queued
    assert buttons
    assert unposted
    assert notices
    assert stale
    prepare(old)
    assert rows(old, "SELECT subject FROM outbox WHERE kind = 'board' ORDER BY subject") == queued
    assert rows(old, "SELECT message_id FROM outbox WHERE kind = 'old board' ORDER BY message_id") == buttons
    assert rows(old, "SELECT subject FROM outbox WHERE kind = 'challenge' ORDER BY subject") == unposted
    told = "SELECT subject, person_id, about, way FROM outbox WHERE kind = 'notice' ORDER BY 1, 2, 3, 4"
    assert rows(old, told) == notices
    assert rows(old, "SELECT message_id FROM outbox WHERE wanted = 'removed' ORDER BY message_id") == stale


async def test_every_running_match_goes_on(store: Store, old: Path) -> None:
    clock = StillClock()
    clock.time = rows(old, "SELECT at FROM heartbeat")[0][0]
    service = Service(store, clock)
    running = rows(old, "SELECT id, game FROM match WHERE status = 'running'")
    assert len({game for _, game in running}) >= 5
    for match_id, _ in running:
        snapshot = await service.lookup.snapshot(match_id)
        match, position = snapshot.match, snapshot.position
        text = position.format(position.legal_moves()[0])
        try:
            played = await service.play.move(match_id, match.players[match.turn].id, text)
        except Refusal as refusal:
            assert "is up" in str(refusal), "its time ran out while nobody looked"  # noqa: PT017 (one of two ends is right)
            continue
        assert played.match.ply >= match.ply + 1, "two more where an answer was prepared"


async def test_every_match_that_is_over_still_says_how_it_ended(store: Store, old: Path) -> None:
    service = Service(store, StillClock())
    over = rows(old, "SELECT id, reason FROM match WHERE status = 'over'")
    assert len({reason for _, reason in over}) >= 6
    for match_id, reason in over:
        match = (await service.lookup.snapshot(match_id)).match
        assert match.ending, reason
        ended = result_of(match)
        assert match.reason == reason
        assert reason in {str(ended.phrase), ended.ending and ended.ending.once}
        assert str(ended.sentence(("Ann", "Bob"))).startswith(("Ann wins", "Bob wins", "Draw", "No result"))


async def test_what_is_over_gets_its_place_in_the_order_of_ends_at_the_start(store: Store, old: Path) -> None:
    over = rows(old, "SELECT id FROM match WHERE status = 'over' ORDER BY ended_at, id")
    assert rows(old, "SELECT count(*) FROM match WHERE ended_no IS NOT NULL") == [(0,)]
    await Service(store, StillClock()).schedule.start()
    assert rows(old, "SELECT id FROM match WHERE ended_no IS NOT NULL ORDER BY ended_no") == over
    rated = rows(old, "SELECT count(*) FROM match WHERE status = 'over' AND rated = 1")
    assert rows(old, "SELECT count(*) / 2 FROM rating_change") == rated
    assert rows(old, "SELECT count(DISTINCT match_id) FROM finished") == [(len(over),)]
