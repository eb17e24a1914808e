"""The tables of attempts at puzzles, of the puzzles of the day, of tries at those, and of puzzles from matches."""

from collections.abc import Sequence

from matches.model import LAST_COMPUTER
from matches.puzzles import Attempt, MissedPuzzle, PuzzlePost, PuzzleTry
from matches.timecontrol import DAY, LATEST
from storage.columns import ModelTable
from storage.driver import Row, Statements

LAST_DAY = LATEST // DAY
ATTEMPT = ModelTable("puzzle_attempt", Attempt, "An attempt at a puzzle")
OF = f"SELECT {ATTEMPT.columns} FROM puzzle_attempt WHERE person_id = ? AND puzzle = ?"
SOLVED = "SELECT puzzle FROM puzzle_attempt WHERE person_id = ? AND solved_at IS NOT NULL"

POST = ModelTable("puzzle_post", PuzzlePost, "A puzzle of the day")
TRY = ModelTable("puzzle_try", PuzzleTry, "A try at a puzzle of the day")
POST_OF = f"SELECT {POST.columns} FROM puzzle_post WHERE guild_id = ? AND day = ?"
NEWEST = f"SELECT {POST.columns} FROM puzzle_post WHERE guild_id = ? AND day < ? ORDER BY day DESC LIMIT 1"
TRIED = "SELECT coalesce(sum(tries), 0) AS tries FROM puzzle_try WHERE guild_id = ? AND day = ?"
DAYS = "SELECT day FROM puzzle_post WHERE guild_id = ? ORDER BY day DESC LIMIT ?"
SHOWN = "UPDATE puzzle_post SET message_id = ? WHERE guild_id = ? AND day = ?"
TRY_OF = f"SELECT {TRY.columns} FROM puzzle_try WHERE guild_id = ? AND day = ? AND person_id = ?"
TRIES = """
SELECT puzzle_try.person_id, puzzle_try.tries, puzzle_try.solved_at, puzzle_try.wrong,
    coalesce(person.name, '') AS name, player.chosen
FROM puzzle_try LEFT JOIN person ON person.id = puzzle_try.person_id
LEFT JOIN player ON player.person_id = puzzle_try.person_id
WHERE puzzle_try.guild_id = ? AND puzzle_try.day >= ? AND puzzle_try.day < ?
ORDER BY puzzle_try.solved_at, puzzle_try.person_id
"""
SOLVED_HERE = "SELECT day FROM puzzle_try WHERE person_id = ? AND guild_id = ? AND solved_at IS NOT NULL"
OPEN_OF = "SELECT DISTINCT guild_id FROM puzzle_try WHERE person_id = ? AND day >= ?"

MISSED = ModelTable("missed_puzzle", MissedPuzzle, "A puzzle from a match")
MISSED_OF = f"SELECT {MISSED.columns} FROM missed_puzzle WHERE match_id = ?"
TO_SEARCH = f"""
SELECT match.id FROM match
WHERE status = 'over' AND ended_in IS NOT NULL AND ended_in = ? AND ended_at >= ? AND void = 0 AND ended_no IS NOT NULL
    AND NOT (first_id BETWEEN {LAST_COMPUTER} AND -1 AND second_id BETWEEN {LAST_COMPUTER} AND -1)
    AND NOT EXISTS (SELECT 1 FROM missed_puzzle WHERE missed_puzzle.match_id = match.id)
ORDER BY ended_at DESC LIMIT ?
"""


class PuzzleTable(Statements):
    async def attempt(self, person_id: int, puzzle: int) -> Attempt:
        """The person's attempt at this puzzle; without tries if there is none yet."""
        row = await self._session.row(OF, person_id, puzzle)
        return ATTEMPT.maybe(row) or Attempt(person_id, puzzle)

    async def solved(self, person_id: int) -> set[int]:
        """The numbers of the puzzles that this person has solved."""
        return {row["puzzle"] for row in await self._session.rows(SOLVED, person_id)}

    def save(self, attempt: Attempt) -> None:
        self._session.change(ATTEMPT.upsert("person_id", "puzzle"), *ATTEMPT.values(attempt))

    async def post(self, guild_id: int, day: int) -> PuzzlePost | None:
        return POST.maybe(await self._session.row(POST_OF, guild_id, day))

    async def newest_post(self, guild_id: int, before: int = LAST_DAY) -> PuzzlePost | None:
        """The server's newest post of a day before this one."""
        return POST.maybe(await self._session.row(NEWEST, guild_id, before))

    async def tried(self, guild_id: int, day: int) -> int:
        """The number of tries at a post."""
        return await self._count(TRIED, guild_id, day)

    async def days(self, guild_id: int, most: int) -> list[int]:
        """The days of a server's newest posts, newest first."""
        return await self._column(DAYS, guild_id, most)

    def add_post(self, post: PuzzlePost) -> None:
        self._session.change(f"INSERT INTO puzzle_post {POST.columns.inserted}", *POST.values(post))

    def shown(self, guild_id: int, day: int, message_id: int) -> None:
        """Store the message of a post."""
        self._session.change(SHOWN, message_id, guild_id, day)

    async def daily_try(self, guild_id: int, day: int, person_id: int) -> PuzzleTry:
        """The person's try at this post; without tries if there is none yet."""
        return TRY.maybe(await self._session.row(TRY_OF, guild_id, day, person_id)) or PuzzleTry(
            guild_id, day, person_id
        )

    def save_try(self, daily: PuzzleTry) -> None:
        self._session.change(TRY.upsert("guild_id", "day", "person_id"), *TRY.values(daily))

    async def tries(self, guild_id: int, first: int, end: int) -> Sequence[Row]:
        """The tries at a server's posts from day `first` to before `end`, each with name and settings."""
        return await self._session.rows(TRIES, guild_id, first, end)

    async def solved_here(self, person_id: int, guild_id: int) -> set[int]:
        """The days whose puzzle this person has solved in a server."""
        return set(await self._column(SOLVED_HERE, person_id, guild_id))

    async def tried_since(self, person_id: int, day: int) -> list[int]:
        """The servers where this person has tried a puzzle of the day since this day."""
        return await self._column(OPEN_OF, person_id, day)

    async def missed(self, match_id: int) -> MissedPuzzle | None:
        """The puzzle from this match."""
        return MISSED.maybe(await self._session.row(MISSED_OF, match_id))

    async def to_search(self, guild_id: int, since: int, most: int) -> list[int]:
        """The IDs of at most `most` matches that ended in a server since this time, newest first.

        Omits matches between computer players, and those from which a puzzle is known.
        """
        return await self._column(TO_SEARCH, guild_id, since, most)

    def add_missed(self, missed: MissedPuzzle) -> None:
        self._session.change(f"INSERT INTO missed_puzzle {MISSED.columns.inserted}", *MISSED.values(missed))
