"""The model of tournaments: its settings, its entrants, the planned matches, and what came of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from games import Seat
from matches.model import Person, Venue
from matches.timecontrol import TimeControl

Status = Literal["joining", "running", "over", "cancelled"]
"""`cancelled` is a tournament that too few people joined, or that a manager ended."""
Format = Literal["groups", "knockout"]
FORMATS: tuple[Format, ...] = ("groups", "knockout")
# The fewest and the most entrants of a tournament.
FEWEST, MOST = 4, 64

Withdrawals = Mapping[int, int]
"""When each withdrawn entrant left, in UTC seconds, by the entrant's number."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament in a channel of a server. What is played and who has won is derived from its matches."""

    game: str
    options: Mapping[str, str]
    format: Format
    clock: TimeControl
    rated: bool
    places: int
    """The most entrants."""
    begins_at: int
    """When it begins, in UTC seconds; earlier if all places are taken."""
    guild_id: int
    channel_id: int
    id: int = 0
    """Assigned by the database; 0 before that."""
    status: Status = "joining"
    created_at: int = 0
    ended_at: int | None = None
    message_id: int | None = None
    """The public post, at which the thread of the matches starts."""
    rev: int = 1
    """Raised by every change that the public post shows."""

    @property
    def venue(self) -> Venue:
        return Venue(self.channel_id, self.guild_id)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person in a tournament."""

    tournament_id: int
    person: Person
    number: int
    """The order of joining; from the start on, that of the draw, by strength."""
    joined_at: int
    withdrawn_at: int | None = None
    vanished: bool = False
    """Whether the entrant was withdrawn for losing matches on time without a move, and may come back."""
    back_at: int | None = None
    """When a vanished entrant came back."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A planned match. Entrants have numbers from 1 on, in the order of the draw."""

    stage: int
    """Counts from 1: a stage of groups, or a round of a knockout."""
    group: int
    """Counts from 1: the group, or the pairing in the knockout round."""
    number: int
    """Counts the matches of the group or pairing from 1."""
    first: int
    """The entrant on the side that moves first."""
    second: int

    @property
    def part(self) -> tuple[int, int]:
        """The stage and the group, or the round and the pairing."""
        return self.stage, self.group

    @property
    def entrants(self) -> tuple[int, int]:
        """The two entrants by seat."""
        return self.first, self.second

    def seat_of(self, entrant: int) -> Seat | None:
        if entrant == self.first:
            return 0
        return 1 if entrant == self.second else None


@dataclass(frozen=True, slots=True)
class Meeting:
    """A fixture with its newest match. Without a match, it has not begun."""

    fixture: Fixture
    match_id: int | None = None
    again: bool = False
    """Whether this match replaces one that ended without a result."""
    over: bool = False
    winner: Seat | None = None
    void: bool = False
    """Whether the match ended without a result."""
    on_time: bool = False
    """Whether the match was lost on time."""
    moved: frozenset[int] = frozenset()
    """The seats that have moved."""
    ended_at: int | None = None

    def played_by(self, entrant: int, until: int) -> bool:
        """Whether the match has a result from before `until` and this entrant has moved in it."""
        return self.decided_before(until) and self.fixture.seat_of(entrant) in self.moved

    def decided_before(self, until: int) -> bool:
        return self.over and not self.void and self.ended_at is not None and self.ended_at < until

    def involves(self, entrant: int) -> bool:
        return entrant in self.fixture.entrants

    def settled(self, withdrawals: Withdrawals) -> bool:
        """Whether nothing more is to be played. A match without a result is played again once, except by withdrawn."""
        out = not withdrawals.keys().isdisjoint(self.fixture.entrants)
        if self.match_id is None:
            return out
        return self.over and (not self.void or self.again or out)

    def to_replay(self, withdrawals: Withdrawals) -> bool:
        """Whether this match ended without a result and is to be played again with the same sides."""
        return self.over and not self.settled(withdrawals)
