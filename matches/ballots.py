"""What came of the votes in a finished match: which were best, and who voted for what."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from language import Sentence, counted, listing
from matches.crowds import Share
from matches.model import Match

MOST_BETTER = 5
"""How many votes are named in which a better move lost: those in which it had the most votes."""
MOST_VOTERS = 10
MOST_LEADERS = 3


@dataclass(frozen=True, slots=True)
class BestMove:
    """A move for which people could have voted, and than which the computer found no better one."""

    match_id: int
    ply: int
    move: str


@dataclass(frozen=True, slots=True)
class Better:
    """A vote in which a move was played although some voted for a better one."""

    ply: int
    played: Share
    best: Share
    """The best move that had votes; of several, the one with the most."""

    def told(self) -> Sentence:
        """`Move 7: a1-c1 was played (5 votes), b4-b6 was better (2 votes).`"""
        return Sentence(
            "Move {number}: {played} was played ({votes}), {best} was better ({others}).",
            {
                "number": self.ply,
                "played": self.played.move,
                "votes": votes_told(self.played.count),
                "best": self.best.move,
                "others": votes_told(self.best.count),
            },
        )


@dataclass(frozen=True, slots=True)
class VoterRecord:
    """How a person voted in one match."""

    person_id: int
    name: str
    votes: int
    best: int
    """How many of the votes were for a best move."""
    played: int
    """How many of the votes were for the move that was played."""

    def told(self, name: object) -> Sentence:
        """`Ann: 12 votes, 7 for the best move, 10 for the move played`"""
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
    """How many moves were voted for."""
    best: int
    """How many of these were best moves."""
    better: Sequence[Better]
    voters: Sequence[VoterRecord]
    """Who voted, except forgotten people: those with the most votes for best moves first."""

    @property
    def shown(self) -> Sequence[VoterRecord]:
        """The voters whom it names: the first ones, and who voted most often for the moves that were played."""
        most = max((voter.played for voter in self.voters), default=0)
        first = self.voters[:MOST_VOTERS]
        return [*first, *[voter for voter in self.voters[MOST_VOTERS:] if voter.played == most][:1]]

    def told(self) -> list[Sentence]:
        """How good the moves were, and the better ones that had votes."""
        said = [Sentence("Best moves played: {best} of {count}.", {"best": self.best, "count": self.rounds})]
        closest = sorted(self.better, key=lambda better: (-better.best.count, better.ply))[:MOST_BETTER]
        return [*said, *(better.told() for better in sorted(closest, key=lambda better: better.ply))]

    def leaders(self, name: Callable[[VoterRecord], object]) -> list[Sentence]:
        """Who most often voted for the best move, and who for the move that was played."""
        facts = {"best": max((voter.best for voter in self.shown), default=0)}
        facts["played"] = max((voter.played for voter in self.shown), default=0)
        best = [name(voter) for voter in self.shown if voter.best == facts["best"]]
        played = [name(voter) for voter in self.shown if voter.played == facts["played"]]
        said = []
        if facts["best"]:
            told = {"people": listing(best, most=MOST_LEADERS), "votes": votes_told(facts["best"])}
            said.append(Sentence("Most often for the best move: {people} ({votes}).", told))
        if facts["played"]:
            told = {"people": listing(played, most=MOST_LEADERS), "votes": votes_told(facts["played"])}
            said.append(Sentence("Most often for the move that was played: {people} ({votes}).", told))
        return said


@dataclass(frozen=True, slots=True)
class VotingRecord:
    """How a person has voted in all matches that are stored."""

    votes: int = 0
    judged: int = 0
    """How many of the votes were in matches whose votes the computer has judged."""
    best: int = 0
    """How many of the judged votes were for a best move."""


def best_of(chances: Mapping[str, float]) -> Collection[str]:
    """The best of these moves, from the mover's chance after each."""
    most = max(chances.values(), default=0.0)
    return [move for move, chance in chances.items() if chance >= most]


def votes_told(count: int) -> Sentence:
    return counted("{count} vote", "{count} votes", count)
