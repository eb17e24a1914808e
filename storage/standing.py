"""The tables of matches that are over: the order of their ends, the lists in which they stand, and the scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from matches.model import LAST_COMPUTER
from matches.standing import Ended, Score, Tally
from storage.columns import ModelTable, Table
from storage.driver import Statements
from storage.matches import MATCH, SELECT
from storage.rows import LARGEST, Rows

if TYPE_CHECKING:
    from matches.model import Match
    from storage.driver import Row


@dataclass(frozen=True, slots=True)
class Scored:
    """A score with what it counts."""

    tally: Tally
    score: Score


FINISHED = Table("finished", "person_id", "list", "no", "match_id")
SCORED = ModelTable("tally", Scored, "A score")
OVER = """
SELECT id, game, first_id, second_id, winner, void, rated, ended_at, ended_no, ended_in
FROM match WHERE status = 'over' ORDER BY ended_at
"""
PLACED = """
UPDATE match SET ended_in = (SELECT min(guild_id) FROM place WHERE place.match_id = match.id AND place.seat IS NULL)
WHERE status = 'over' AND ended_no IS NULL
"""
NUMBERED = """
UPDATE match SET ended_no = numbered.no
FROM (
    SELECT id, row_number() OVER (
        ORDER BY ended_at, CASE WHEN ended_no IS NULL THEN 1 ELSE 0 END, ended_no, id
    ) AS no
    FROM match WHERE status = 'over'
) AS numbered WHERE numbered.id = match.id
"""
OUTCOME = (
    "CASE WHEN void = 1 THEN 'void' WHEN winner IS NULL THEN 'drawn' WHEN winner = {seat} THEN 'won' ELSE 'lost' END"
)
SIDE = "SELECT id, ended_no, game, ended_in, {seat} AS seat, {mine} AS person_id, {theirs} AS opponent_id, {outcome}"
BOTH = f"""
WITH side (id, no, game, guild_id, seat, person_id, opponent_id, outcome) AS (
{SIDE.format(seat=0, mine="first_id + 0", theirs="second_id", outcome=OUTCOME.format(seat=0))}
FROM match WHERE ended_no IS NOT NULL
UNION ALL
{SIDE.format(seat=1, mine="second_id + 0", theirs="first_id", outcome=OUTCOME.format(seat=1))}
FROM match WHERE ended_no IS NOT NULL
),
no_or_yes (wanted) AS (SELECT 0 UNION ALL SELECT 1)
"""
"""Each match that is over, once for each of its players; `+ 0` keeps SQLite from reading a whole index in its order."""
ALL_LISTED = f"""
{BOTH}
INSERT INTO finished (person_id, list, no, match_id)
SELECT side.person_id,
    CASE one.wanted WHEN 1 THEN CAST(side.guild_id AS TEXT) ELSE '' END || '/'
    || CASE two.wanted WHEN 1 THEN side.game ELSE '' END || '/'
    || CASE three.wanted WHEN 1 THEN side.outcome ELSE '' END AS list,
    side.no, side.id
FROM side CROSS JOIN no_or_yes AS one CROSS JOIN no_or_yes AS two CROSS JOIN no_or_yes AS three
WHERE one.wanted = 0 OR side.guild_id IS NOT NULL
ORDER BY side.person_id, list, side.no
"""
"""The same lists as those of `Ended.lists`."""
ALL_ADDED = f"""
{BOTH}
INSERT INTO tally (person_id, opponent_id, game, seat, won, lost, drawn)
SELECT side.person_id, CASE one.wanted WHEN 1 THEN side.opponent_id ELSE 0 END AS opponent, side.game, side.seat,
    sum(CASE side.outcome WHEN 'won' THEN 1 ELSE 0 END), sum(CASE side.outcome WHEN 'lost' THEN 1 ELSE 0 END),
    sum(CASE side.outcome WHEN 'drawn' THEN 1 ELSE 0 END)
FROM side CROSS JOIN no_or_yes AS one
WHERE side.outcome <> 'void' AND NOT side.person_id BETWEEN {LAST_COMPUTER} AND -1
    AND NOT side.opponent_id BETWEEN {LAST_COMPUTER} AND -1
GROUP BY side.person_id, opponent, side.game, side.seat
"""
"""The same scores as those of `standing.tallies`."""
LISTED = f"""
SELECT listed.*, finished.no AS listed_no FROM finished JOIN ({SELECT}) AS listed ON listed.id = finished.match_id
WHERE finished.person_id = ? AND finished.list = ? AND finished.no < ? ORDER BY finished.no DESC LIMIT ?
"""
OF_SEAT = f"""
{SELECT} WHERE match.{{mine}} = ? AND CASE WHEN match.{{theirs}} BETWEEN {LAST_COMPUTER} AND -1 THEN 1 ELSE 0 END = ?
AND match.ended_no IS NOT NULL
"""
LAST = f"""
{OF_SEAT.format(mine="first_id", theirs="second_id")} UNION ALL {OF_SEAT.format(mine="second_id", theirs="first_id")}
ORDER BY ended_no DESC LIMIT ?
"""
READABLE = f"CASE WHEN tally.{{0}} BETWEEN 0 AND {LARGEST} THEN tally.{{0}} ELSE 0 END + excluded.{{0}}"
"""A count with what is added to it; one that cannot be read begins anew."""
ADDED = f"""
INSERT INTO tally {SCORED.columns.inserted}
ON CONFLICT (person_id, opponent_id, game, seat) DO UPDATE SET won = {READABLE.format("won")},
    lost = {READABLE.format("lost")}, drawn = {READABLE.format("drawn")}
"""


class StandingTable(Statements):
    """The records of players, and the order in which matches ended."""

    async def last_no(self) -> int:
        """The number of the match that ended last, as far as it can be read; 0 where none did."""
        row = await self._session.row("SELECT max(ended_no) AS no FROM match WHERE ended_no <= ?", LARGEST)
        return (row["no"] if row else None) or 0

    async def has_unnumbered(self) -> bool:
        """Whether a match is over that has no number in the order of ends."""
        row = await self._session.row(
            "SELECT id FROM match WHERE status = 'over' AND ended_no IS NULL ORDER BY id LIMIT 1"
        )
        return row is not None

    def number_all(self) -> None:
        """Number all matches that are over in the order of their ends: by the time, then by the number before."""
        self._session.change(PLACED)
        self._session.change(NUMBERED)

    def work_out(self) -> None:
        """Work out all lists and scores anew from the matches that are over."""
        self._session.change("DELETE FROM finished")
        self._session.change("DELETE FROM tally")
        self._session.change(ALL_LISTED)
        self._session.change(ALL_ADDED)

    async def over(self) -> list[Ended]:
        """All matches that are over, in the order of their ends."""
        rows = await self._session.rows(OVER)
        return ENDED.each(sorted(rows, key=lambda row: int(row["ended_no"])))

    def note(self, ended: Ended) -> None:
        """Note when a match ended, in the order of all, and where."""
        self._session.change(
            "UPDATE match SET ended_no = ?, ended_in = ? WHERE id = ?", ended.no, ended.guild_id, ended.match_id
        )

    def enlist(self, person_id: int, list_name: str, ended: Ended) -> None:
        """Add a match to a list of this person, where its number can be taken only by one that cannot be read."""
        self._session.change(
            f"INSERT INTO finished {FINISHED.columns.inserted}"
            " ON CONFLICT (person_id, list, no) DO UPDATE SET match_id = excluded.match_id",
            person_id,
            list_name,
            ended.no,
            ended.match_id,
        )

    async def listed(self, person_id: int, list_name: str, before: int, most: int) -> tuple[list[Match], int | None]:
        """The matches of a list that ended before that number, the last ones first, without those that are damaged.

        Also the number before which older ones ended; None where these are the oldest.
        """
        rows = await self._session.rows(LISTED, person_id, list_name, before, most + 1)
        return MATCH.each(rows[:most]), rows[most - 1]["listed_no"] if len(rows) > most else None

    async def newest(self, person_id: int, most: int, *, practice: bool) -> list[Match]:
        """This person's last matches, the newest first: those against the computer (`practice`), or those of people."""
        rows = await self._session.rows(LAST, person_id, int(practice), person_id, int(practice), most)
        return MATCH.each(rows)

    def add(self, tally: Tally, score: Score) -> None:
        """Add to a score."""
        self._session.change(ADDED, *SCORED.values(Scored(tally, score)))

    async def tallies(self, person_id: int, opponent_id: int = 0) -> dict[Tally, Score]:
        """This person's scores against one opponent, or against all (0), by game and side, as far as they are read."""
        rows = await self._session.rows(
            f"SELECT {SCORED.columns} FROM tally WHERE person_id = ? AND opponent_id = ? ORDER BY game, seat",
            person_id,
            opponent_id,
        )
        return {one.tally: one.score for one in SCORED.each(rows)}

    async def flush(self) -> None:
        """Hand to the database what waits, so that a long rebuild does not keep it all in memory."""
        await self._session.row("SELECT 1 AS one")


def _ended(row: Row) -> Ended:
    people = (row["first_id"], row["second_id"])
    return Ended(
        no=row["ended_no"],
        match_id=row["id"],
        game=row["game"],
        players=people,
        winner=row["winner"],
        void=bool(row["void"]),
        rated=bool(row["rated"]),
        at=row["ended_at"],
        guild_id=row["ended_in"],
        practice=any(LAST_COMPUTER <= one < 0 for one in people),
    )


ENDED = Rows("A match", _ended)
"""Reads what is known of a match that is over; the rest of it may be damaged."""
