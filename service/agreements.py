"""Agreements between the players of a match, such as draws, takebacks and aborts.

Claims of a win on time belong here too.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from games import Seat, other_side
from language import Sentence, mark
from matches.clock import FREE_TAKEBACK, out_of_time, taken_back
from matches.crowds import closes_at
from matches.errors import Refusal
from matches.model import Event, EventKind, Match, Ply, Snapshot
from matches.notices import NOTICE_KINDS
from matches.results import aborted_by, end, introduction, own_end
from matches.timecontrol import DAY, lasting
from service.change import Change
from service.core import Part, reading, transaction
from service.play import on_time, start_turn
from storage.store import Tables

ABSENCE = 3 * DAY
"""How long a player must be absent on their turn before the opponent may abort a match without a clock, in seconds."""
ABORT_BELOW = 2
"""A player may abort a match while either side has made fewer moves than this."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A kind of proposal, such as a draw offer, that one player makes and the other accepts or declines."""

    by: Callable[[Match], Seat | None]
    """Returns the seat that has made this proposal in a match, or None if neither has."""
    none: str
    """The refusal to accept or decline a proposal that nobody has made."""
    own: str
    """The refusal to accept or decline one's own proposal."""


DRAW = Proposal(
    lambda match: match.draw_by,
    none=mark("No draw has been offered in match #{code}."),
    own=mark("You offered this draw, so only {name} can answer."),
)
TAKE_BACK = Proposal(
    lambda match: match.takeback_by,
    none=mark("Nobody has asked to take back a move in match #{code}."),
    own=mark("You asked for this, so only {name} can answer."),
)
ABORT = Proposal(
    lambda match: match.abort_by,
    none=mark("Nobody has asked to abort match #{code}."),
    own=mark("You proposed this, so only {name} can answer."),
)


def _is_asked(match: Match, seat: Seat) -> bool:
    """Return whether the opponent has made a proposal that this player has not answered yet."""
    return other_side(seat) in {match.draw_by, match.takeback_by, match.abort_by}


NOTICE_KINDS.declare(
    "offer",
    to="player",
    public="event",
    text=mark("{you}, your opponent has a question for you · {title}"),
    buttons=(),
    urgency="none",
    shares={"use"},
    until={"decline draw", "refuse take back", "decline abort"},
    after={"offer draw", "ask take back", "offer abort"},
    stands=_is_asked,
    asks=True,
)


class Agreements(Part):
    """Handles claims of a win on time, and actions that need the opponent's consent, such as draw offers and takebacks.

    All methods raise NotAPlayer, Over and Stale; some raise Refusal.
    """

    @transaction
    async def offer_draw(self, change: Change, match_id: int, person_id: int, *, rev: int | None = None) -> Snapshot:
        """Offer a draw, or accept the opponent's offer if there is one.

        An offer stays open until this player's next turn. Raises Refusal in games without draws, and if this player's
        offer is open or has been declined since the last move.
        """
        match, seat = await self._core.acting(change.tx, match_id, person_id, rev)
        if match.draw_by is not None and match.draw_by != seat:
            return await change.revise_beside_board(drawn(match, change.now), "draw", seat)
        info = self._core.games[match.game].info
        if not info.draws:
            raise Refusal("{game} has no draws.", game=Sentence(info.name))
        if match.draw_by == seat:
            raise Refusal("You have already offered a draw in match #{code}.", code=match.code)
        if await _is_declined(change, match, "decline draw", seat):
            raise Refusal("Your offer was declined. You can offer again after the next move.")
        return await change.revise_beside_board(replace(match, draw_by=seat), "offer draw", seat)

    @transaction
    async def accept_draw(self, change: Change, match_id: int, person_id: int, *, rev: int | None = None) -> Snapshot:
        """Accept the opponent's draw offer, or raise Refusal if there is none."""
        match, seat = await self._to_answer(change, DRAW, match_id, person_id, rev)
        return await change.revise_beside_board(drawn(match, change.now), "draw", seat)

    @transaction
    async def decline_draw(self, change: Change, match_id: int, person_id: int, *, rev: int | None = None) -> Snapshot:
        """Decline the opponent's draw offer, or raise Refusal if there is none."""
        match, seat = await self._to_answer(change, DRAW, match_id, person_id, rev)
        return await change.revise_beside_board(replace(match, draw_by=None), "decline draw", seat)

    @transaction
    async def take_back(self, change: Change, match_id: int, person_id: int, *, rev: int | None = None) -> Snapshot:
        """Take back this player's last move, or request the takeback if the opponent must consent.

        Consent is needed if FREE_TAKEBACK seconds have passed or the opponent has acted since; the returned match then
        has `takeback_by` set. A computer player always consents, and takes back its reply too. Raises Refusal unless
        the last move is this player's, and if no time would be left.
        """
        match, seat = await self._core.acting(change.tx, match_id, person_id, rev)
        plies = await change.tx.plies.of(match_id)
        own = [ply.ply for ply in plies if ply.seat == seat]
        if not own:
            raise Refusal("You have not moved yet, so there is nothing to take back.")
        if match.practice:
            return await undo_moves(change, match, plies, own[-1], seat)
        if plies[-1].seat != seat:
            raise Refusal("Your opponent has already moved, so your move can no longer be taken back.")
        if match.takeback_by == seat:
            raise Refusal("You have already asked to take back your move.")
        since = await _since_move(change.tx, match)
        if _is_free(plies[-1], since, change.now):
            return await undo_moves(change, match, plies, match.ply, seat)
        if any(event.kind == "refuse take back" for event in since):
            raise Refusal("{name} declined the takeback.", name=_other(match, seat))
        _time_back(match, plies, seat, change.now)
        return await change.revise_beside_board(replace(match, takeback_by=seat), "ask take back", seat)

    @reading
    async def must_ask(self, view: Tables, match_id: int, person_id: int, *, rev: int | None = None) -> bool:
        """Return whether this player needs the opponent's consent to take back their last move.

        It does not matter whether the opponent has already refused the takeback.
        """
        match, seat = await self._core.acting(view, match_id, person_id, rev)
        plies = await view.plies.of(match_id)
        if match.practice or not plies or plies[-1].seat != seat or match.takeback_by == seat:
            return False
        return not _is_free(plies[-1], await _since_move(view, match), self._core.clock.now())

    @reading
    async def was_taken_back(self, view: Tables, match_id: int, person_id: int, *, rev: int | None) -> bool:
        """Return whether the newest board shows that a move of this player was taken back after revision `rev`."""
        match = await self._core.match(view, match_id)
        if rev is None or rev >= match.board_rev or match.over or match.turn != match.seat_of(person_id):
            return False
        return any(
            event.rev == match.board_rev and event.kind == "take back" for event in await view.events.of(match_id)
        )

    @transaction
    async def grant_take_back(
        self, change: Change, match_id: int, person_id: int, *, rev: int | None = None
    ) -> Snapshot:
        """Let the opponent take back a move.

        Raises Refusal if the opponent has not asked for it, or if the opponent would have no time left.
        """
        match, seat = await self._to_answer(change, TAKE_BACK, match_id, person_id, rev)
        return await undo_moves(change, match, await change.tx.plies.of(match_id), match.ply, seat)

    @transaction
    async def refuse_take_back(
        self, change: Change, match_id: int, person_id: int, *, rev: int | None = None
    ) -> Snapshot:
        """Decline the opponent's request to take back a move.

        Raises Refusal if the opponent has made no such request.
        """
        match, seat = await self._to_answer(change, TAKE_BACK, match_id, person_id, rev)
        return await change.revise_beside_board(replace(match, takeback_by=None), "refuse take back", seat)

    @reading
    async def abortable(
        self, view: Tables, match_id: int, person_id: int, *, rev: int | None = None
    ) -> tuple[Match, bool]:
        """Return a running match, and whether this player may abort it without the opponent's consent."""
        match, seat = await self._core.acting(view, match_id, person_id, rev)
        return match, await self._abortable_alone(view, match, seat)

    @transaction
    async def abort(self, change: Change, match_id: int, person_id: int, *, rev: int | None = None) -> Snapshot:
        """Abort a match for a player who does not need the opponent's consent.

        Raises Refusal once both sides have made ABORT_BELOW moves, unless the opponent has left the match.
        """
        match, seat = await self._core.acting(change.tx, match_id, person_id, rev)
        if await self._abortable_alone(change.tx, match, seat):
            return await change.revise_beside_board(end(match, aborted_by(seat), change.now), "abort", seat)
        if await change.tx.tournaments.running_with(match.id):
            reason = mark("Match #{code} belongs to a tournament, so it can be aborted only if {name} agrees.")
        else:
            reason = mark("Both players have made two moves, so match #{code} can be aborted only if {name} agrees.")
        raise Refusal(reason, code=match.code, name=_other(match, seat))

    @transaction
    async def offer_abort(self, change: Change, match_id: int, person_id: int, *, rev: int | None = None) -> Snapshot:
        """Propose to abort a match, or agree if the opponent has already proposed it.

        A proposal stands until this player's next turn. Raises Refusal if this player's proposal is open or has been
        declined since the last move, and if the opponent cannot accept it.
        """
        match, seat = await self._core.acting(change.tx, match_id, person_id, rev)
        _check_can_agree(match)
        if match.practice or (match.abort_by is not None and match.abort_by != seat):
            return await change.revise_beside_board(end(match, own_end("abort_agreed"), change.now), "abort", seat)
        if match.abort_by == seat:
            raise Refusal("You have already asked to abort match #{code}.", code=match.code)
        if await _is_declined(change, match, "decline abort", seat):
            raise Refusal("{name} wants to play on. You can ask again after the next move.", name=_other(match, seat))
        return await change.revise_beside_board(replace(match, abort_by=seat), "offer abort", seat)

    @transaction
    async def accept_abort(self, change: Change, match_id: int, person_id: int, *, rev: int | None = None) -> Snapshot:
        """Accept the opponent's proposal to abort the match, or raise Refusal if there is none."""
        match, seat = await self._to_answer(change, ABORT, match_id, person_id, rev)
        return await change.revise_beside_board(end(match, own_end("abort_agreed"), change.now), "abort", seat)

    @transaction
    async def decline_abort(self, change: Change, match_id: int, person_id: int, *, rev: int | None = None) -> Snapshot:
        """Decline the opponent's proposal to abort the match, or raise Refusal if there is none."""
        match, seat = await self._to_answer(change, ABORT, match_id, person_id, rev)
        return await change.revise_beside_board(replace(match, abort_by=None), "decline abort", seat)

    @transaction
    async def claim(self, change: Change, match_id: int, person_id: int) -> Snapshot:
        """Claim a win on time in a match with a soft clock.

        If a side has not moved yet, the match ends without a result. Raises Refusal while the opponent has time left.
        """
        match, seat = await self._core.acting(change.tx, match_id, person_id, None)
        name = match.players[match.turn].name
        if match.clock is None:
            raise Refusal("Match #{code} has no clock.", code=match.code)
        if match.turn == seat:
            raise Refusal("It is your turn, so there is nothing to claim.")
        if match.deadline is None:
            raise Refusal("{name} is on vacation, so the clock is paused.", name=name)
        if not out_of_time(match, change.now):
            ends = closes_at(match) or match.deadline
            raise Refusal("{name} has {time} left.", name=name, time=lasting(ends - change.now))
        result = await on_time(change.tx, match, seat)
        return await change.revise_beside_board(end(match, result, change.now), "time", seat)

    @transaction
    async def keep(self, change: Change, match_id: int, person_id: int) -> Snapshot:
        """Confirm that an idle match should continue, or raise Refusal if the bot has not asked."""
        match, seat = await self._core.acting(change.tx, match_id, person_id, None)
        if match.asked_at is None:
            raise Refusal("Match #{code} is still going.", code=match.code)
        return await change.revise_beside_board(replace(match, asked_at=None, kept_at=change.now), "keep", seat)

    async def _abortable_alone(self, view: Tables, match: Match, seat: Seat) -> bool:
        """Return whether this player may abort the match alone. Raises Refusal if voters would have to consent."""
        if await view.tournaments.running_with(match.id):
            return False
        if await hardly_begun(view, match):
            return True
        _check_can_agree(match)
        deserted = match.clock is None and match.turn != seat and self._core.clock.now() - match.moved_at >= ABSENCE
        return deserted and any(place.misses(match.turn) for place in await view.places.of(match.id))

    async def _to_answer(
        self, change: Change, proposal: Proposal, match_id: int, person_id: int, rev: int | None
    ) -> tuple[Match, Seat]:
        """Return a match and the seat of a player answering a proposal. Raises Refusal if nobody has made one."""
        match, seat = await self._core.acting(change.tx, match_id, person_id, rev)
        proposer = proposal.by(match)
        if proposer is None:
            raise Refusal(proposal.none, code=match.code)
        if proposer == seat:
            raise Refusal(proposal.own, name=_other(match, seat))
        return match, seat


async def undo_moves(
    change: Change, match: Match, plies: Sequence[Ply], ply: int, requester: Seat, *, charged: bool = True
) -> Snapshot:
    """Undo all moves from `ply` onwards.

    The time since then is charged to the player who made that move. If `charged` is false, nobody is charged.
    """
    first = plies[ply - 1]
    snapshot = change.snapshot(match, ply - 1)
    if charged:
        match, used = _time_back(match, plies[:ply], requester, change.now)
    else:
        match, used = taken_back(match, plies[:ply], change.now)[0], 0
    match = replace(
        match,
        ply=ply - 1,
        turn=first.seat,
        moved_at=change.now,
        draw_by=None,
        takeback_by=None,
        abort_by=None,
        asked_at=None,
    )
    for removed in range(len(plies), ply - 1, -1):
        await change.tx.plies.remove(match.id, removed)
    match = await change.revise(await start_turn(change, match, used), "take back", requester)
    snapshot = replace(snapshot, match=match, taken_back=first.text)
    change.snapshots.append(snapshot)
    return snapshot


def _check_can_agree(match: Match) -> None:
    """Raise Refusal if either side's moves are decided by vote, because voters cannot agree to abort a match."""
    if match.by_vote:
        raise Refusal("The voters cannot agree to abort match #{code}. You can resign it.", code=match.code)


async def hardly_begun(view: Tables, match: Match) -> bool:
    """Return whether either player may abort the match without the other's consent.

    This is so if the match is against the computer, or if a side has made fewer than ABORT_BELOW moves.
    """
    made = await view.plies.seats(match.id)
    return match.practice or min(made.count(0), made.count(1)) < ABORT_BELOW


async def _since_move(view: Tables, match: Match) -> list[Event]:
    """Return the events since the last move, oldest first."""
    events = await view.events.of(match.id)
    moved = max((event.rev for event in events if event.kind == "move" and event.ply == match.ply), default=0)
    return [event for event in events if event.rev > moved]


def _is_free(newest: Ply, since: Sequence[Event], now: int) -> bool:
    """Return whether the last move can be taken back without the opponent's consent."""
    return now - newest.at <= FREE_TAKEBACK and all(event.seat in {None, newest.seat} for event in since)


async def _is_declined(change: Change, match: Match, kind: EventKind, seat: Seat) -> bool:
    """Return whether the opponent has declined this seat's proposal of this kind since the last move."""
    events = await change.tx.events.of(match.id)
    return any(event.kind == kind and event.seat != seat and event.rev > match.board_rev for event in events)


def _time_back(match: Match, plies: Sequence[Ply], requester: Seat, now: int) -> tuple[Match, int]:
    """Return the match after a takeback, and the time charged. Raises Refusal if no time would be left."""
    back, used = taken_back(match, plies, now)
    seat = plies[-1].seat
    if back.left is None or used < back.left[seat]:
        return back, used
    if seat == requester:
        raise Refusal("You have no time left to play another move, so this one stands.")
    name = match.players[seat].name
    raise Refusal("{name} has no time left to play another move, so this one stands.", name=name)


def drawn(match: Match, now: int) -> Match:
    return end(match, own_end("draw_agreed"), now)


def _other(match: Match, seat: Seat) -> str | Sentence:
    return introduction(match.players[1 - seat])
