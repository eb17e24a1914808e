"""The tables of attempts at puzzles, daily puzzles and the tries at them, and puzzles taken from matches."""

from collections.abc import Sequence

from matches.model import LAST_COMPUTER
from matches.puzzles import FIRST_MISSED, Attempt, MissedPuzzle, PuzzlePost, PuzzleTry, check_line
from matches.timecontrol import DAY, LATEST
from storage.columns import converted_field
from storage.driver import Row, Statements
from storage.tables import MatchColumn, ModelTable, PersonColumn, Told

LAST_DAY = LATEST // DAY
ATTEMPT = ModelTable(
    "puzzle_attempt",
    Attempt,
    "An attempt at a puzzle",
    "person_id, puzzle",
    indexes=[f"puzzle_attempt_missed (puzzle) WHERE puzzle > {FIRST_MISSED}"],
    holds=[PersonColumn("person_id", "row removed", name_not_kept="nobody is shown it")],
    policy=Told(
        "the puzzles that you tried: how often, with which move last, and when you solved them",
        "so that you never get one twice, and a move that is sent twice counts once",
    ),
)
OF = f"SELECT {ATTEMPT.columns} FROM puzzle_attempt WHERE person_id = ? AND puzzle = ?"
TRIED = "SELECT puzzle, solved_at FROM puzzle_attempt WHERE person_id = ?"

POST = ModelTable("puzzle_post", PuzzlePost, "A puzzle of the day", "guild_id, day")
TRY = ModelTable(
    "puzzle_try",
    PuzzleTry,
    "A try at a puzzle of the day",
    "guild_id, day, person_id",
    indexes=["puzzle_try_of_person (person_id, guild_id, day)", "puzzle_try_unsolved (day) WHERE solved_at IS NULL"],
    holds=[PersonColumn("person_id", "row removed")],
    policy=Told(
        "your tries at a server's puzzles of the day: how many, the first wrong move, and when you solved them",
        "for its counts and your streak",
    ),
)
POST_OF = f"SELECT {POST.columns} FROM puzzle_post WHERE guild_id = ? AND day = ?"
NEWEST = f"SELECT {POST.columns} FROM puzzle_post WHERE guild_id = ? AND day < ? ORDER BY day DESC LIMIT 1"
TRIES_AT = "SELECT coalesce(sum(tries), 0) AS tries FROM puzzle_try WHERE guild_id = ? AND day = ?"
DAYS = "SELECT day FROM puzzle_post WHERE guild_id = ? ORDER BY day DESC LIMIT ?"
SHOWN = "UPDATE puzzle_post SET message_id = ? WHERE guild_id = ? AND day = ?"
WRONG_TRIES = """
SELECT coalesce(max(CASE WHEN solved_at IS NULL THEN tries ELSE tries - 1 END), 0) AS tries
FROM puzzle_try WHERE person_id = ? AND day = ?
"""
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
TRIED_BY = f"""
SELECT {POST.columns.of("puzzle_post")} FROM puzzle_post JOIN puzzle_try
    ON puzzle_try.guild_id = puzzle_post.guild_id AND puzzle_try.day = puzzle_post.day
WHERE puzzle_try.person_id = ? ORDER BY puzzle_post.day DESC
"""

MISSED = ModelTable(
    "missed_puzzle",
    MissedPuzzle,
    "A puzzle from a match",
    "match_id",
    of_match=MatchColumn("row removed", not_exported="it names nobody", until=None),
    policy=Told(
        "puzzles from your matches: one position each, without names",
        "to offer them in the server of the match; they name you only if you agreed in `/settings`",
    ),
    puzzle=converted_field(lambda row: check_line(row["puzzle"]), puzzle="puzzle"),
)
MISSED_OF = f"SELECT {MISSED.columns} FROM missed_puzzle WHERE match_id = ?"
TO_SEARCH = f"""
SELECT match.id FROM match
WHERE status = 'over' AND ended_in IS NOT NULL AND ended_in = ? AND ended_at >= ? AND void = 0 AND ended_no IS NOT NULL
    AND NOT (first_id BETWEEN {LAST_COMPUTER} AND -1 AND second_id BETWEEN {LAST_COMPUTER} AND -1)
    AND NOT EXISTS (SELECT 1 FROM missed_puzzle WHERE missed_puzzle.match_id = match.id)
ORDER BY ended_at DESC LIMIT ?
"""


class Puzzles(Statements):
    async def attempt(self, person_id: int, puzzle: int) -> Attempt:
        """Return a person's attempt at a puzzle, or an attempt without any tries if none is stored."""
        row = await self._session.row(OF, person_id, puzzle)
        return ATTEMPT.maybe(row) or Attempt(person_id, puzzle)

    async def tried_and_solved(self, person_id: int) -> tuple[set[int], set[int]]:
        """Return two sets of puzzle numbers: those that a person has tried, and those they have solved."""
        rows = await self._session.rows(TRIED, person_id)
        return {row["puzzle"] for row in rows}, {row["puzzle"] for row in rows if row["solved_at"] is not None}

    def save(self, attempt: Attempt) -> None:
        self._session.change(ATTEMPT.upsert(), *ATTEMPT.values(attempt))

    async def post(self, guild_id: int, day: int) -> PuzzlePost | None:
        return POST.maybe(await self._session.row(POST_OF, guild_id, day))

    async def newest_post(self, guild_id: int, before: int = LAST_DAY) -> PuzzlePost | None:
        """Return a server's latest daily puzzle post before the day `before`, or None if there is none."""
        return POST.maybe(await self._session.row(NEWEST, guild_id, before))

    async def count_tries(self, guild_id: int, day: int) -> int:
        """Return how many tries a post has had."""
        return await self._count(TRIES_AT, guild_id, day)

    async def days(self, guild_id: int, limit: int) -> list[int]:
        """Return the last `limit` days on which a server's daily puzzle was posted, newest first."""
        return await self._column(DAYS, guild_id, limit)

    def add_post(self, post: PuzzlePost) -> None:
        self._session.change(f"INSERT INTO puzzle_post {POST.columns.inserted}", *POST.values(post))

    def store_message(self, guild_id: int, day: int, message_id: int) -> None:
        """Store the ID of the message that shows a post."""
        self._session.change(SHOWN, message_id, guild_id, day)

    async def daily_try(self, guild_id: int, day: int, person_id: int) -> PuzzleTry:
        """Return a person's try at the puzzle that a server posted on a day, or an empty try if nothing is stored."""
        return TRY.maybe(await self._session.row(TRY_OF, guild_id, day, person_id)) or PuzzleTry(
            guild_id, day, person_id
        )

    async def wrong_tries(self, person_id: int, day: int) -> int:
        """Return the number of wrong moves that a person tried in a given day's puzzle.

        If they tried the puzzle in several servers, the highest number counts.
        """
        return await self._count(WRONG_TRIES, person_id, day)

    def save_try(self, daily: PuzzleTry) -> None:
        self._session.change(TRY.upsert(), *TRY.values(daily))

    async def tries(self, guild_id: int, first: int, end: int) -> Sequence[Row]:
        """Return the tries at a server's daily puzzles, from the day `first` up to but not including the day `end`.

        Each row has the person's name and settings.
        """
        return await self._session.rows(TRIES, guild_id, first, end)

    async def solved_here(self, person_id: int, guild_id: int) -> set[int]:
        """Return the days on which a server posted a daily puzzle that this person has solved there."""
        return set(await self._column(SOLVED_HERE, person_id, guild_id))

    async def tried_by(self, person_id: int) -> list[PuzzlePost]:
        """Return the posts of the daily puzzles that a person has tried, newest first."""
        return POST.each(await self._session.rows(TRIED_BY, person_id))

    async def from_match(self, match_id: int) -> MissedPuzzle | None:
        """Return the puzzle from a match, or None."""
        return MISSED.maybe(await self._session.row(MISSED_OF, match_id))

    async def to_search(self, guild_id: int, since: int, limit: int) -> list[int]:
        """Return the IDs of up to `limit` of a server's matches that ended after `since`, newest first.

        Leaves out matches between computer players, and those that already have a puzzle.
        """
        return await self._column(TO_SEARCH, guild_id, since, limit)

    def add_missed(self, missed: MissedPuzzle) -> None:
        self._session.change(f"INSERT INTO missed_puzzle {MISSED.columns.inserted}", *MISSED.values(missed))
