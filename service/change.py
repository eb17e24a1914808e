"""A change to a match, consisting of a new revision, an event, and the event's consequences."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal, get_args, overload

from games import Seat, other_side
from matches.alarms import ALARM_KINDS
from matches.deliveries import AGAIN, DELIVERY_KINDS, DELIVERY_LEASE, Delivery
from matches.limits import Limits
from matches.model import BOARD_EVENTS, Challenge, ChallengeStatus, Event, EventKind, Match, Place, Snapshot, Venue
from matches.standing import RATED_A_DAY
from service.consequences import Consequences
from service.notices import Notices
from service.pings import Pings
from service.replay import Replays
from storage.store import Tables

Work = Literal["alarm", "delivery", "search", "missed"]
"""The kinds of scheduled work. Each has a loop that waits for it."""
LOOPS: Mapping[str, Work] = {"thought": "search", "missed": "missed"}
"""The kinds of alarms handled outside the general schedule, each with the kind of work whose loop handles it."""
MatchEvent = EventKind | Literal["any", "board", "end"]
"""The match events that a consequence can follow: one kind of event, any event, any change of the board, or the end."""

PersonEvent = Literal["forgotten", "banned", "left"]
"""What happens to a person. After a ban or after leaving a server, the person may come back."""

DELIVERY_KINDS.declare("challenge", "challenge", abouts=("", AGAIN))


class ReplayNeeded(Exception):
    """Raised if a transaction needs a board that must first be computed by replaying a match's moves."""

    def __init__(self, match_id: int, ply: int) -> None:
        super().__init__(match_id, ply)
        self.match_id = match_id
        self.ply = ply
        """The ply of the board that is needed."""


@dataclass(slots=True)
class Happening:
    """A change to a match: the match's new version, and the event that describes the change."""

    match: Match
    """The match. A consequence that stores a new version of the match also sets it here."""
    kind: EventKind
    by: Seat | None
    """The seat that made the change; None for the start and for changes caused by time."""
    actor: int | None
    """The ID of the person who made the change, who need not be a player; None for changes caused by time."""
    prepared: bool = False
    """Whether the move is a planned reply."""

    @property
    def by_person(self) -> bool:
        """Whether a human player made the change."""
        return self.by is not None and self.match.players[self.by].id > 0

    @property
    def events(self) -> frozenset[str]:
        board = self.match.board_rev == self.match.rev
        return frozenset({self.kind, "any"} | ({"board"} if board else set()) | ({"end"} if self.match.over else set()))


@dataclass(frozen=True, slots=True)
class Departure:
    """The departure of a person who left a server, was banned, or had their data deleted."""

    person_id: int
    kind: PersonEvent
    guild_id: int | None = None
    """The server's ID; None for all servers."""

    def concerns(self, guild_id: int | None) -> bool:
        """Return whether the person has left this server."""
        return self.guild_id in {None, guild_id}


@dataclass(slots=True)
class Change:
    """A transaction, together with the current time and the work to do after the commit."""

    tx: Tables
    now: int
    worker: str
    """The ID of the process that makes the change. It claims the deliveries that it makes immediately."""
    replays: Replays
    limits: Limits
    rated_a_day: int = RATED_A_DAY
    """How many rated matches the same two people may play within 24 hours."""
    replayed: Snapshot | None = None
    """The board that was replayed before this transaction started."""
    snapshots: list[Snapshot] = field(default_factory=list)
    """The snapshots to cache after the commit."""
    happened: list[tuple[str, str]] = field(default_factory=list)
    """The match events of this transaction, each as a pair of game and kind."""
    revised: set[int] = field(default_factory=set)
    """The IDs of the matches that this transaction changes."""
    next_due: dict[Work, int] = field(default_factory=dict)
    """The earliest due time of each kind of work scheduled by this transaction."""
    alone: bool = True
    """Whether no other process uses the same store."""
    erased: bool = False
    """Whether this transaction deletes data that must also be erased from the database's files."""
    awaited: bool = False
    """Whether an interaction is waiting to show the change."""
    interactive: bool = True
    """Whether people act through Discord interactions, whose responses show the change."""
    pings: Pings = field(init=False)
    notices: Notices = field(init=False)

    def __post_init__(self) -> None:
        self.pings = Pings(self.tx, self.now, self.limits)
        self.notices = Notices(self.tx, self.now, self.pings, self.delivery_due, self.revised)

    def snapshot(self, match: Match, ply: int | None = None) -> Snapshot:
        """Return the given version of a match, together with its newest board.

        If `ply` is given, the board is the one after `ply` moves. Raises ReplayNeeded if the board is not cached.
        """
        wanted = (match.id, match.board_rev, match.ply if ply is None else ply)
        for known in (self.replays.cached_snapshot(match), self.replayed):
            if known and (known.match.id, known.match.board_rev, known.ply) == wanted:
                return replace(known, match=match)
        raise ReplayNeeded(match.id, wanted[2])

    def delivery_due(self, time: int) -> None:
        self._due("delivery", time)

    def _due(self, work: Work, time: int) -> None:
        self.next_due[work] = min(time, self.next_due.get(work, time))

    async def queue(self, delivery: Delivery, after: int = 0) -> None:
        """Queue a delivery that is due in `after` seconds."""
        due_at = self.now + after
        await self.tx.outbox.save(replace(delivery, due_at=due_at))
        self.delivery_due(due_at)

    async def arm(self, kind: str, subject: int, time: int | None) -> None:
        """Set the alarm of this kind for a subject, or remove the alarm if `time` is None.

        Raises KeyError if the kind is unknown.
        """
        await self.tx.alarms.set(ALARM_KINDS[kind].name, subject, time)
        if time is not None:
            self._due(LOOPS.get(kind, "alarm"), time)

    async def begin(
        self,
        match: Match,
        person_id: int | None,
        venue: Venue | None,
        other_venue: Venue | None,
        thread_id: int | None = None,
        *,
        elsewhere: Iterable[tuple[Venue, int | None]] = (),
    ) -> None:
        """Store a new match and show it in `venue` or in a thread there.

        `venue` is None for a match that is not shown anywhere, so its players get direct messages. `person_id` is the
        person who begins the match, or None if the bot does: its first board then pings nobody, and is shown at once
        only in a thread. `thread_id` is the thread, or the channel itself if the thread is to start at the first board;
        if it is None, the match is shown as `show_in` does. `elsewhere` has the channels of other servers, each with
        its thread.
        """
        await self.tx.matches.add(match)
        if venue is not None and thread_id is not None:
            await self._show_in_thread(match, venue, thread_id)
        elif venue is not None:
            await self.show_in(match, person_id, venue, other_venue)
        for other, other_thread in elsewhere:
            await self._show_in_thread(match, other, other_thread)
        await self._follow(Happening(match, "start", None, person_id))

    async def _show_in_thread(self, match: Match, venue: Venue, thread_id: int | None) -> None:
        """Show a match in the thread with this ID, or in the server's channel if `thread_id` is None."""
        if thread_id is None:
            await self.tx.places.add(venue.place(match.id))
        else:
            thread = replace(venue, channel_id=thread_id)
            await self.tx.places.add(thread.place(match.id, thread_of=venue.channel_id))

    async def show_in(self, match: Match, person_id: int | None, venue: Venue, other_venue: Venue | None) -> Place:
        """Show a match in `venue`.

        If `venue` is this person's DM channel, show the match in the opponent's `other_venue` as well.
        """
        seat = match.seat_of(person_id) if venue.direct and person_id is not None else None
        place = venue.place(match.id, seat)
        await self.tx.places.add(place)
        if seat is not None and other_venue is not None:
            await self.tx.places.add(other_venue.place(match.id, other_side(seat)))
        return place

    async def revise(self, match: Match, kind: EventKind, seat: Seat | None, *, prepared: bool = False) -> Match:
        """Store the next revision of a match.

        `seat` is the player who caused the revision. It is None if no player did. Except for a `prepared` move, the
        revision counts as a response to the opponent, so the opponent's earlier pings no longer count.
        """
        rev = match.rev + 1
        new_board = match.over or kind in BOARD_EVENTS
        match = replace(match, rev=rev, board_rev=rev if new_board else match.board_rev)
        await self.tx.matches.save(match)
        return await self._follow(
            Happening(match, kind, seat, None if seat is None else match.players[seat].id, prepared)
        )

    async def revise_beside_board(self, match: Match, kind: EventKind, seat: Seat | None) -> Snapshot:
        """Store a match's next revision after a change that moves no pieces, and return the match with its board."""
        snapshot = replace(self.snapshot(match), match=await self.revise(match, kind, seat))
        self.snapshots.append(snapshot)
        return snapshot

    async def _follow(self, happening: Happening) -> Match:
        """Store an event, run the consequences registered for it, and return the match as they leave it."""
        match, kind = happening.match, happening.kind
        self.happened.append((match.game, kind))
        self.revised.add(match.id)
        await self.tx.events.add(match.id, Event(match.rev, kind, happening.by, match.ply, self.now))
        for consequence in _CONSEQUENCES.of(happening.events):
            await consequence(self, happening)
        return happening.match

    async def depart(self, departure: Departure) -> None:
        """Run the consequences of a person's departure."""
        for consequence in _CONSEQUENCES.of(frozenset({departure.kind})):
            await consequence(self, departure)

    def prefetch(self, event: MatchEvent, match: Match) -> None:
        """As part of the next query, prefetch the data that the consequences of a match's next event will need.

        The event must be caused by the side to move.
        """
        for ask in _QUESTIONS.of(frozenset({event})):
            ask(self, match)

    async def settle(self, challenge: Challenge, status: ChallengeStatus, *, claimed: bool = True) -> Challenge:
        """Store a challenge's outcome, and queue an edit of its message."""
        settled = replace(challenge, status=status)
        await self.tx.challenges.save(settled)
        await self.arm("challenge", challenge.id, None)
        await self.arm("meanwhile", challenge.id, None)
        await self.show_challenge(settled, claimed=claimed)
        return settled

    async def close(self, challenge: Challenge, person_id: int) -> None:
        """Close an open challenge.

        The challenge is withdrawn if this person made it, and declined if they were challenged.
        """
        own = challenge.challenger.id == person_id
        await self.settle(challenge, "withdrawn" if own else "declined", claimed=False)

    async def show_challenge(self, challenge: Challenge, *, claimed: bool = True) -> None:
        """Queue a post or edit that shows a challenge's current state.

        A challenge between servers has no message, so nothing is queued for it.
        """
        if challenge.invitation:
            return
        due_at, worker = self.lease(claimed=claimed)
        delivery = Delivery(
            "challenge",
            challenge.id,
            channel_id=challenge.venue.channel_id,
            guild_id=challenge.venue.guild_id,
            message_id=challenge.message_id,
            claimed_by=worker,
        )
        await self.queue(delivery, due_at - self.now)

    def lease(self, *, claimed: bool) -> tuple[int, str | None]:
        """Return when a delivery is due, and the ID of the process that claims it.

        The process is None if no process claims the delivery. Only a delivery that answers this process's interaction
        is claimed.
        """
        return (self.now + DELIVERY_LEASE, self.worker) if claimed and self.interactive else (self.now, None)


Consequence = Callable[[Change, Happening], Awaitable[None]]
PersonConsequence = Callable[[Change, Departure], Awaitable[None]]
Question = Callable[[Change, Match], None]
_EVENTS = {*get_args(EventKind), "any", "board", "end"}
_CONSEQUENCES = Consequences[Callable[[Change, Any], Awaitable[None]]]({*_EVENTS, *get_args(PersonEvent)})
_QUESTIONS = Consequences[Question](_EVENTS)


@overload
def after(*events: MatchEvent, order: int) -> Callable[[Consequence], Consequence]: ...


@overload
def after(*events: PersonEvent, order: int) -> Callable[[PersonConsequence], PersonConsequence]: ...


def after(*events: str, order: int) -> Any:
    """Register a function as a consequence of these events.

    It runs in the event's transaction. Functions with a lower order run first. Raises ValueError for an unknown event,
    and for an order that is taken.
    """
    return partial(_CONSEQUENCES.declare, order, events)


def ahead_of(*events: MatchEvent) -> Callable[[Question], Question]:
    """Register a function that prefetches the data that the consequences of these events will need.

    `Change.prefetch` calls it. Raises ValueError for an unknown event.
    """
    return partial(_QUESTIONS.declare, len(_QUESTIONS), events)
