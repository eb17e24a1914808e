"""Evaluates the votes in a finished match: which moves were best, and who voted for them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from games import worded
from language import Sentence, counted, listing, mark
from matches.crowds import Share
from matches.model import Match

MOST_BETTER = 5
"""How many better moves that lost a vote are listed, at most. Those with the most votes are chosen."""
MOST_VOTERS = 10
MOST_LEADERS = 3


@dataclass(frozen=True, slots=True)
class BestMove:
    """One of the best moves in a vote, as evaluated by the computer."""

    match_id: int
    ply: int
    move: str


@dataclass(frozen=True, slots=True)
class Better:
    """A vote in which a better move had votes but lost."""

    ply: int
    played: Share
    best: Share
    """The best move that had votes. If there are several, it is the one with the most votes."""

    def describe(self, game: str) -> Sentence:
        """Return a sentence such as `Move 7: a1-c1 was played (5 votes), b4-b6 was better (2 votes).`"""
        return Sentence(
            "Move {number}: {played} was played ({votes}), {best} was better ({others}).",
            {
                "number": self.ply,
                "played": worded(game, self.played.move),
                "votes": votes_told(self.played.count),
                "best": worded(game, self.best.move),
                "others": votes_told(self.best.count),
            },
        )


@dataclass(frozen=True, slots=True)
class VoterRecord:
    """A person's voting record in one match."""

    person_id: int
    name: str
    votes: int
    best: int
    """The number of this person's votes for a best move."""
    played: int
    """The number of this person's votes for the move played."""

    def describe(self, name: object) -> Sentence:
        """Return a sentence such as `Ann: 12 votes, 7 for the best move, 10 for the move played`."""
        return counted(
            "{name}: {count} vote, {best} for the best move, {played} for the move played",
            "{name}: {count} votes, {best} for the best move, {played} for the move played",
            self.votes,
            name=name,
            best=self.best,
            played=self.played,
        )


@dataclass(frozen=True, slots=True)
class BallotReview:
    """The votes of a finished match."""

    match: Match
    rounds: int
    """The number of moves decided by a vote."""
    best: int
    """The number of these moves that were best."""
    better: Sequence[Better]
    voters: Sequence[VoterRecord]
    """The voters, without forgotten people. Those with the most votes for best moves come first."""

    @property
    def shown(self) -> Sequence[VoterRecord]:
        """The voters to name.

        They are the first few and, after them, one who voted most often for the moves played.
        """
        most = max((voter.played for voter in self.voters), default=0)
        first = self.voters[:MOST_VOTERS]
        return [*first, *[voter for voter in self.voters[MOST_VOTERS:] if voter.played == most][:1]]

    def describe(self) -> list[Sentence]:
        """Return sentences saying how many of the moves played were best, and which better moves received votes."""
        said = [Sentence("Best moves played: {best} of {count}.", {"best": self.best, "count": self.rounds})]
        closest = sorted(self.better, key=lambda better: (-better.best.count, better.ply))[:MOST_BETTER]
        return [*said, *(better.describe(self.match.game) for better in sorted(closest, key=lambda better: better.ply))]

    def leaders(self, name: Callable[[VoterRecord], object]) -> list[Sentence]:
        """Return sentences naming who voted most often for the best move and for the move played."""
        said = []
        for text, votes_of in (
            (mark("Most often for the best move: {people} ({votes})."), attrgetter("best")),
            (mark("Most often for the move that was played: {people} ({votes})."), attrgetter("played")),
        ):
            if most := max(map(votes_of, self.shown), default=0):
                people = [name(voter) for voter in self.shown if votes_of(voter) == most]
                said.append(Sentence(text, {"people": listing(people, limit=MOST_LEADERS), "votes": votes_told(most)}))
        return said


@dataclass(frozen=True, slots=True)
class VotingRecord:
    """A person's voting record in all stored matches."""

    votes: int = 0
    judged: int = 0
    """The number of votes in matches whose votes the computer has evaluated."""
    best: int = 0
    """The number of evaluated votes for a best move."""


def best_of(chances: Mapping[str, float]) -> Collection[str]:
    """Return the moves with the best winning chances.

    `chances` maps each move to the mover's chance of winning.
    """
    most = max(chances.values(), default=0.0)
    return [move for move, chance in chances.items() if chance >= most]


def votes_told(count: int) -> Sentence:
    return counted("{count} vote", "{count} votes", count)
