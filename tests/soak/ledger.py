"""Reads the bot's database from outside, and replays the matches in it."""

import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psycopg
from psycopg.rows import dict_row

from games import GAMES, Position
from matches.codes import code_of
from matches.deliveries import DELIVERY_LEASE

Row = Mapping[str, Any]

IN_HAND = "SELECT 1 AS one FROM outbox WHERE tried = 0 AND due_at <= ? AND kind <> 'headline'"
"""Finds deliveries that are leased and so are being delivered."""


class Ledger:
    """The matches as they stand in the database."""

    def __init__(self, database: Path | str) -> None:
        """`database` is an SQLite file or a PostgreSQL address."""
        self._database = database
        self._value = "?" if isinstance(database, Path) else "%s"
        self._connect()
        self._positions: dict[int, tuple[list[str], list[Position[Any]]]] = {}
        self._turns: dict[int, tuple[list[str], list[int]]] = {}

    def _connect(self) -> None:
        self._connection: Any
        if isinstance(self._database, Path):
            self._connection = sqlite3.connect(f"{self._database.absolute().as_uri()}?mode=ro", uri=True, timeout=30)
            self._connection.row_factory = sqlite3.Row
        else:
            self._connection = psycopg.connect(self._database, autocommit=True, row_factory=dict_row)

    def close(self) -> None:
        self._connection.close()

    def rows(self, sql: str, *values: object) -> list[Row]:
        """The rows that a query returns. Raises psycopg.OperationalError while the server is down."""
        if isinstance(self._database, str) and self._connection.closed:
            self._connect()
        rows: list[Row] = self._connection.execute(sql.replace("?", self._value), values).fetchall()
        return rows

    def running(self) -> list[Row]:
        return self.rows("SELECT * FROM match WHERE status = 'running' ORDER BY id")

    def ended(self) -> list[Row]:
        return self.rows("SELECT * FROM match WHERE status = 'over' ORDER BY id")

    def place(self, match_id: int, seat: int) -> Row | None:
        """Where the player of this seat sees the match."""
        places = self.rows("SELECT * FROM place WHERE match_id = ? AND (seat IS NULL OR seat = ?)", match_id, seat)
        return places[0] if places else None

    def next_due(self) -> int | None:
        """The earliest time at which an alarm or a delivery is due."""
        alarms = self.rows("SELECT min(at) AS at FROM alarm")
        notices = self.rows("SELECT min(due_at) AS at FROM outbox WHERE kind = 'notice'")
        times = [row["at"] for row in (*alarms, *notices)]
        return min((at for at in times if at is not None), default=None)

    def in_hand(self, now: float) -> bool:
        """Whether the bot is delivering something now: that is not late if the clock moves on meanwhile."""
        return bool(self.rows(IN_HAND, int(now) + DELIVERY_LEASE))

    def position(self, match: Row) -> Position[Any]:
        """The position of a match. Moves that were replayed before are not replayed again."""
        moves = [row["text"] for row in self.rows("SELECT text FROM move WHERE match_id = ? ORDER BY ply", match["id"])]
        known, positions = self._positions.get(match["id"], ([], []))
        if not positions:
            positions = [GAMES[match["game"]].start(**json.loads(match["options"]))]
        same = next(
            (n for n, (a, b) in enumerate(zip(known, moves, strict=False)) if a != b), min(len(known), len(moves))
        )
        positions = positions[: same + 1]
        for text in moves[same:]:
            positions.append(positions[-1].play(positions[-1].parse(text)))
        self._positions[match["id"]] = (moves, positions)
        return positions[-1]

    def turns(self, match: Row) -> list[int]:
        """The side to move after each number of moves of the match."""
        self.position(match)
        moves, positions = self._positions[match["id"]]
        known, turns = self._turns.get(match["id"], ([], []))
        if known != moves:
            turns = [position.turn for position in positions if position.result() is None]
            self._turns[match["id"]] = list(moves), turns
        return turns


def name_of(match: Row) -> str:
    """`#1f3k`"""
    return f"#{code_of(match['id'])}"
