"""Crowds: sides of a match whose moves are decided by vote, and how those votes are counted."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import language
from games import Seat
from language import Sentence, mark
from matches.model import FIRST_CROWD, Match, Person
from matches.timecontrol import DAY, HOUR, TimeControl

Also = Literal["", "draw", "take back"]
"""What a voter wants besides the move: to offer or accept a draw, or to let the opponent take back the last move."""
ALSO_TOLD: Mapping[Also, str] = {
    "": mark("You vote for the move alone."),
    "draw": mark("If two thirds of the voters want a draw, it is offered, or the opponent's offer is accepted."),
    "take back": mark("If two thirds of the voters allow it, the opponent's move is taken back."),
}
"""What a voter is told about the additional wish."""
LONGEST_REASON = 120
"""The most characters of a voter's one-line reason."""
ROUNDS: tuple[int, ...] = (HOUR, DAY)
"""The voting round lengths on offer, in seconds."""
USUAL_ROUND = DAY
SPREAD = 600
"""The period over which the ends of rounds are spread, in seconds.

It keeps 10,000 simultaneous ends below Discord's 50 requests a second.
"""
GRACE = 10
"""How long a vote stays open after the last expected person has voted, in seconds, so that they may still change it."""
ROUNDS_EXPECTED = 3
"""How many of a side's last rounds count. Whoever voted in one of them is expected to vote in this round."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """One side of a match, whose moves are decided by a vote in a server."""

    match_id: int
    seat: Seat
    guild_id: int
    channel_id: int
    """The channel where the server began or accepted the match. Boards may be in one of its threads."""
    extended: int = 0
    """The ply whose vote was extended because nobody had voted, or 0 if none was."""


@dataclass(frozen=True, slots=True)
class Voter:
    """A person who votes for one side of a match."""

    match_id: int
    person_id: int
    seat: Seat
    joined_at: int
    notified: bool = False
    """Whether the person is told when a vote opens, provided that they voted in the side's last vote."""


@dataclass(frozen=True, slots=True)
class Vote:
    """A person's vote on the move at `ply`, which they can change until the votes are counted."""

    match_id: int
    ply: int
    person_id: int
    seat: Seat
    move: str
    """The move's canonical text."""
    at: int
    no: int
    """The vote's number in the match, in voting order."""
    also: Also = ""
    reason: str = ""
    """The reason in the voter's words. It is shown once the vote has been counted."""
    named: bool = False
    """Whether the reason is shown with the voter's name."""

    def reason_told(self) -> Sentence | None:
        """Return a sentence telling the voter how their reason will be shown, or None if they gave none."""
        if not self.reason:
            return None
        if self.named:
            return Sentence("Shown with the result, with your name: {reason}", {"reason": self.reason})
        return Sentence("Shown with the result, without your name: {reason}", {"reason": self.reason})


@dataclass(frozen=True, slots=True)
class Share:
    """A move in a vote, with the number of votes for it."""

    move: str
    count: int


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason given for a vote. `name` is None unless the voter agreed to be named."""

    move: str
    text: str
    name: str | None
    person_id: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """A vote after counting."""

    ply: int
    shares: Sequence[Share]
    """The moves with votes. The one played comes first, then those with the most votes."""
    reasons: Sequence[Reason]


@dataclass(frozen=True, slots=True)
class Ballot:
    """The public information about the votes in a match."""

    voted: int
    """The number of people who have voted in the open vote."""
    outcome: Outcome | None
    """The vote that led to the latest board, or None if there is none."""
    extended: bool = False
    """Whether the open vote has been extended because nobody had voted."""
    dropped: int = 0
    """The number of votes dropped because the move they replied to was taken back."""
    ours: bool = True
    """Whether the readers may vote next. In a match between servers, those of the other server may not."""

    def dropped_told(self) -> Sentence | None:
        """Return a sentence about the votes invalidated by a takeback, or None if there are none."""
        if not self.dropped:
            return None
        return language.counted(
            "{count} vote was for the answer to that move and no longer counts. Vote again after the next move.",
            "{count} votes were for the answer to that move and no longer count. Vote again after the next move.",
            self.dropped,
        )


def crowd(guild_id: int, name: str, *, second: bool = False) -> Person:
    """Return the player that represents a server's voters or, if `second` is set, its second team of voters."""
    return Person(FIRST_CROWD - 2 * guild_id + second, name)


def clock_of(seconds: int) -> TimeControl:
    """Return the time control for a match in which each vote lasts `seconds` seconds."""
    return TimeControl(seconds, seconds, seconds)


def closes_at(match: Match) -> int | None:
    """Return when the votes will be counted, or None if no vote is open."""
    return match.deadline + match.id * 7 % SPREAD if match.voting and match.deadline is not None else None


def count_votes(votes: Iterable[Vote]) -> list[Share]:
    """Return each move with its number of votes, most votes first.

    In a tie, the move proposed first comes first.
    """
    counts, first = defaultdict[str, int](int), dict[str, int]()
    for vote in votes:
        counts[vote.move] += 1
        first[vote.move] = min(first.get(vote.move, vote.no), vote.no)
    return [Share(move, counts[move]) for move in sorted(counts, key=lambda move: (-counts[move], first[move]))]


def is_agreed(votes: Sequence[Vote], wish: Also) -> bool:
    """Return whether at least two thirds of the voters made this request, such as a draw offer, with their vote."""
    return bool(votes) and 3 * sum(vote.also == wish for vote in votes) >= 2 * len(votes)
