"""The table of moves."""

from collections.abc import Sequence
from operator import itemgetter

from matches.codes import code_of
from matches.errors import Damaged, DamagedMoves
from matches.model import Ply
from storage.columns import ModelTable, converted
from storage.driver import MARKS, Statements, padded

PLY = ModelTable(
    "move",
    Ply,
    "A move",
    lambda row: DamagedMoves(code_of(row["match_id"])),
    also=["match_id"],
    left=converted(itemgetter("seconds_left"), seconds_left="left"),
)
SELECT = f"SELECT match_id, {PLY.columns} FROM move"


class PlyTable(Statements):
    """The moves of all matches. The key (match, ply) rejects a second move at the same ply."""

    async def of(self, match_id: int) -> list[Ply]:
        """All moves of a match in order. Raises Damaged if any is damaged, because that makes the others useless."""
        rows = await self._session.rows(f"{SELECT} WHERE match_id = ? ORDER BY ply", match_id)
        return [PLY.one(row) for row in rows]

    async def of_each(self, match_ids: Sequence[int]) -> dict[int, list[Ply]]:
        """The moves of several matches, by match. Matches with a damaged move are skipped."""
        rows = await self._session.rows(
            f"{SELECT} WHERE match_id IN ({MARKS}) ORDER BY match_id, ply", *padded(match_ids)
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
        """The seat that made each move, in order, even of damaged moves."""
        return await self._column("SELECT seat FROM move WHERE match_id = ? ORDER BY ply", match_id)

    async def add(self, match_id: int, ply: Ply) -> None:
        """Store a move. Raises Conflict if the match already has a move at this ply."""
        self._session.change(f"INSERT INTO move {PLY.all.inserted}", match_id, *PLY.values(ply))

    async def remove(self, match_id: int, ply: int) -> None:
        self._session.change("DELETE FROM move WHERE match_id = ? AND ply = ?", match_id, ply)
