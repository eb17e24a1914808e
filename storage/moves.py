"""The move lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matches.records import Ply

if TYPE_CHECKING:
    from storage.driver import Session


class PlyTable:
    """The moves that stand; the key (match, ply) refuses a second move at the same ply."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def of(self, match_id: int) -> list[Ply]:
        rows = await self._session.rows(
            "SELECT ply, text, seat, at, seconds_left FROM move WHERE match_id = ? ORDER BY ply", match_id
        )
        return [Ply(row["ply"], row["text"], row["seat"], row["at"], row["seconds_left"]) for row in rows]

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
