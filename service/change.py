"""What every change of a match brings with it: a revision, its event, its alarms, and what is to be shown."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from games import SEATS, other_side
from matches.alarms import ALARM_KINDS, idle_at, next_reminder, thought_at
from matches.deliveries import CLAIM, DELIVERY_KINDS, SOON, Delivery, DeliveryKind
from matches.kinds import declare
from matches.model import BOARD_EVENTS, Event
from matches.standing import RATED_A_DAY
from service.boards import newest_board
from service.ends import conclude
from service.news import News, news_of
from service.pings import Pings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games import Seat
    from matches.limits import Limits
    from matches.model import Challenge, ChallengeStatus, EventKind, Match, Place, Snapshot, Venue
    from matches.notices import NoticeKind
    from service.replay import Replays
    from storage.store import Tables

CLOCK_EVENTS = BOARD_EVENTS | {"vacation", "back"}
"""The kinds of events that change the deadline: its alarms are set anew. After others, what is due now stays due."""
LIFE_EVENTS = BOARD_EVENTS | {"ask", "keep"}
"""The kinds of events from which the time counts until a match is abandoned."""
SETTLES: Mapping[EventKind, Sequence[NoticeKind]] = {
    "keep": ("ask",),
    "vacation": ("third left", "six hours left"),
}
"""The notices that each of these kinds of events puts out of date."""
HEADLINE_EVENTS = frozenset({"vacation", "back"})
"""The kinds of events that change what the newest board says about its clock."""
PUBLIC_EVENTS = frozenset({"decline draw", "refuse take back", "decline abort", "keep"})
"""The kinds of events that are announced wherever the match is shown, without a ping."""
ANSWERS = frozenset({"decline draw", "refuse take back", "decline abort"})
"""The kinds of events that answer a question. Its notice then goes, unless the same person is asked another one."""


declare(DELIVERY_KINDS, DeliveryKind("word", "match", in_place=True, before_archive=True))
declare(DELIVERY_KINDS, DeliveryKind("challenge", "challenge"))


class NotAtHand(Exception):
    """A transaction needs a board that is yet to be replayed, which is done before it begins, not in it."""

    def __init__(self, match_id: int, ply: int) -> None:
        super().__init__(match_id, ply)
        self.match_id = match_id
        self.ply = ply
        """The number of moves after which the board is needed."""


@dataclass(slots=True)
class Change:
    """One transaction and its moment, with what is to be done after it is committed."""

    tx: Tables
    now: int
    worker: str
    """The process that makes the change. It delivers at once the rows that the change has written."""
    replays: Replays
    limits: Limits
    rated_a_day: int = RATED_A_DAY
    """How many matches of the same two people count for their ratings within 24 hours."""
    replayed: Snapshot | None = None
    """The board that was replayed for this transaction before it began."""
    snapshots: list[Snapshot] = field(default_factory=list)
    """The snapshots as they stand after it, to be kept at hand."""
    happened: list[tuple[str, str]] = field(default_factory=list)
    """What happens to matches in it: (game, kind of event)."""
    acts_at: int | None = None
    """The earliest alarm that it sets, other than those of thoughts."""
    tells_at: int | None = None
    """The earliest time at which something that it owes to Discord is due."""
    thinks_at: int | None = None
    """The earliest thought of a computer player that it sets."""
    alone: bool = True
    """Whether no other process works with the same store at the same time."""
    awaited: bool = False
    """Whether somebody waits to be shown the change at once."""
    pings: Pings = field(init=False)
    """The pings that it causes."""
    news: News = field(init=False)
    """The notices about the change."""

    def __post_init__(self) -> None:
        self.pings = Pings(self.tx, self.now, self.limits)
        self.news = News(self.tx, self.now, self.pings, self.tell_at)

    def snapshot(self, match: Match, ply: int | None = None) -> Snapshot:
        """The match as it stands in this transaction, with its board, or that after `ply` moves. Raises NotAtHand."""
        wanted = (match.id, match.board_rev, match.ply if ply is None else ply)
        for found in (self.replays.known(match), self.replayed):
            if found and (found.match.id, found.match.board_rev, found.ply) == wanted:
                return replace(found, match=match)
        raise NotAtHand(match.id, wanted[2])

    def tell_at(self, at: int) -> None:
        """Something that Discord is to show is due then."""
        self.tells_at = at if self.tells_at is None else min(self.tells_at, at)

    async def owe(self, delivery: Delivery, after: int = 0) -> None:
        """Owe Discord a delivery, due after so many seconds."""
        due_at = self.now + after
        await self.tx.outbox.save(replace(delivery, due_at=due_at))
        self.tell_at(due_at)

    async def arm(self, kind: str, subject: int, at: int | None) -> None:
        """Set the alarm of this kind for its subject; None removes it. Raises KeyError for an undeclared kind."""
        await self.tx.alarms.set(ALARM_KINDS[kind].name, subject, at)
        if at is None:
            return
        if kind == "thought":
            self.thinks_at = at if self.thinks_at is None else min(self.thinks_at, at)
        else:
            self.acts_at = at if self.acts_at is None else min(self.acts_at, at)

    async def begin(
        self, match: Match, by: int, venue: Venue, also: Venue | None, thread_id: int | None = None
    ) -> None:
        """Write a new match down, to be shown as `show_in` says, or in a thread that is opened for it in `venue`.

        `thread_id` is the thread, or the channel itself where the thread begins at the first board.
        """
        await self.tx.matches.add(match)
        if thread_id is None:
            await self.show_in(match, by, venue, also)
        else:
            thread = replace(venue, channel_id=thread_id)
            await self.tx.places.add(thread.place(match.id, thread_of=venue.channel_id))
        await self._follow(match, "start", None, by)

    async def show_in(self, match: Match, by: int, venue: Venue, also: Venue | None) -> Place:
        """Show a match in `venue`; if those are the direct messages of `by`, in `also` for the opponent."""
        seat = match.seat_of(by) if venue.direct else None
        place = venue.place(match.id, seat)
        await self.tx.places.add(place)
        if seat is not None and also is not None:
            await self.tx.places.add(also.place(match.id, other_side(seat)))
        return place

    async def revise(self, match: Match, kind: EventKind, by: Seat | None, *, prepared: bool = False) -> Match:
        """Write a match down as changed by `by` (None is time itself), one revision on.

        Who changes it answers the opponent, whose pings count no more; a move that was `prepared` is no answer.
        """
        rev = match.rev + 1
        new_board = match.over or kind in BOARD_EVENTS
        match = replace(match, rev=rev, board_rev=rev if new_board else match.board_rev)
        if match.over:
            match = await conclude(self.tx, match, self.now, self.rated_a_day)
        await self.tx.matches.save(match)
        actor = None if by is None else match.players[by].id
        if by is not None and actor is not None:
            other = match.players[1 - by].id
            self.pings.drop(other, actor)  # a prepared move comes at once: its player is not pinged by what it answers
            if not prepared:
                await self.pings.answered(other, actor)
        await self._follow(match, kind, by, actor)
        return match

    async def revise_beside_board(self, match: Match, kind: EventKind, by: Seat | None) -> Snapshot:
        """Do as `revise` for a change that leaves the pieces where they are; returns the match with its board."""
        snapshot = replace(self.snapshot(match), match=await self.revise(match, kind, by))
        self.snapshots.append(snapshot)
        return snapshot

    async def _follow(self, match: Match, kind: EventKind, by: Seat | None, actor: int | None) -> None:
        """What a change brings with it; `actor` is the person whose doing it is."""
        self.happened.append((match.game, kind))
        await self.tx.events.add(match.id, Event(match.rev, kind, by, match.ply, self.now))
        await self._set_alarms(match, kind)
        if match.over or kind == "take back":
            await self._drop_answers(match, actor)
        by_person = by is not None and match.players[by].level is None
        if match.board_rev == match.rev:
            await self._outdate(match)
            await self.show_board(match, claimed=by_person or self.awaited or kind == "start")
        elif kind in SETTLES:
            await self._outdate(match, SETTLES[kind])
        elif kind in ANSWERS and by is not None and not _is_asked(match, by):
            await self._outdate(match, ("offer",), match.players[by].id)
        if kind in HEADLINE_EVENTS and match.clock is not None:
            await self.tx.outbox.everywhere("headline", match.id, match.rev, self.now, None)
            self.tell_at(self.now)
        if kind in PUBLIC_EVENTS:
            due_at, worker = (self.now + CLAIM, self.worker) if by_person else (self.now, None)
            await self.tx.outbox.everywhere("word", match.id, match.rev, due_at, worker, about=kind, each=True)
            self.tell_at(due_at)
        if match.over or kind == "move":
            await self.news.tell_followers(match)
        for seat, notice in news_of(match, kind, by):
            await self.news.tell(match, seat, notice, actor, awaited=self.awaited)

    async def _drop_answers(self, match: Match, actor: int | None) -> None:
        """Delete the prepared answers, and tell their player, unless the match is over."""
        for seat in SEATS:
            if not match.over and await self.tx.conditions.of(match.id, seat):
                await self.news.tell(match, seat, "dropped", actor)
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
        """Owe the newest board in every place of a match, or in one.

        Where somebody's act is the cause it is claimed: that person's interaction delivers it at once.
        """
        due_at, worker = (self.now + CLAIM, self.worker) if claimed else (self.now, None)
        if not self.alone:
            await self.tx.outbox.doubt_others(match.id, self.worker, self.now + SOON)
        if place is None:
            soon = self.now + CLAIM  # by then an interaction has shown it, or nobody has
            await self.tx.outbox.everywhere("board", match.id, match.board_rev, due_at, worker, guest_at=soon)
        else:
            due = None if place.guest else due_at
            await self.tx.outbox.save(replace(newest_board(match, place), about=about, due_at=due, claimed_by=worker))
        self.tell_at(due_at)

    async def settle(self, challenge: Challenge, status: ChallengeStatus, *, claimed: bool = True) -> Challenge:
        """Write down what became of a challenge; its message is to say so."""
        settled = replace(challenge, status=status)
        await self.tx.challenges.save(settled)
        await self.arm("challenge", challenge.id, None)
        await self.arm("meanwhile", challenge.id, None)
        await self.show_challenge(settled, claimed=claimed)
        return settled

    async def close(self, challenge: Challenge, person_id: int) -> None:
        """Settle an open challenge on behalf of one of its people: withdrawn if they made it, else declined."""
        own = challenge.challenger.id == person_id
        await self.settle(challenge, "withdrawn" if own else "declined", claimed=False)

    async def show_challenge(self, challenge: Challenge, *, claimed: bool = True) -> None:
        """Owe the message of a challenge, as it stands now; where the bot is a guest, only its interaction shows it."""
        delivery = Delivery(
            "challenge",
            challenge.id,
            channel_id=challenge.venue.channel_id,
            guild_id=challenge.venue.guild_id,
            message_id=challenge.message_id,
            claimed_by=self.worker if claimed else None,
        )
        await self.owe(delivery, CLAIM if claimed else 0)

    async def _outdate(
        self, match: Match, kinds: Sequence[NoticeKind] | None = None, person_id: int | None = None
    ) -> None:
        if await self.tx.notices.outdate(match.id, match.rev, self.now, kinds, person_id):
            self.tell_at(self.now)


def _is_asked(match: Match, seat: Seat) -> bool:
    """Whether the opponent of this seat waits for an answer."""
    return (1 - seat) in {match.draw_by, match.takeback_by, match.abort_by}
