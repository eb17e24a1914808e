"""How a finished match affects histories, scores, ratings and leaderboards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games import SEATS, Seat
from matches.model import Match
from matches.ratings import Rating, age_rating, rate_match
from matches.results import FORFEITS

Outcome = Literal["won", "lost", "drawn", "void"]
"""The outcome of a match for one of its players. `void` means that it had no result."""
OUTCOMES: tuple[Outcome, ...] = ("won", "lost", "drawn", "void")

RATED_A_DAY = 5
"""The default limit of rated matches between two people in 24 hours."""
EVERYWHERE = 0
"""The server ID that stands for the global leaderboards."""
ESTABLISHED = 10_000
"""Points added to ratings that are not provisional, so that leaderboards list them first."""
STEP = 8
"""The width of a leaderboard bucket, in points. Ranks are counted by buckets instead of by people."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A finished match, reduced to what histories, scores and ratings need."""

    no: int
    """The match's number in the order in which matches ended."""
    match_id: int
    game: str
    players: tuple[int, int]
    winner: Seat | None
    void: bool
    rated: bool
    """Whether the match affects ratings."""
    at: int
    guild_id: int | None
    """The server where the match was public when it ended, or None if it was not public."""
    practice: bool = False
    """Whether a computer player took part, so that the match does not count for anybody."""

    @classmethod
    def of(cls, match: Match, no: int, guild_id: int | None) -> Ended:
        first, second = match.players
        people = (first.id, second.id)
        at = match.ended_at or match.moved_at
        winner, void = decided(match.ending, match.winner, void=match.void)
        return cls(no, match.id, match.game, people, winner, void, match.rated, at, guild_id, match.practice)

    def outcome(self, seat: Seat) -> Outcome:
        return outcome(self.winner, seat, void=self.void)

    def lists(self, seat: Seat) -> list[str]:
        """Return the names of this player's history lists in which the match appears.

        Each list has different filters.
        """
        guilds = {None, self.guild_id}
        return [
            list_name(guild, game, result)
            for guild in guilds
            for game in (None, self.game)
            for result in (None, self.outcome(seat))
        ]


def decided(ending: str | None, winner: Seat | None, *, void: bool) -> tuple[Seat | None, bool]:
    """Return a finished match's winner, and whether it had no result, given what is stored about it.

    A tournament match that was lost before both had moved is stored without a result, so that it is not rated. For its
    players, it is won and lost like any other.
    """
    forfeited_to = FORFEITS.get(ending or "")
    return (winner, void) if forfeited_to is None else (forfeited_to, False)


def outcome(winner: Seat | None, seat: Seat, *, void: bool) -> Outcome:
    """Return the outcome of a match for one seat."""
    if void:
        return "void"
    if winner is None:
        return "drawn"
    return "won" if winner == seat else "lost"


def outcome_for(match: Match, person_id: int) -> Outcome:
    """Return how a finished match ended for a player.

    For a person who did not play, return how it ended for the first seat.
    """
    winner, void = decided(match.ending, match.winner, void=match.void)
    return outcome(winner, match.seat_of(person_id) or 0, void=void)


def list_name(guild_id: int | None, game: str | None, result: Outcome | None) -> str:
    """Return the name of the history list with these filters.

    If an argument is None, the list has no filter of that kind.
    """
    return f"{guild_id or ''}/{game or ''}/{result or ''}"


@dataclass(frozen=True, slots=True)
class Score:
    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def played(self) -> int:
        return self.won + self.lost + self.drawn

    @property
    def lead(self) -> int:
        """Wins minus losses, negative if the opponent is ahead."""
        return self.won - self.lost

    @property
    def of_leader(self) -> Score:
        """The score from the leader's point of view."""
        return self if self.lead >= 0 else Score(self.lost, self.won, self.drawn)

    def __add__(self, other: Score) -> Score:
        return Score(self.won + other.won, self.lost + other.lost, self.drawn + other.drawn)

    def __str__(self) -> str:
        return f"{self.won}-{self.lost}-{self.drawn}" if self.drawn else f"{self.won}-{self.lost}"


@dataclass(frozen=True, slots=True)
class Tally:
    """The key of a score.

    It covers a person's matches in one game and seat against one opponent, or against everybody (0).
    """

    person_id: int
    opponent_id: int
    game: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class RatingChange:
    person_id: int
    opponent_id: int
    game: str
    no: int
    match_id: int
    before: Rating
    """The rating before the match, with its deviation increased by inactivity."""
    after: Rating


def tallies(ended: Ended, seat: Seat) -> list[tuple[Tally, Score]]:
    """Return what a match adds to a player's scores: nothing for a practice match or a match without a result."""
    if ended.void or ended.practice:
        return []
    person, opponent = ended.players[seat], ended.players[1 - seat]
    result = ended.outcome(seat)
    score = Score(int(result == "won"), int(result == "lost"), int(result == "drawn"))
    return [(Tally(person, against, ended.game, seat), score) for against in (0, opponent)]


def rank_score(rating: Rating) -> float:
    """Return a rating's sort key for leaderboards, where all established ratings rank above provisional ones."""
    return rating.rating + (0 if rating.provisional else ESTABLISHED)


def step_of(score: float) -> int:
    """Return the number of the leaderboard bucket containing a score."""
    return int(score // STEP)


def rating_changes(ended: Ended, first: Rating, second: Rating) -> list[RatingChange]:
    """Return the changes to both players' ratings after a rated match, given their ratings before it."""
    now = ended.at
    before = (age_rating(first, now), age_rating(second, now))
    changed = rate_match(first, second, ended.winner, now)
    people, about = ended.players, (ended.game, ended.no, ended.match_id)
    return [RatingChange(people[seat], people[1 - seat], *about, before[seat], changed[seat]) for seat in SEATS]
