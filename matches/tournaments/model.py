"""The model of a tournament: its settings, entrants, planned matches and results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Self

from games import Seat, other_side
from matches.model import Person, Venue
from matches.results import ABORTED, FORFEITS, LATE_BY
from matches.timecontrol import TimeControl

Status = Literal["joining", "running", "over", "cancelled"]
"""The status of a tournament. A `cancelled` one was joined by too few people or ended by a manager."""
Format = Literal["groups", "knockout"]
FORMATS: tuple[Format, ...] = ("groups", "knockout")
# The fewest and the most entrants of a tournament.
FEWEST, MOST = 4, 64

Withdrawals = Mapping[int, int]
"""When each withdrawn entrant left, in UTC seconds, by the entrant's number."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament in a server's channel. Its next matches and winners follow from the matches played so far."""

    game: str
    options: Mapping[str, str]
    format: Format
    clock: TimeControl
    rated: bool
    places: int
    """The number of entrants who may join."""
    begins_at: int
    """When the tournament begins, in UTC seconds, unless it is full earlier."""
    guild_id: int
    channel_id: int
    id: int = 0
    """Assigned by the database, and 0 before that."""
    status: Status = "joining"
    created_at: int = 0
    ended_at: int | None = None
    message_id: int | None = None
    """The ID of the public post's message, from which the thread with the matches starts."""
    rev: int = 1
    """The revision, which increases with every change that the public post shows."""

    @property
    def venue(self) -> Venue:
        return Venue(self.channel_id, self.guild_id)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person in a tournament."""

    tournament_id: int
    person: Person
    number: int
    """The number in the order of joining or, once the tournament has begun, in the order of the draw, by strength."""
    joined_at: int
    withdrawn_at: int | None = None
    vanished: bool = False
    """Whether the entrant was withdrawn for losing matches on time without a move. Such an entrant may come back."""
    back_at: int | None = None
    """When a vanished entrant came back, in UTC seconds."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A planned match between two entrants, identified by their draw numbers, which start at 1."""

    stage: int
    """The number of the group stage or knockout round, from 1."""
    group: int
    """The number of the group in the stage, or of the pairing in the knockout round, from 1."""
    number: int
    """The number of the match in the group or pairing, from 1."""
    first: int
    """The entrant on the side that moves first."""
    second: int

    @property
    def part(self) -> tuple[int, int]:
        """Two numbers identifying a group or pairing: that of its stage or round, and its own number within it."""
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
    """A fixture, with its newest match if one has begun."""

    fixture: Fixture
    match_id: int | None = None
    again: bool = False
    """Whether this match replaces one that ended without a result."""
    over: bool = False
    winner: Seat | None = None
    void: bool = False
    """Whether the match ended without a result. It is then to be replayed."""
    on_time: bool = False
    """Whether the match was lost on time."""
    unplayed: bool = False
    """Whether the match was lost before both players had moved. Such a loss counts only in the tournament."""
    moved: frozenset[int] = frozenset()
    """The seats that have made a move."""
    ended_at: int | None = None
    used: tuple[int, int] = (0, 0)
    """How many seconds each side has used, by seat. This is known only where it decides a pairing."""

    @classmethod
    def of(
        cls,
        fixture: Fixture,
        match_id: int | None,
        *,
        again: bool,
        over: bool,
        winner: Seat | None,
        void: bool,
        ending: str | None,
        turn: Seat | None,
        moved: frozenset[int],
        ended_at: int | None,
    ) -> Self:
        """Combine a fixture with its match's data. `turn` is the side to move when the match ended.

        If one side leaves or runs out of time before both have moved, the match has no result, but it counts as a loss
        in the tournament.
        """
        if ending is not None and ending in FORFEITS:
            winner, void = FORFEITS[ending], False
        # Matches of earlier versions ended like those outside a tournament.
        loser = turn if ending == "not_begun" else None
        if ending in ABORTED:
            loser = 0 if ending == ABORTED[0] else 1
        if loser is not None:
            winner, void = other_side(loser), False
        on_time = ending in {"time", "not_begun", *LATE_BY}
        unplayed = loser is not None or ending in FORFEITS
        return cls(fixture, match_id, again, over, winner, void, on_time, unplayed, moved, ended_at)

    def played_by(self, entrant: int, until: int) -> bool:
        """Return whether this entrant moved in the match and the match had a result before `until`."""
        return self.decided_before(until) and self.fixture.seat_of(entrant) in self.moved

    def decided_before(self, until: int) -> bool:
        return self.over and not self.void and self.ended_at is not None and self.ended_at < until

    def involves(self, entrant: int) -> bool:
        return entrant in self.fixture.entrants

    def settled_at(self, withdrawals: Withdrawals) -> int | None:
        """Return when it became certain that this fixture needs no more matches, or None if that is not certain yet.

        A match without a result is replayed once, unless one of its players has left. If both have left, no match
        between them is needed.
        """
        left = sorted(withdrawals[entrant] for entrant in self.fixture.entrants if entrant in withdrawals)
        running = self.match_id is not None and not self.over
        times = left[1:]
        if self.over and (not self.void or self.again):
            times.append(self.ended_at or 0)
        elif left and not running:
            times.append(max(self.ended_at or 0, left[0]))
        return min(times, default=None)

    def is_settled(self, withdrawals: Withdrawals) -> bool:
        """Return whether nothing more will be played."""
        return self.settled_at(withdrawals) is not None

    def to_replay(self, withdrawals: Withdrawals) -> bool:
        """Return whether a match must be replayed with the same sides because it ended without a result."""
        return self.over and not self.is_settled(withdrawals)
