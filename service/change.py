"""The consequences of every change to a match: its revision, event and alarms, and the deliveries owed to Discord."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from games import SEATS, Seat, other_side
from matches.alarms import ALARM_KINDS, idle_at, next_reminder, thought_at
from matches.conditional import standing, unshelve
from matches.deliveries import DELIVERY_KINDS, DELIVERY_LEASE, SEARCH_DELAY, Delivery, DeliveryKind
from matches.limits import Limits
from matches.model import BOARD_EVENTS, Challenge, ChallengeStatus, Event, EventKind, Match, Place, Snapshot, Venue
from matches.notices import NoticeKind
from matches.standing import RATED_A_DAY
from service.boards import newest_board
from service.ends import conclude
from service.notices import Notices, notices_of
from service.pings import Pings
from service.replay import Replays
from storage.store import Tables

Work = Literal["alarm", "delivery", "thought", "missed"]
"""The sorts of work for which a loop each waits."""
LOOPS: Mapping[str, Work] = {"thought": "thought", "missed": "missed"}
"""The kinds of alarms that are not part of the schedule, each with its loop."""
CLOCK_EVENTS = BOARD_EVENTS | {"vacation", "back"}
"""The kinds of events after which the deadline's alarms are set again. After others, an alarm that is due stays due."""
LIFE_EVENTS = BOARD_EVENTS | {"ask", "keep"}
"""The kinds of events that restart the time until a match is abandoned."""
SETTLES: Mapping[EventKind, Sequence[NoticeKind]] = {"keep": ("ask",), "vacation": ("third left", "six hours left")}
"""The notices that become stale after these kinds of events."""
HEADLINE_EVENTS = frozenset({"vacation", "back"})
"""The kinds of events that change the newest board's text about its clock."""
PUBLIC_EVENTS = frozenset({"decline draw", "refuse take back", "decline abort", "keep"})
"""The kinds of events that are posted as remarks wherever the match is shown."""
ANSWERS = frozenset({"decline draw", "refuse take back", "decline abort"})
"""The kinds of events that answer a question. Its notice becomes stale, unless the person is asked another question."""


DELIVERY_KINDS.declare(DeliveryKind("word", "match", in_place=True, before_archive=True))
DELIVERY_KINDS.declare(DeliveryKind("challenge", "challenge"))


class ReplayNeeded(Exception):
    """A transaction needs a board that must be replayed before it starts, not during it."""

    def __init__(self, match_id: int, ply: int) -> None:
        super().__init__(match_id, ply)
        self.match_id = match_id
        self.ply = ply
        """The board after this number of moves is needed."""


@dataclass(slots=True)
class Change:
    """One transaction with its time, and what follows its commit."""

    tx: Tables
    now: int
    worker: str
    """The process that makes the change, and that delivers the claimed rows of the change at once."""
    replays: Replays
    limits: Limits
    rated_a_day: int = RATED_A_DAY
    """The most rated matches between the same two people within 24 hours."""
    replayed: Snapshot | None = None
    """The board that was replayed before this transaction started."""
    snapshots: list[Snapshot] = field(default_factory=list)
    """The snapshots to cache after the commit."""
    happened: list[tuple[str, str]] = field(default_factory=list)
    """The match events in it, each as game and kind."""
    revised: set[int] = field(default_factory=set)
    """The IDs of the matches that it changes."""
    next_due: dict[Work, int] = field(default_factory=dict)
    """The time of the earliest work of each sort that it schedules."""
    alone: bool = True
    """Whether no other process uses the same store at the same time."""
    erased: bool = False
    """Whether it deletes data that must also leave the database's files."""
    awaited: bool = False
    """Whether an interaction is waiting to show the change."""
    interactive: bool = True
    """Whether people's acts are interactions of Discord, whose answers show the change."""
    pings: Pings = field(init=False)
    notices: Notices = field(init=False)

    def __post_init__(self) -> None:
        self.pings = Pings(self.tx, self.now, self.limits)
        self.notices = Notices(self.tx, self.now, self.pings, self.delivery_due)

    def snapshot(self, match: Match, ply: int | None = None) -> Snapshot:
        """The match in this transaction, with its newest board or the one after `ply` moves. Raises ReplayNeeded."""
        wanted = (match.id, match.board_rev, match.ply if ply is None else ply)
        for known in (self.replays.known(match), self.replayed):
            if known and (known.match.id, known.match.board_rev, known.ply) == wanted:
                return replace(known, match=match)
        raise ReplayNeeded(match.id, wanted[2])

    def delivery_due(self, at: int) -> None:
        self._due("delivery", at)

    def _due(self, work: Work, at: int) -> None:
        self.next_due[work] = min(at, self.next_due.get(work, at))

    async def owe(self, delivery: Delivery, after: int = 0) -> None:
        """Owe a delivery, due in `after` seconds."""
        due_at = self.now + after
        await self.tx.outbox.save(replace(delivery, due_at=due_at))
        self.delivery_due(due_at)

    async def arm(self, kind: str, subject: int, at: int | None) -> None:
        """Set the alarm of this kind for its subject; None removes it. Raises KeyError for an undeclared kind."""
        await self.tx.alarms.set(ALARM_KINDS[kind].name, subject, at)
        if at is not None:
            self._due(LOOPS.get(kind, "alarm"), at)

    async def begin(
        self, match: Match, by: int | None, venue: Venue | None, also: Venue | None, thread_id: int | None = None
    ) -> None:
        """Store a new match. Shows it as `show_in` does, or in a thread that will be opened for it in `venue`.

        `venue` is None for a match that is shown nowhere, so that its players get direct messages.

        `by` is None for a match that no interaction begins: its first board is due now, and pings nobody.

        `thread_id` is the thread, or the channel itself if the thread is to start at the first board.
        """
        await self.tx.matches.add(match)
        if venue is None:
            pass
        elif thread_id is None:
            await self.show_in(match, by, venue, also)
        else:
            thread = replace(venue, channel_id=thread_id)
            await self.tx.places.add(thread.place(match.id, thread_of=venue.channel_id))
        await self._apply(match, "start", None, by)

    async def show_in(self, match: Match, by: int | None, venue: Venue, also: Venue | None) -> Place:
        """Show a match in `venue`; if that is the DM channel of `by`, also in `also` for the opponent."""
        seat = match.seat_of(by) if venue.direct and by is not None else None
        place = venue.place(match.id, seat)
        await self.tx.places.add(place)
        if seat is not None and also is not None:
            await self.tx.places.add(also.place(match.id, other_side(seat)))
        return place

    async def revise(self, match: Match, kind: EventKind, by: Seat | None, *, prepared: bool = False) -> Match:
        """Store the next revision of a match, changed by `by` (None for time).

        Unless it is a `prepared` move, the change answers the opponent, so the opponent's earlier pings no longer
        count.
        """
        rev = match.rev + 1
        new_board = match.over or kind in BOARD_EVENTS
        match = replace(match, rev=rev, board_rev=rev if new_board else match.board_rev)
        if match.over:
            match = await conclude(self.tx, match, self.now, self.rated_a_day)
            if tournament := await self.tx.tournaments.running_with(match.id):
                await self.arm("tournament", tournament.id, self.now)
        await self.tx.matches.save(match)
        actor = None if by is None else match.players[by].id
        if by is not None and actor is not None:
            other = match.players[1 - by].id
            self.pings.drop(other, actor)  # a prepared move follows at once, so the move that it answers needs no ping
            if not prepared:
                await self.pings.answered(other, actor)
        await self._apply(match, kind, by, actor)
        return match

    async def revise_beside_board(self, match: Match, kind: EventKind, by: Seat | None) -> Snapshot:
        """Like `revise`, for a change that moves no pieces; returns the match with its board."""
        snapshot = replace(self.snapshot(match), match=await self.revise(match, kind, by))
        self.snapshots.append(snapshot)
        return snapshot

    async def _apply(self, match: Match, kind: EventKind, by: Seat | None, actor: int | None) -> None:
        """Apply the consequences of a change; `actor` is the ID of the player who made it."""
        self.happened.append((match.game, kind))
        self.revised.add(match.id)
        await self.tx.events.add(match.id, Event(match.rev, kind, by, match.ply, self.now))
        await self._set_alarms(match, kind)
        if match.over or kind == "take back":
            await self._drop_answers(match, actor)
        by_person = by is not None and match.players[by].level is None
        if match.board_rev == match.rev:
            await self._outdate(match)
            await self.show_board(match, claimed=by_person or self.awaited or (kind == "start" and actor is not None))
        elif kind in SETTLES:
            await self._outdate(match, SETTLES[kind])
        elif kind in ANSWERS and by is not None and not _is_asked(match, by):
            await self._outdate(match, ("offer",), match.players[by].id)
        if kind in HEADLINE_EVENTS and match.clock is not None:
            await self.tx.outbox.everywhere("headline", match.id, match.rev, self.now, None)
            self.delivery_due(self.now)
        if kind in PUBLIC_EVENTS:
            due_at, worker = self._lease(claimed=by_person)
            await self.tx.outbox.everywhere("word", match.id, match.rev, due_at, worker, about=kind, each=True)
            self.delivery_due(due_at)
        if match.over or kind == "move":
            await self.notices.tell_followers(match)
        for seat, notice in () if kind == "start" and actor is None else notices_of(match, kind, by):
            await self.notices.tell(match, seat, notice, actor, awaited=self.awaited and self.interactive)

    async def _drop_answers(self, match: Match, actor: int | None) -> None:
        """Delete the prepared replies, and notify their owner unless the match is over.

        After a take-back, the opponent's replies that were shelved for the removed move stand again. The player's own
        stay shelved, because the opponent's move before it remains.
        """
        for seat in () if match.over else SEATS:
            known = await self.tx.conditions.of(match.id, seat)
            if standing(known):
                await self.notices.tell(match, seat, "dropped", actor)
            kept = [condition for condition in known if condition.shelved] if seat == match.turn else unshelve(known)
            await self.tx.conditions.replace(match.id, seat, kept)
        if match.over:
            await self.tx.conditions.clear(match.id)

    async def _set_alarms(self, match: Match, kind: EventKind) -> None:
        if match.over or kind in CLOCK_EVENTS:
            await self.arm("flag", match.id, match.deadline)
            await self.arm("reminder", match.id, next_reminder(match, self.now))
        if match.over or kind in LIFE_EVENTS:
            await self.arm("idle", match.id, idle_at(match))
        if match.practice:
            await self.arm("thought", match.id, thought_at(match, self.now))

    async def show_board(
        self, match: Match, place: Place | None = None, *, about: str = "", claimed: bool = True
    ) -> None:
        """Owe the newest board in all places of a match, or in one.

        A board owed by an interaction is claimed for this process, which delivers it at once as the answer.
        """
        due_at, worker = self._lease(claimed=claimed)
        if not self.alone:
            await self.tx.outbox.search_for_strays(match.id, self.worker, self.now + SEARCH_DELAY)
        if place is None:
            soon = self.now + DELIVERY_LEASE  # unless an interaction has shown the board by then
            await self.tx.outbox.everywhere("board", match.id, match.board_rev, due_at, worker, guest_at=soon)
        else:
            due = None if place.guest else due_at
            await self.tx.outbox.save(replace(newest_board(match, place), about=about, due_at=due, claimed_by=worker))
        self.delivery_due(due_at)

    async def settle(self, challenge: Challenge, status: ChallengeStatus, *, claimed: bool = True) -> Challenge:
        """Store the outcome of a challenge and owe the edit of its message."""
        settled = replace(challenge, status=status)
        await self.tx.challenges.save(settled)
        await self.arm("challenge", challenge.id, None)
        await self.arm("meanwhile", challenge.id, None)
        await self.show_challenge(settled, claimed=claimed)
        return settled

    async def close(self, challenge: Challenge, person_id: int) -> None:
        """Settle an open challenge for its challenger (as withdrawn) or its opponent (as declined)."""
        own = challenge.challenger.id == person_id
        await self.settle(challenge, "withdrawn" if own else "declined", claimed=False)

    async def show_challenge(self, challenge: Challenge, *, claimed: bool = True) -> None:
        """Owe the message of a challenge in its current state. As a guest, the bot can show it only by interaction."""
        due_at, worker = self._lease(claimed=claimed)
        delivery = Delivery(
            "challenge",
            challenge.id,
            channel_id=challenge.venue.channel_id,
            guild_id=challenge.venue.guild_id,
            message_id=challenge.message_id,
            claimed_by=worker,
        )
        await self.owe(delivery, due_at - self.now)

    def _lease(self, *, claimed: bool) -> tuple[int, str | None]:
        """When a delivery is due, and who claims it: at once and nobody, unless this process answers with it."""
        return (self.now + DELIVERY_LEASE, self.worker) if claimed and self.interactive else (self.now, None)

    async def _outdate(
        self, match: Match, kinds: Sequence[NoticeKind] | None = None, person_id: int | None = None
    ) -> None:
        if await self.tx.notices.outdate(match.id, match.rev, self.now, kinds, person_id):
            self.delivery_due(self.now)


def _is_asked(match: Match, seat: Seat) -> bool:
    """Whether the opponent of this seat has asked a question that is still open."""
    return (1 - seat) in {match.draw_by, match.takeback_by, match.abort_by}
