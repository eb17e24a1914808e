"""SQL statements for finished matches: the order in which they ended, and players' match lists and scores."""

from dataclasses import dataclass

from matches.model import LAST_COMPUTER, Match
from matches.results import FORFEITS
from matches.standing import Ended, Score, Tally, decided, list_name
from storage.driver import Row, Statements
from storage.matches import MATCH, SELECT
from storage.rows import LARGEST, Rows
from storage.tables import MATCHES, MatchColumn, ModelTable, PersonColumn, Table


@dataclass(frozen=True, slots=True)
class Scored:
    tally: Tally
    score: Score


FINISHED = Table(
    "finished",
    {"person_id": int, "list": str, "no": int, "match_id": int},
    "person_id, list, no",
    ["finished_of (match_id)"],
    [PersonColumn("person_id", "stand-in", *("it is an index of matches",) * 2)],
    MatchColumn("row removed", until=None),
)
SCORED = ModelTable(
    "tally",
    Scored,
    "A score",
    "person_id, opponent_id, game, seat",
    indexes=["tally_against (opponent_id)"],
    holds=[
        PersonColumn("person_id", "stand-in"),
        PersonColumn("opponent_id", "stand-in", *("the opponent has the same scores in a row of their own",) * 2),
    ],
    policy=MATCHES("scores"),
)
SELECT_ENDED = (
    "SELECT id, game, first_id, second_id, winner, void, ending, rated, ended_at, ended_no, ended_in FROM match"
)
WON_AS_VOID = f"""
{SELECT_ENDED}
WHERE id IN (SELECT match_id FROM fixture WHERE match_id IS NOT NULL) AND ending IN ({", ".join(map(repr, FORFEITS))})
    AND EXISTS (
        SELECT 1 FROM finished WHERE finished.match_id = match.id AND finished.list = {list_name(None, None, "void")!r}
    )
ORDER BY ended_no
"""
OVER = f"{SELECT_ENDED} WHERE status = 'over' ORDER BY ended_at"
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
"""Adds to a count. A damaged count is replaced with 0 first."""
ADDED = f"""
INSERT INTO tally {SCORED.columns.inserted}
ON CONFLICT (person_id, opponent_id, game, seat) DO UPDATE SET won = {READABLE.format("won")},
    lost = {READABLE.format("lost")}, drawn = {READABLE.format("drawn")}
"""


class Standing(Statements):
    """Reads and writes players' scores and match lists, and the order in which matches ended."""

    async def last_no(self) -> int:
        """Return the sequence number of the match that ended last, or 0 if there is none. Ignores damaged numbers."""
        return await self._count("SELECT max(ended_no) AS no FROM match WHERE ended_no <= ?", LARGEST)

    async def has_unnumbered(self) -> bool:
        """Return whether a finished match still lacks a sequence number.

        Matches are numbered in the order in which they ended.
        """
        return await self._exists("SELECT id FROM match WHERE status = 'over' AND ended_no IS NULL ORDER BY id LIMIT 1")

    def number_all(self) -> None:
        """Renumber all finished matches by end time. Matches that ended at the same time keep their order."""
        self._session.change(PLACED)
        self._session.change(NUMBERED)

    def clear(self) -> None:
        """Delete all lists and scores."""
        self._session.change("DELETE FROM finished")
        self._session.change("DELETE FROM tally")

    async def over(self) -> list[Ended]:
        """Return all finished matches, in the order in which they ended."""
        rows = await self._session.rows(OVER)
        return ENDED.each(sorted(rows, key=lambda row: int(row["ended_no"])))

    async def won_as_void(self) -> list[Ended]:
        """Return the matches that are decided although earlier versions listed them as matches without a result.

        These were the tournament matches that one side lost before both had moved.
        """
        return ENDED.each(await self._session.rows(WON_AS_VOID))

    def unlist(self, match_id: int) -> None:
        """Remove a match from all lists."""
        self._session.change("DELETE FROM finished WHERE match_id = ?", match_id)

    def note(self, ended: Ended) -> None:
        """Store the server in which a match ended, and the match's sequence number among finished matches."""
        self._session.change(
            "UPDATE match SET ended_no = ?, ended_in = ? WHERE id = ?", ended.no, ended.guild_id, ended.match_id
        )

    def enlist(self, person_id: int, list_name: str, ended: Ended) -> None:
        """Add a match to one of a person's lists, replacing any damaged entry with the same sequence number."""
        values = (person_id, list_name, ended.no, ended.match_id)
        self._session.change(FINISHED.upsert(), *values)

    async def numbered_matches(
        self, person_id: int, list_name: str, before: int, limit: int
    ) -> tuple[list[Match], int | None]:
        """Return a page of a match list: up to `limit` matches numbered below `before`, last match first.

        Damaged matches are left out. Also returns the `before` of the next page, or None if there is none.
        """
        rows = await self._session.rows(LISTED, person_id, list_name, before, limit + 1)
        return MATCH.each(rows[:limit]), rows[limit - 1]["listed_no"] if len(rows) > limit else None

    async def newest(self, person_id: int, limit: int, *, practice: bool) -> list[Match]:
        """Return up to `limit` of a person's finished matches, most recently ended first.

        They are either against the computer (`practice`) or against people.
        """
        return MATCH.each(await self._session.rows(LAST, person_id, int(practice), person_id, int(practice), limit))

    def add(self, tally: Tally, score: Score) -> None:
        self._session.change(ADDED, *SCORED.values(Scored(tally, score)))

    async def tallies(self, person_id: int, opponent_id: int = 0) -> dict[Tally, Score]:
        """Return a person's scores against one opponent, or against everybody if `opponent_id` is 0.

        Damaged scores are left out.
        """
        rows = await self._session.rows(
            f"SELECT {SCORED.columns} FROM tally WHERE person_id = ? AND opponent_id = ? ORDER BY game, seat",
            person_id,
            opponent_id,
        )
        return {scored.tally: scored.score for scored in SCORED.each(rows)}

    async def flush(self) -> None:
        """Send the queued changes to the database, so that a long rebuild does not keep them all in memory."""
        await self._session.row("SELECT 1 AS one")


def _ended(row: Row) -> Ended:
    people = (row["first_id"], row["second_id"])
    winner, void = decided(row["ending"], row["winner"], void=bool(row["void"]))
    return Ended(
        no=row["ended_no"],
        match_id=row["id"],
        game=row["game"],
        players=people,
        winner=winner,
        void=void,
        rated=bool(row["rated"]),
        at=row["ended_at"],
        guild_id=row["ended_in"],
        practice=any(LAST_COMPUTER <= person_id < 0 for person_id in people),
    )


ENDED = Rows("A match", _ended)
"""Converts rows of finished matches. Columns that it does not read may be damaged."""
