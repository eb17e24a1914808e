"""The tables of ratings, rating changes and leaderboards."""

from dataclasses import dataclass

from matches.ratings import NEWCOMER, Rating
from matches.standing import STEP, RatingChange, step_of
from storage.columns import converted_field
from storage.driver import Row, Statements
from storage.rows import KNOWN, LARGEST, LARGEST_REAL, Rows
from storage.tables import MATCHES, MatchColumn, ModelTable, PersonColumn, Table


@dataclass(frozen=True, slots=True)
class Rank:
    """A person's score on a leaderboard."""

    scope: int
    score: float


@dataclass(frozen=True, slots=True)
class Step:
    """A bucket of a leaderboard's scores, and the number of people in it."""

    step: int
    people: int


RANK = ModelTable(
    "rating_rank",
    Rank,
    "A rank",
    "person_id, game, scope",
    also={"person_id": int, "game": str},
    indexes=["rating_rank_order (scope, game, score DESC, person_id)"],
    holds=[PersonColumn("person_id", "row removed", *("it is an index of ratings",) * 2)],
)
RATING_STEP = Table("rating_step", {"scope": int, "game": str, "step": int, "people": int}, "scope, game, step")
RATINGS = ModelTable(
    "rating",
    Rating,
    "A rating",
    "person_id, game",
    also={"person_id": int, "game": str},
    holds=[PersonColumn("person_id", "row removed")],
    policy=MATCHES("ratings"),
)
CHANGES = ModelTable(
    "rating_change",
    RatingChange,
    "A change of a rating",
    "person_id, game, no",
    indexes=[
        "rating_change_of (match_id)",
        "rating_change_between (person_id, opponent_id, at)",
        "rating_change_against (opponent_id)",
    ],
    holds=[
        PersonColumn("person_id", "row removed", name_not_kept="their rating keeps the name"),
        PersonColumn("opponent_id", "stand-in", "it is the opponent's rating", "the rated match keeps the name"),
    ],
    of_match=MatchColumn("row removed", until=None),
    policy=MATCHES("ratings"),
    before=converted_field(
        lambda row: Rating(row["rating_before"], row["deviation_before"]),
        float,
        rating_before="before.rating",
        deviation_before="before.deviation",
    ),
    after=converted_field(
        lambda row: Rating(row["rating"], row["deviation"], at=row["at"]),
        {"rating": float, "deviation": float, "at": int},
        rating="after.rating",
        deviation="after.deviation",
        at="after.at",
    ),
)
OF_PERSON = f"SELECT {RATINGS.all} FROM rating WHERE person_id = ?"
CHANGE = f"SELECT {CHANGES.columns} FROM rating_change WHERE"
NEWEST = f"{CHANGE} person_id = ? AND game = ? ORDER BY no DESC LIMIT ?"
MORE = f"""
INSERT INTO rating_step {RATING_STEP.columns.inserted}
ON CONFLICT (scope, game, step) DO UPDATE SET people = excluded.people
    + CASE WHEN rating_step.people BETWEEN 0 AND {LARGEST} THEN rating_step.people ELSE 0 END
"""
ONE_LESS = "UPDATE rating_step SET people = people - 1 WHERE scope = ? AND game = ? AND step = ?"
LISTED = "SELECT count(*) AS count FROM rating_rank WHERE scope = ? AND game = ?"
RANKED = f"""
SELECT page.person_id, person.name, page.score, {RATINGS.columns.of("rating")}
FROM (
    SELECT person_id, game, score FROM rating_rank WHERE scope = ? AND game = ? AND score < ?
    ORDER BY score DESC, person_id LIMIT ? OFFSET ?
) AS page
JOIN person ON person.id = page.person_id
JOIN rating ON rating.person_id = page.person_id AND rating.game = page.game
"""


class Ratings(Statements):
    """Reads and writes ratings, skipping damaged rows. A person has one rating per game."""

    async def of(self, person_id: int, game: str) -> Rating | None:
        """Return a person's rating in a game, or None if there is none or it is damaged."""
        return RATING.maybe(await self._session.row(f"{OF_PERSON} AND game = ?", person_id, game))

    async def all_of(self, person_id: int) -> dict[str, Rating]:
        """Return all of a person's ratings, keyed by game, substituting a newcomer's rating for any that is damaged."""
        rows = await self._session.rows(f"{OF_PERSON} ORDER BY game", person_id)
        return {row["game"]: RATING.maybe(row) or NEWCOMER for row in rows if row["game"] in KNOWN}

    def save(self, person_id: int, game: str, rating: Rating) -> None:
        self._session.change(RATINGS.upsert(), person_id, game, *RATINGS.values(rating))

    def add(self, change: RatingChange) -> None:
        """Store how a match changed a rating, replacing any damaged change with the same sequence number."""
        self._session.change(CHANGES.upsert(), *CHANGES.values(change))

    async def by_match(self, match_id: int) -> list[RatingChange]:
        """Return how a match changed its players' ratings, or an empty list if it was not rated.

        The order is undefined.
        """
        return CHANGES.each(await self._session.rows(f"{CHANGE} match_id = ?", match_id))

    def ask_newest(self, person_id: int, game: str, limit: int) -> None:
        self._session.ask(NEWEST, person_id, game, limit)

    async def newest(self, person_id: int, game: str, limit: int) -> list[RatingChange]:
        """Return the last `limit` changes to a person's rating in a game, oldest first."""
        return CHANGES.each(reversed(await self._session.rows(NEWEST, person_id, game, limit)))

    async def count_between(self, person_id: int, opponent_id: int, since: int) -> int:
        """Return the number of rated matches between these two people that ended after `since`."""
        return await self._count(
            "SELECT count(*) AS count FROM rating_change WHERE person_id = ? AND opponent_id = ? AND at > ?",
            person_id,
            opponent_id,
            since,
        )

    def clear(self) -> None:
        """Delete all ratings and leaderboards."""
        self._session.change("DELETE FROM rating")
        self._session.change("DELETE FROM rating_change")
        self._session.change("DELETE FROM rating_rank")
        self._session.change("DELETE FROM rating_step")

    async def ranks(self, person_id: int, game: str) -> dict[int, float]:
        """Return this person's scores, by leaderboard."""
        rows = await self._session.rows(
            "SELECT scope, score FROM rating_rank WHERE person_id = ? AND game = ?", person_id, game
        )
        return {rank.scope: rank.score for rank in RANK.each(rows)}

    def rank(self, person_id: int, game: str, scope: int, score: float, before: float | None = None) -> None:
        """Put a person on a leaderboard with this score.

        `before` is the score that they had on it, or None if they had none.
        """
        self._session.change(RANK.upsert(), person_id, game, scope, score)
        if before is not None:
            self._leave_step(scope, game, before)
        self._session.change(MORE, scope, game, step_of(score), 1)

    def unrank(self, person_id: int, game: str, scope: int, before: float) -> None:
        """Remove a person from a leaderboard on which their score was `before`."""
        self._session.change(
            "DELETE FROM rating_rank WHERE person_id = ? AND game = ? AND scope = ?", person_id, game, scope
        )
        self._leave_step(scope, game, before)

    def _leave_step(self, scope: int, game: str, score: float) -> None:
        step = step_of(score)
        self._session.change(ONE_LESS, scope, game, step)
        self._session.change(
            "DELETE FROM rating_step WHERE scope = ? AND game = ? AND step = ? AND people = 0", scope, game, step
        )

    async def steps(self, scope: int, game: str) -> list[tuple[int, int]]:
        """Return a leaderboard's buckets, highest first, with the number of people in each."""
        rows = await self._session.rows(
            "SELECT step, people FROM rating_step WHERE scope = ? AND game = ? ORDER BY step DESC", scope, game
        )
        return [(step.step, step.people) for step in STEPS.each(rows)]

    async def leaderboard(
        self, scope: int, game: str, below: float, skip: int, limit: int
    ) -> list[tuple[int, str, Rating]]:
        """Return up to `limit` people with scores below `below` on a leaderboard, best first.

        Leaves out the first `skip` of them.
        """
        page = await self._session.rows(RANKED, scope, game, below, limit, skip)
        rows = sorted(page, key=lambda row: (-row["score"], row["person_id"]))
        return [(row["person_id"], row["name"], RATING.maybe(row) or NEWCOMER) for row in rows]

    async def count_above(self, scope: int, game: str, score: float, below: float, person_id: int) -> int:
        """Return the number of people ranked above this person on a leaderboard.

        Only those with scores below `below` count.
        """
        higher = await self._count(f"{LISTED} AND score > ? AND score < ?", scope, game, score, below)
        return higher + await self._count(f"{LISTED} AND score = ? AND person_id < ?", scope, game, score, person_id)


def _step(row: Row) -> Step:
    if abs(row["step"]) * STEP > LARGEST_REAL:
        raise ValueError(f"step is {row['step']}")
    return Step(row["step"], row["people"])


RATING = Rows("A rating", lambda row: RATINGS.make(row).check_bounds())
STEPS = Rows("A step of a leaderboard", _step)
