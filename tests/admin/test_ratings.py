"""`ratings rebuild` computes all ratings again."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from admin._exits import Exit
from service.upkeep import MATCHES_DELETED
from storage.sqlite.opening import prepare
from tests.admin.conftest import Run

RATED = """
INSERT INTO person VALUES (1, 'Ann'), (2, 'Bob');
INSERT INTO challenge (id, game, options, challenger_id, opponent_id, side, channel_id, status, created_at, expires_at)
VALUES (46656, 'konane', '{}', 1, 2, 'first', 100, 'accepted', 0, 9);
INSERT INTO match (id, game, options, rules_version, first_id, second_id, rev, ply, turn, status, winner, reason,
    created_at, moved_at, ended_at, rated)
VALUES (46656, 'konane', '{}', 1, 1, 2, 5, 3, 0, 'over', 0, 'resignation', 1, 2, 3, 1);
"""


def test_ratings_come_from_the_stored_results(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tidepool.sqlite3"
    prepare(path)
    with closing(sqlite3.connect(path)) as database:
        database.executescript(RATED)
    for _ in range(2):
        assert run("ratings", "rebuild") == Exit.GOOD
        assert "from 1 finished match." in capsys.readouterr().out
        with closing(sqlite3.connect(path)) as database:
            rows = database.execute("SELECT person_id, game, round(rating), matches FROM rating ORDER BY 1").fetchall()
        assert rows == [(1, "konane", 1662.0, 1), (2, "konane", 1338.0, 1)]


def test_where_matches_were_deleted_nothing_is_worked_out(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tidepool.sqlite3"
    prepare(path)
    with closing(sqlite3.connect(path)) as database:
        database.executescript(RATED)
        database.execute("INSERT INTO memory (key, value) VALUES (?, '1')", (MATCHES_DELETED,))
        database.commit()
    assert run("ratings", "rebuild") == Exit.UNWELL
    assert "cannot be recomputed" in capsys.readouterr().err
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT count(*) FROM rating").fetchone() == (0,)
