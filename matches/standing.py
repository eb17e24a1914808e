"""What remains of a match that is over: its number in the order of ends, and what it adds to each player's record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from games import SEATS
from matches.ratings import after, aged

if TYPE_CHECKING:
    from games import Seat
    from matches.model import Match
    from matches.ratings import Rating

Outcome = Literal["won", "lost", "drawn", "void"]
"""How a match went for one of its players; `void` is one without a result."""
OUTCOMES: tuple[Outcome, ...] = ("won", "lost", "drawn", "void")

RATED_A_DAY = 5
"""The most matches of two people that count for their ratings within 24 hours, unless the owner sets another number."""
EVERYWHERE = 0
"""In place of a server: the list of all people who agree to be listed."""
SETTLED = 10_000
"""What a rating that is no longer provisional gains in the order of a leaderboard: it stands above all others."""
STEP = 8
"""Points of a leaderboard that are counted together, so that somebody's rank is found without counting everybody."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A match that is over, as far as records and ratings are concerned."""

    no: int
    """The number of the match in the order in which matches ended."""
    match_id: int
    game: str
    players: tuple[int, int]
    """The ids of both, by seat."""
    winner: Seat | None
    void: bool
    rated: bool
    """Whether it counts for the ratings."""
    at: int
    guild_id: int | None
    """The server in which everybody could follow it at its end."""
    practice: bool = False
    """Whether a computer player had a seat: then it counts for nobody."""

    @classmethod
    def of(cls, match: Match, no: int, guild_id: int | None) -> Ended:
        first, second = match.players
        people = (first.id, second.id)
        at = match.ended_at or match.moved_at
        return cls(
            no, match.id, match.game, people, match.winner, match.void, match.rated, at, guild_id, match.practice
        )

    def outcome(self, seat: Seat) -> Outcome:
        """How it went for this side."""
        return outcome(self.winner, seat, void=self.void)

    def lists(self, seat: Seat) -> list[str]:
        """The lists of this player's finished matches in which it stands: one for each filter."""
        guilds = {None, self.guild_id}
        return [
            list_name(guild, game, result)
            for guild in guilds
            for game in (None, self.game)
            for result in (None, self.outcome(seat))
        ]


def outcome(winner: Seat | None, seat: Seat, *, void: bool) -> Outcome:
    """How a match went for one side."""
    if void:
        return "void"
    if winner is None:
        return "drawn"
    return "won" if winner == seat else "lost"


def outcome_for(match: Match, person_id: int) -> Outcome:
    """How a match that is over went for one of its players; for anybody else, as it went for the first."""
    return outcome(match.winner, match.seat_of(person_id) or 0, void=match.void)


def list_name(guild_id: int | None, game: str | None, result: Outcome | None) -> str:
    """The list of finished matches of one server, one game and one outcome; None stands for all of them."""
    return f"{guild_id or ''}/{game or ''}/{result or ''}"


@dataclass(frozen=True, slots=True)
class Score:
    """How many matches were won, lost and drawn."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def played(self) -> int:
        """How many matches these are."""
        return self.won + self.lost + self.drawn

    @property
    def lead(self) -> int:
        """How many more were won than lost; below 0 where the opponent leads."""
        return self.won - self.lost

    @property
    def of_leader(self) -> str:
        """The score as whoever leads tells it."""
        return str(self if self.lead >= 0 else Score(self.lost, self.won, self.drawn))

    def __add__(self, other: Score) -> Score:
        return Score(self.won + other.won, self.lost + other.lost, self.drawn + other.drawn)

    def __str__(self) -> str:
        return f"{self.won}-{self.lost}-{self.drawn}" if self.drawn else f"{self.won}-{self.lost}"


@dataclass(frozen=True, slots=True)
class Tally:
    """One player's score in one game on one side, against one opponent or against all (0)."""

    person_id: int
    opponent_id: int
    game: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What one rated match made of one player's rating."""

    person_id: int
    opponent_id: int
    game: str
    no: int
    match_id: int
    before: Rating
    """The rating before the match, with its deviation after the idle time."""
    after: Rating


def score_of(result: Outcome) -> Score:
    """What one match adds to a score; nothing where it had no result."""
    return Score(int(result == "won"), int(result == "lost"), int(result == "drawn"))


def tallies(ended: Ended) -> list[tuple[Tally, Score]]:
    """What a match adds to the scores of its players; nothing without a result, and in practice."""
    if ended.void or ended.practice:
        return []
    found = []
    for seat in SEATS:
        person, opponent = ended.players[seat], ended.players[1 - seat]
        added = score_of(ended.outcome(seat))
        found += [(Tally(person, against, ended.game, seat), added) for against in (0, opponent)]
    return found


def rank_score(rating: Rating) -> float:
    """What a leaderboard is ordered by: settled ratings before provisional ones, each by strength."""
    return rating.rating + (0 if rating.provisional else SETTLED)


def step_of(score: float) -> int:
    """The step of a leaderboard in which a score lies."""
    return int(score // STEP)


def rating_changes(ended: Ended, first: Rating, second: Rating) -> list[RatingChange]:
    """What a rated match makes of the ratings that its players had before it."""
    now = ended.at
    before = (aged(first, now), aged(second, now))
    become = after(first, second, ended.winner, now)
    return [
        RatingChange(
            ended.players[seat],
            ended.players[1 - seat],
            ended.game,
            ended.no,
            ended.match_id,
            before[seat],
            become[seat],
        )
        for seat in SEATS
    ]
