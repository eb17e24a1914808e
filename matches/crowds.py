"""Crowds: sides of a match whose moves people vote for, and how votes are counted."""

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
"""What else a voter wants: to offer or accept a draw, or to let the opponent take back the last move."""
ALSO_TOLD: Mapping[Also, str] = {
    "": mark("You vote for the move alone."),
    "draw": mark("If two thirds of the voters want a draw, it is offered, or the opponent's offer is accepted."),
    "take back": mark("If two thirds of the voters allow it, the opponent's move is taken back."),
}
"""What a voter is told of what else they want."""
LONGEST_REASON = 120
"""The most characters of the line in which a voter says why."""
ROUNDS: tuple[int, ...] = (HOUR, DAY)
"""The lengths of a round that are offered, in seconds."""
USUAL_ROUND = DAY
SPREAD = 600
"""Seconds over which the ends of rounds are spread, so that 10,000 that fall together stay below Discord's 50 requests
a second.
"""
GRACE = 10
"""Seconds for which a vote stays open after the last person who was expected to vote, so that they may change it."""
ROUNDS_EXPECTED = 3
"""Whoever voted in so many last rounds is expected to vote in this one."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """A side of a match whose moves the people of a server vote for."""

    match_id: int
    seat: Seat
    guild_id: int
    channel_id: int
    """The channel in which the server began or accepted the match; the boards may be in a thread below it."""
    extended: int = 0
    """The ply whose vote was extended because nobody had voted; 0 for none."""


@dataclass(frozen=True, slots=True)
class Voter:
    """A person who votes for one side of a match."""

    match_id: int
    person_id: int
    seat: Seat
    joined_at: int
    notified: bool = False
    """Whether they want to be told when a vote opens, if they voted in the one before."""


@dataclass(frozen=True, slots=True)
class Vote:
    """A person's vote for the move with the number `ply`. It can be changed until the vote is counted."""

    match_id: int
    ply: int
    person_id: int
    seat: Seat
    move: str
    """The canonical text of the move."""
    at: int
    no: int
    """Its number in the order in which the people of the match have voted."""
    also: Also = ""
    reason: str = ""
    """Why, in the voter's words; shown once the vote has been counted."""
    named: bool = False
    """Whether the reason is shown with the voter's name."""

    def reason_told(self) -> Sentence | None:
        """What its voter is told of the reason; None without one."""
        if not self.reason:
            return None
        if self.named:
            return Sentence("Shown with the result, with your name: {reason}", {"reason": self.reason})
        return Sentence("Shown with the result, without your name: {reason}", {"reason": self.reason})


@dataclass(frozen=True, slots=True)
class Share:
    """A move in a vote, with how many have voted for it."""

    move: str
    count: int


@dataclass(frozen=True, slots=True)
class Reason:
    """Why somebody voted for a move; `name` is None if they did not agree to be named."""

    move: str
    text: str
    name: str | None
    person_id: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """A vote that has been counted."""

    ply: int
    shares: Sequence[Share]
    """The moves, the one that was played first, then by number of votes."""
    reasons: Sequence[Reason]

    @property
    def voters(self) -> int:
        return sum(share.count for share in self.shares)


@dataclass(frozen=True, slots=True)
class Ballot:
    """What everybody may know of the votes in a match."""

    voted: int
    """How many have voted in the open vote."""
    outcome: Outcome | None
    """The vote that the newest board shows; None if it shows none."""
    extended: bool = False
    """Whether the open vote has been extended because nobody had voted."""
    dropped: int = 0
    """How many votes were dropped because the move that they were to answer was taken back."""
    ours: bool = True
    """Whether the readers may vote next. In a match between servers, those of the other one may not."""

    def dropped_told(self) -> Sentence | None:
        """Say how many votes no longer count because the move that they were to answer was taken back."""
        if not self.dropped:
            return None
        return language.counted(
            "{count} vote was for the answer to that move and no longer counts. Vote again after the next move.",
            "{count} votes were for the answer to that move and no longer count. Vote again after the next move.",
            self.dropped,
        )


def crowd(guild_id: int, name: str, *, second: bool = False) -> Person:
    """The player whose moves the people of a server vote for. `second` selects the other team of a server."""
    return Person(FIRST_CROWD - 2 * guild_id + second, name)


def clock_of(seconds: int) -> TimeControl:
    """The clock of a match in which each vote takes so many seconds."""
    return TimeControl(seconds, seconds, seconds)


def closes_at(match: Match) -> int | None:
    """When the open vote is counted; None if there is none."""
    return match.deadline + match.id * 7 % SPREAD if match.voting and match.deadline is not None else None


def counted(votes: Iterable[Vote]) -> list[Share]:
    """The moves by number of votes; of two with the same number, the one that was proposed first."""
    counts, first = defaultdict[str, int](int), dict[str, int]()
    for vote in votes:
        counts[vote.move] += 1
        first[vote.move] = min(first.get(vote.move, vote.no), vote.no)
    return [Share(move, counts[move]) for move in sorted(counts, key=lambda move: (-counts[move], first[move]))]


def agreed(votes: Sequence[Vote], also: Also) -> bool:
    """Whether two thirds of the voters also want this."""
    return bool(votes) and 3 * sum(vote.also == also for vote in votes) >= 2 * len(votes)
