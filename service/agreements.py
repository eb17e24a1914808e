"""What players agree upon beside the board: draws, take-backs, aborting a match, and claims of time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from language import Sentence, mark
from matches.clock import out_of_time, with_left
from matches.errors import Refusal
from matches.results import aborted_by, end, own_end
from matches.timecontrol import HOUR, lasting
from service.core import Part, reading, transaction
from service.play import on_time, start_turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from games import Seat
    from matches.model import EventKind, Match, Ply, Snapshot
    from service.change import Change
    from storage.store import Tables

FREE_TAKEBACK = 60
"""Seconds in which a move is taken back without asking, while the opponent has not acted."""
ABORT_BELOW = 2
"""A match may be aborted while either side has made fewer moves than this."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that one player proposes, and the other accepts or declines."""

    by: Callable[[Match], Seat | None]
    """The seat that proposes it in a match; None if nobody does."""
    none: str
    """The refusal of an answer where nobody proposes it."""
    own: str
    """The refusal of an answer to one's own proposal."""


DRAW = Proposal(
    lambda match: match.draw_by,
    none=mark("There is no offer of a draw in match #{code}."),
    own=mark("You have offered this draw yourself: it is for {name} to answer."),
)
TAKE_BACK = Proposal(
    lambda match: match.takeback_by,
    none=mark("Nobody asks to take back a move in match #{code}."),
    own=mark("You have asked for this yourself: it is for {name} to answer."),
)
ABORT = Proposal(
    lambda match: match.abort_by,
    none=mark("Nobody proposes to abort match #{code}."),
    own=mark("You have proposed this yourself: it is for {name} to answer."),
)


class Agreements(Part):
    """The part of the service in which players agree. All acts raise NotAPlayer, Over and Stale; some Refusal."""

    @transaction
    async def offer_draw(self, change: Change, match_id: int, by: int, *, rev: int | None = None) -> Snapshot:
        """Offer a draw, which stands until one's own next turn; if the opponent offers one, accept it.

        Refused in games without draws, and if one's own offer stands, or was declined since the last move.
        """
        match, seat = await self._core.acting(change.tx, match_id, by, rev)
        if match.draw_by is not None and match.draw_by != seat:
            return await change.revise_beside_board(_drawn(match, change.now), "draw", seat)
        info = self._core.games[match.game].info
        if not info.draws:
            raise Refusal("The rules of {game} know no draw: the match is won, or goes on.", game=Sentence(info.name))
        if match.draw_by == seat and match.practice:
            raise Refusal(DRAW.own, name=_other(match, seat))
        if match.draw_by == seat:
            raise Refusal("You have offered a draw in match #{code}: it stands until your next turn.", code=match.code)
        if await _declined(change, match, "decline draw", seat):
            raise Refusal("Your offer was declined. You can offer again when a move has been played.")
        return await change.revise_beside_board(replace(match, draw_by=seat), "offer draw", seat)

    @transaction
    async def accept_draw(self, change: Change, match_id: int, by: int, *, rev: int | None = None) -> Snapshot:
        """Accept the opponent's offer. Refused if there is none (any more)."""
        match, seat = await self._to_answer(change, DRAW, match_id, by, rev)
        return await change.revise_beside_board(_drawn(match, change.now), "draw", seat)

    @transaction
    async def decline_draw(self, change: Change, match_id: int, by: int, *, rev: int | None = None) -> Snapshot:
        """Decline the opponent's offer. Refused if there is none (any more)."""
        match, seat = await self._to_answer(change, DRAW, match_id, by, rev)
        return await change.revise_beside_board(replace(match, draw_by=None), "decline draw", seat)

    @transaction
    async def take_back(self, change: Change, match_id: int, by: int, *, rev: int | None = None) -> Snapshot:
        """Take one's last move back: at once within a minute, if the opponent has not acted since, else by consent.

        `takeback_by` of the match tells which of the two it was. Refused unless the last move is one's own. A computer
        player always agrees, and takes back what it has answered.
        """
        match, seat = await self._core.acting(change.tx, match_id, by, rev)
        plies = await change.tx.plies.of(match_id)
        own = [ply.ply for ply in plies if ply.seat == seat]
        if not own:
            raise Refusal("You have not moved yet, so there is nothing to take back.")
        if match.practice:
            return await self._taken_back(change, match, plies[own[-1] - 1 :], seat)
        if plies[-1].seat != seat:
            raise Refusal("You can take back a move only until it is answered, and the last one is not yours.")
        if match.takeback_by == seat:
            raise Refusal(
                "You have asked to take back your move: it is for {name} to answer.", name=_other(match, seat)
            )
        events = await change.tx.events.of(match_id)
        moves = (event.rev for event in events if event.kind == "move" and event.ply == match.ply)
        moved = max(moves, default=0)
        since = [event for event in events if event.rev > moved]
        acted = any(event.seat not in {None, seat} for event in since)
        if not acted and change.now - plies[-1].at <= FREE_TAKEBACK:
            return await self._taken_back(change, match, plies[-1:], seat)
        if any(event.kind == "refuse take back" for event in since):
            raise Refusal("{name} did not agree to take back this move.", name=_other(match, seat))
        return await change.revise_beside_board(replace(match, takeback_by=seat), "ask take back", seat)

    @transaction
    async def grant_take_back(self, change: Change, match_id: int, by: int, *, rev: int | None = None) -> Snapshot:
        """Let the opponent take their last move back. Refused if they do not ask (any more)."""
        match, seat = await self._to_answer(change, TAKE_BACK, match_id, by, rev)
        return await self._taken_back(change, match, (await change.tx.plies.of(match_id))[-1:], seat)

    @transaction
    async def refuse_take_back(self, change: Change, match_id: int, by: int, *, rev: int | None = None) -> Snapshot:
        """Let the opponent's last move stand. Refused if they do not ask (any more)."""
        match, seat = await self._to_answer(change, TAKE_BACK, match_id, by, rev)
        return await change.revise_beside_board(replace(match, takeback_by=None), "refuse take back", seat)

    @reading
    async def abortable(self, view: Tables, match_id: int, by: int, *, rev: int | None = None) -> tuple[Match, bool]:
        """The running match, and whether this player may abort it alone; if not, the opponent has to agree."""
        match, _ = await self._core.acting(view, match_id, by, rev)
        return match, await hardly_begun(view, match)

    @transaction
    async def abort(self, change: Change, match_id: int, by: int, *, rev: int | None = None) -> Snapshot:
        """End the match without a result, while either side has made fewer than two moves; refused later."""
        match, seat = await self._abortable(change.tx, match_id, by, rev)
        return await change.revise_beside_board(end(match, aborted_by(seat), change.now), "abort", seat)

    @transaction
    async def offer_abort(self, change: Change, match_id: int, by: int, *, rev: int | None = None) -> Snapshot:
        """Propose to end the match without a result, until one's own next turn; if the opponent does, agree.

        Refused if one's own proposal stands, or was declined since the last move.
        """
        match, seat = await self._core.acting(change.tx, match_id, by, rev)
        if match.practice or (match.abort_by is not None and match.abort_by != seat):
            return await change.revise_beside_board(end(match, own_end("abort_agreed"), change.now), "abort", seat)
        if match.abort_by == seat:
            raise Refusal(
                "You have proposed to abort match #{code}: it is for {name} to answer.",
                code=match.code,
                name=_other(match, seat),
            )
        if await _declined(change, match, "decline abort", seat):
            raise Refusal(
                "{name} wants to play on. You can propose it again when a move has been played.",
                name=_other(match, seat),
            )
        return await change.revise_beside_board(replace(match, abort_by=seat), "offer abort", seat)

    @transaction
    async def accept_abort(self, change: Change, match_id: int, by: int, *, rev: int | None = None) -> Snapshot:
        """End the match without a result, as the opponent proposes. Refused if they do not (any more)."""
        match, seat = await self._to_answer(change, ABORT, match_id, by, rev)
        return await change.revise_beside_board(end(match, own_end("abort_agreed"), change.now), "abort", seat)

    @transaction
    async def decline_abort(self, change: Change, match_id: int, by: int, *, rev: int | None = None) -> Snapshot:
        """Play on though the opponent proposes to abort the match. Refused if they do not (any more)."""
        match, seat = await self._to_answer(change, ABORT, match_id, by, rev)
        return await change.revise_beside_board(replace(match, abort_by=None), "decline abort", seat)

    @transaction
    async def claim(self, change: Change, match_id: int, by: int) -> Snapshot:
        """Win on time, where a soft clock leaves that to the opponent. Refused while there is time left.

        There is no result if either side has not moved yet.
        """
        match, seat = await self._core.acting(change.tx, match_id, by, None)
        name = match.players[match.turn].name
        if match.clock is None:
            raise Refusal("Match #{code} has no clock.", code=match.code)
        if match.turn == seat:
            raise Refusal("It is your turn: there is nothing to claim.")
        if match.deadline is None:
            raise Refusal("{name} is on vacation: the clock stands still.", name=name)
        if not out_of_time(match, change.now):
            raise Refusal("{name} has {time} left.", name=name, time=lasting(match.deadline - change.now))
        result = await on_time(change.tx, match, seat)
        return await change.revise_beside_board(end(match, result, change.now), "time", seat)

    @transaction
    async def keep(self, change: Change, match_id: int, by: int) -> Snapshot:
        """Answer the question whether a match long without a move goes on. Refused if nobody asks."""
        match, seat = await self._core.acting(change.tx, match_id, by, None)
        if match.asked_at is None:
            raise Refusal("Match #{code} goes on anyway.", code=match.code)
        return await change.revise_beside_board(replace(match, asked_at=None, kept_at=change.now), "keep", seat)

    async def _abortable(self, view: Tables, match_id: int, by: int, rev: int | None) -> tuple[Match, Seat]:
        match, seat = await self._core.acting(view, match_id, by, rev)
        if not await hardly_begun(view, match):
            raise Refusal(
                "Both have made two moves: match #{code} is aborted only if {name} agrees.",
                code=match.code,
                name=_other(match, seat),
            )
        return match, seat

    async def _to_answer(
        self, change: Change, proposal: Proposal, match_id: int, by: int, rev: int | None
    ) -> tuple[Match, Seat]:
        """The match in which the opponent has proposed this. Refused if nobody has, or this player has."""
        match, seat = await self._core.acting(change.tx, match_id, by, rev)
        proposer = proposal.by(match)
        if proposer is None:
            raise Refusal(proposal.none, code=match.code)
        if proposer == seat:
            raise Refusal(proposal.own, name=_other(match, seat))
        return match, seat

    async def _taken_back(self, change: Change, match: Match, plies: list[Ply], by: Seat) -> Snapshot:
        """Remove these last moves. The player of the first one gets back the time left before it, at least an hour."""
        last = plies[0]
        snapshot = change.snapshot(match, last.ply - 1)
        if match.clock is not None and last.left is not None:
            match = with_left(match, last.seat, max(last.left, min(HOUR, match.clock.cap)))
        match = replace(
            match,
            ply=last.ply - 1,
            turn=last.seat,
            moved_at=change.now,
            draw_by=None,
            takeback_by=None,
            abort_by=None,
            asked_at=None,
        )
        for ply in reversed(plies):
            await change.tx.plies.remove(match.id, ply.ply)
        match = await change.revise(await start_turn(change, match), "take back", by)
        snapshot = replace(snapshot, match=match, taken_back=last.text)
        change.snapshots.append(snapshot)
        return snapshot


async def hardly_begun(view: Tables, match: Match) -> bool:
    """Whether either player may abort the match alone."""
    made = await view.plies.seats(match.id)
    return match.practice or min(made.count(0), made.count(1)) < ABORT_BELOW


async def _declined(change: Change, match: Match, kind: EventKind, seat: Seat) -> bool:
    """Whether the opponent of this seat has declined that since the board changed last."""
    events = await change.tx.events.of(match.id)
    return any(one.kind == kind and one.seat != seat and one.rev > match.board_rev for one in events)


def _drawn(match: Match, now: int) -> Match:
    return end(match, own_end("draw_agreed"), now)


def _other(match: Match, seat: Seat) -> str:
    return match.players[1 - seat].name
