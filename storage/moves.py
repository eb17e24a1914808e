"""The tables of what happens in a match: moves, events and planned replies."""

import json
from collections.abc import Sequence
from operator import itemgetter

from games import Seat
from matches.codes import code_of
from matches.conditional import Condition
from matches.errors import Damaged, DamagedMoves
from matches.model import Event, Ply
from storage.columns import converted_field
from storage.driver import MARKS, Statements, pad_ids
from storage.tables import CHOICES, MATCHES, MatchColumn, ModelTable

PLY = ModelTable(
    "move",
    Ply,
    "A move",
    "match_id, ply",
    lambda row: DamagedMoves(code_of(row["match_id"])),
    also={"match_id": int},
    of_match=MatchColumn("row removed", exported="both players", until=None),
    policy=MATCHES("moves"),
    left=converted_field(itemgetter("seconds_left"), int | None, seconds_left="left"),
)
SELECT = f"SELECT match_id, {PLY.columns} FROM move"
LAST = f"{SELECT} WHERE match_id = ? AND ply <= ? ORDER BY ply DESC LIMIT 1"
EVENT = ModelTable(
    "event",
    Event,
    "An event",
    "match_id, rev",
    also={"match_id": int},
    of_match=MatchColumn("row removed", not_exported="the match and its moves say what came of them", until=None),
)
CONDITION = ModelTable(
    "condition",
    Condition,
    "A conditional move",
    "match_id, seat, path",
    also={"match_id": int, "seat": int},
    of_match=MatchColumn("row removed", exported="own seat", until=()),
    policy=CHOICES("conditional moves"),
    path=converted_field(lambda row: tuple(json.loads(row["path"])), path=lambda condition: json.dumps(condition.path)),
)
OF_SEAT = f"SELECT {CONDITION.columns} FROM condition WHERE match_id = ? AND seat = ?"


class Plies(Statements):
    """Reads and writes moves. The primary key (match, ply) prevents two moves at the same ply."""

    async def of(self, match_id: int) -> list[Ply]:
        """Return all moves of a match in order.

        Raises Damaged if one cannot be read, because the rest is useless without it.
        """
        rows = await self._session.rows(f"{SELECT} WHERE match_id = ? ORDER BY ply", match_id)
        return [PLY.one(row) for row in rows]

    async def last(self, match_id: int, ply: int) -> Ply | None:
        """Return the last move of a match up to this ply, or None if there is none.

        Raises Damaged if it cannot be read.
        """
        row = await self._session.row(LAST, match_id, ply)
        return PLY.one(row) if row else None

    async def of_each(self, match_ids: Sequence[int]) -> dict[int, list[Ply]]:
        """Return the moves of several matches, keyed by match ID, leaving out matches with a damaged move."""
        rows = await self._session.rows(
            f"{SELECT} WHERE match_id IN ({MARKS}) ORDER BY match_id, ply", *pad_ids(match_ids)
        )
        plies: dict[int, list[Ply]] = {match_id: [] for match_id in match_ids}
        for row in rows:
            if row["match_id"] in plies:
                try:
                    plies[row["match_id"]].append(PLY.one(row))
                except Damaged:
                    del plies[row["match_id"]]
        return plies

    async def seats(self, match_id: int) -> list[int]:
        """Return the seat that made each move of a match, in order, including damaged moves."""
        return await self._column("SELECT seat FROM move WHERE match_id = ? ORDER BY ply", match_id)

    async def add(self, match_id: int, ply: Ply) -> None:
        """Store a move. Raises Conflict if the match already has a move at this ply."""
        self._session.change(f"INSERT INTO move {PLY.all.inserted}", match_id, *PLY.values(ply))

    async def remove(self, match_id: int, ply: int) -> None:
        self._session.change("DELETE FROM move WHERE match_id = ? AND ply = ?", match_id, ply)


class Events(Statements):
    """Reads and writes events, one per match revision, skipping damaged rows."""

    async def of(self, match_id: int) -> list[Event]:
        """Return a match's events, ordered by revision."""
        rows = await self._session.rows(
            f"SELECT match_id, {EVENT.columns} FROM event WHERE match_id = ? ORDER BY rev", match_id
        )
        return EVENT.each(rows)

    async def add(self, match_id: int, event: Event) -> None:
        self._session.change(f"INSERT INTO event {EVENT.all.inserted}", match_id, *EVENT.values(event))


class Conditions(Statements):
    """Reads and writes planned replies, skipping damaged rows. A seat has at most one reply per line."""

    async def of(self, match_id: int, seat: Seat) -> list[Condition]:
        """Return a player's planned replies, those that answer the shortest lines of moves first."""
        rows = await self._session.rows(OF_SEAT, match_id, seat)
        return sorted(CONDITION.each(rows), key=lambda condition: (len(condition.path), condition.path))

    def ask(self, match_id: int, seat: Seat) -> None:
        """Prefetch what `of` returns."""
        self._session.ask(OF_SEAT, match_id, seat)

    async def replace(self, match_id: int, seat: Seat, conditions: Sequence[Condition]) -> None:
        self._session.change("DELETE FROM condition WHERE match_id = ? AND seat = ?", match_id, seat)
        for condition in conditions:
            self._session.change(
                f"INSERT INTO condition {CONDITION.all.inserted}", match_id, seat, *CONDITION.values(condition)
            )

    async def clear(self, match_id: int) -> None:
        """Delete both seats' replies."""
        self._session.change("DELETE FROM condition WHERE match_id = ?", match_id)
