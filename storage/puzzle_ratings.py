"""The tables of people's and puzzles' ratings, and of the puzzles that people got wrong and should repeat."""

from collections.abc import Collection

from matches.puzzle_ratings import Repeat
from matches.ratings import Rating
from storage.driver import Statements
from storage.rows import Rows
from storage.tables import ModelTable, PersonColumn, Told

PRIVATE = "nobody else is shown it"
RATINGS = ModelTable(
    "puzzle_rating",
    Rating,
    "A puzzle rating",
    "person_id, game, matches",
    also={"person_id": int, "game": str},
    holds=[PersonColumn("person_id", "row removed", name_not_kept=PRIVATE)],
    policy=Told(
        "your puzzle ratings in each game, and those puzzles that you missed, until you know them",
        "to offer you puzzles that fit, to show you their course, and to bring missed ones again",
    ),
)
"""One row for each rated answer, with the rating after it. `matches` is the number of rated answers so far."""
STRENGTHS = ModelTable(
    "puzzle_strength", Rating, "A puzzle's rating", "game, puzzle", also={"game": str, "puzzle": int}
)
REPEATS = ModelTable(
    "puzzle_repeat",
    Repeat,
    "A puzzle that comes again",
    "person_id, puzzle",
    indexes=["puzzle_repeat_at (person_id, at)"],
    holds=[PersonColumn("person_id", "row removed", name_not_kept=PRIVATE)],
    policy=RATINGS.told,
)
NEWEST = f"SELECT {RATINGS.columns} FROM puzzle_rating WHERE person_id = ? AND game = ? ORDER BY matches DESC LIMIT ?"
OF_GAME = f"SELECT {STRENGTHS.all} FROM puzzle_strength WHERE game = ?"
OF_PUZZLE = f"SELECT {STRENGTHS.columns} FROM puzzle_strength WHERE game = ? AND puzzle = ?"
REPEAT = f"SELECT {REPEATS.columns} FROM puzzle_repeat WHERE person_id = ? AND puzzle = ?"
DUE = "SELECT puzzle FROM puzzle_repeat WHERE person_id = ? AND at <= ? ORDER BY at"


class PuzzleRatings(Statements):
    """Reads and writes people's and puzzles' ratings, and the puzzles that people got wrong.

    Damaged rows are skipped.
    """

    async def newest(self, person_id: int, games: Collection[str], limit: int) -> dict[str, list[Rating]]:
        """Return up to `limit` of a person's latest puzzle ratings in each of these games, oldest first.

        Games without an answer are omitted. One more row is read, in case the newest one is damaged.
        """
        for game in games:
            self._session.ask(NEWEST, person_id, game, limit + 1)
        rows = {game: await self._session.rows(NEWEST, person_id, game, limit + 1) for game in games}
        ratings = {game: RATING.each(of_game)[:limit] for game, of_game in rows.items()}
        return {game: of_game[::-1] for game, of_game in ratings.items() if of_game}

    async def of(self, person_id: int, game: str) -> Rating | None:
        """Return a person's puzzle rating in a game, or None if they have not answered a rated puzzle in it."""
        newest = await self.newest(person_id, [game], 1)
        return newest[game][-1] if newest else None

    def add(self, person_id: int, game: str, rating: Rating) -> None:
        """Store a person's puzzle rating after an answer, replacing any damaged rating with the same number."""
        self._session.change(RATINGS.upsert(), person_id, game, *RATINGS.values(rating))

    async def strengths(self, game: str) -> dict[int, Rating]:
        """Return the ratings of a game's puzzles, keyed by puzzle number.

        Puzzles that nobody has tried are left out.
        """
        rows = await self._session.rows(OF_GAME, game)
        return {row["puzzle"]: rating for row in rows if (rating := STRENGTH.maybe(row)) is not None}

    async def strength(self, game: str, puzzle: int) -> Rating | None:
        """Return a puzzle's own rating, or None if nobody has tried it or the rating is damaged."""
        return STRENGTH.maybe(await self._session.row(OF_PUZZLE, game, puzzle))

    def save_strength(self, game: str, puzzle: int, rating: Rating) -> None:
        self._session.change(STRENGTHS.upsert(), game, puzzle, *STRENGTHS.values(rating))

    async def repeat(self, person_id: int, puzzle: int) -> Repeat | None:
        """Return when a person should repeat a puzzle, or None if they do not need to."""
        return REPEATS.maybe(await self._session.row(REPEAT, person_id, puzzle))

    async def due(self, person_id: int, now: int) -> list[int]:
        """Return the numbers of the puzzles that a person should repeat now.

        Those that have been due longest come first.
        """
        return await self._column(DUE, person_id, now)

    def save_repeat(self, repeat: Repeat) -> None:
        self._session.change(REPEATS.upsert(), *REPEATS.values(repeat))

    def remove_repeat(self, repeat: Repeat) -> None:
        self._session.change(
            "DELETE FROM puzzle_repeat WHERE person_id = ? AND puzzle = ?", repeat.person_id, repeat.puzzle
        )


RATING = Rows("A puzzle rating", lambda row: RATINGS.make(row).check_bounds())
STRENGTH = Rows("A puzzle's rating", lambda row: STRENGTHS.make(row).check_bounds())
