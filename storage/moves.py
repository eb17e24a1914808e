"""The move lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matches.codes import code_of
from matches.errors import DamagedMoves
from matches.records import Ply
from storage.reading import Reading

if TYPE_CHECKING:
    from storage.driver import Session


PLY = Reading(
    "A move",
    lambda row: Ply(row["ply"], row["text"], row["seat"], row["at"], row["seconds_left"]),
    lambda row: DamagedMoves(code_of(row["match_id"])),
)


class PlyTable:
    """The moves that stand; the key (match, ply) refuses a second move at the same ply."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def of(self, match_id: int) -> list[Ply]:
        """All moves, in order. Raises Damaged where one cannot be read: without it the others mean nothing."""
        rows = await self._session.rows(
            "SELECT match_id, ply, text, seat, at, seconds_left FROM move WHERE match_id = ? ORDER BY ply", match_id
        )
        return [PLY.one(row) for row in rows]

    async def seats(self, match_id: int) -> list[int]:
        """Who has made each move, in order; that can be told of moves that cannot be read, too."""
        rows = await self._session.rows("SELECT seat FROM move WHERE match_id = ? ORDER BY ply", match_id)
        return [row["seat"] for row in rows]

    async def add(self, match_id: int, ply: Ply) -> None:
        self._session.change(
            "INSERT INTO move (match_id, ply, text, seat, at, seconds_left) VALUES (?, ?, ?, ?, ?, ?)",
            match_id,
            ply.ply,
            ply.text,
            ply.seat,
            ply.at,
            ply.left,
        )

    async def remove(self, match_id: int, ply: int) -> None:
        self._session.change("DELETE FROM move WHERE match_id = ? AND ply = ?", match_id, ply)
