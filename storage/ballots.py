"""The table of the best moves in past votes, and queries about completed votes."""

from collections.abc import Collection
from typing import NamedTuple

from matches.ballots import BestMove, VotingRecord
from storage.crowds import BANNED
from storage.driver import Statements
from storage.tables import MatchColumn, ModelTable

BEST_MOVE = ModelTable(
    "best_move",
    BestMove,
    "A best move",
    "match_id, ply, move",
    of_match=MatchColumn("row removed", not_exported="it names nobody", until=None),
)
JUDGED = "SELECT 1 FROM best_move WHERE best_move.match_id = vote.match_id AND best_move.ply = vote.ply"
RECORD = f"""
SELECT count(*) AS votes,
    count(CASE WHEN EXISTS ({JUDGED}) THEN 1 END) AS judged,
    count(CASE WHEN EXISTS ({JUDGED} AND best_move.move = vote.move) THEN 1 END) AS best
FROM vote JOIN match ON match.id = vote.match_id WHERE vote.person_id = ? AND vote.ply <= match.ply
"""
COUNTED = f"""
SELECT vote.ply, vote.move, CASE WHEN vote.person_id > 0 AND NOT {BANNED} THEN vote.person_id END AS person_id,
    coalesce(person.name, '') AS name
FROM vote JOIN match ON match.id = vote.match_id LEFT JOIN person ON person.id = vote.person_id
WHERE vote.match_id = ? AND vote.ply <= match.ply ORDER BY vote.ply, vote.no
"""


class CountedVote(NamedTuple):
    """A vote that was counted, with the move that won."""

    ply: int
    move: str
    person_id: int | None
    """The voter's ID; None if the person was forgotten or is banned."""
    name: str


class Ballots(Statements):
    """Reads counted votes, and stores the best moves."""

    async def list_counted(self, match_id: int) -> list[CountedVote]:
        """Return all counted votes of a match, oldest first."""
        return [CountedVote(*row.values()) for row in await self._session.rows(COUNTED, match_id)]

    async def best(self, match_id: int) -> set[tuple[int, str]]:
        """Return the best moves in a match's votes, as (ply, move) pairs.

        If they are not evaluated, the set is empty.
        """
        rows = await self._session.rows("SELECT ply, move FROM best_move WHERE match_id = ?", match_id)
        return {(row["ply"], row["move"]) for row in rows}

    async def is_judged(self, match_id: int) -> bool:
        """Return whether a match's votes have been evaluated."""
        return await self._exists("SELECT 1 FROM best_move WHERE match_id = ? LIMIT 1", match_id)

    def save(self, best: Collection[BestMove]) -> None:
        for move in best:
            self._session.change(
                f"INSERT INTO best_move {BEST_MOVE.columns.inserted} ON CONFLICT DO NOTHING", *BEST_MOVE.values(move)
            )

    async def record(self, person_id: int) -> VotingRecord:
        """Return a person's voting record over all stored matches."""
        row = await self._session.row(RECORD, person_id)
        return VotingRecord(row["votes"], row["judged"], row["best"]) if row else VotingRecord()
