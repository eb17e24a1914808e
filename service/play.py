"""Plays moves, including planned replies, and handles resignations."""

from dataclasses import replace

from games import Result, Seat, other_side
from matches.clock import begin_turn, end_turn, seconds_left
from matches.errors import Stale
from matches.model import EventKind, Match, Ply, Snapshot
from matches.results import FORFEITED_BY, LATE_BY, aborted_by, end, own_end
from service.change import Change
from service.conditional import prepared_reply
from service.core import Part, reading, transaction
from service.vacations import holds
from storage.store import Tables

LATE = 1
"""A move is late if its transaction starts more than this many seconds after the click."""


class PreviewFirst(Exception):
    """Raised if a player has chosen to see a preview of each move before playing it."""


class Play(Part):
    @transaction
    async def move(
        self,
        change: Change,
        match_id: int,
        person_id: int,
        text: str,
        *,
        rev: int | None = None,
        sent_at: float | None = None,
        awaited: bool = False,
        previews: bool = False,
    ) -> Snapshot:
        """Play a move, given as text, followed by the opponent's planned reply, if any.

        Both are durable when this method returns. With `rev`, the move is refused if the board has changed since that
        revision. Without it, the move is meant for the newest board at `sent_at`, so a late move is refused if there is
        a newer board. `awaited` means that an interaction is waiting to show the move. With `previews`, the player's
        setting to preview moves is respected.

        Raises NotAPlayer, Over, Stale, NotYourTurn, the RuleError of an illegal move, and PreviewFirst for a player who
        previews moves.
        """
        change.awaited = awaited
        if previews:
            change.tx.matches.ask(match_id)
            if (await change.tx.settings.of_player(person_id)).preview:
                raise PreviewFirst
        if rev is None and sent_at is not None and change.now - sent_at > LATE:
            events = await change.tx.events.of(match_id)
            rev = max((event.rev for event in events if event.at <= sent_at), default=0)
        match = await self._core.moving(change.tx, match_id, person_id, rev)
        if match.answering == match.turn:  # a draw offer that arrived during the computation is answered first
            raise Stale("You have been offered a draw. Answer the offer before you move.", match_id=match.id)
        return await play_on(change, match, text)

    @transaction
    async def resign(self, change: Change, match_id: int, person_id: int, *, rev: int | None = None) -> Snapshot:
        """Resign a match, on either side's turn.

        A rated match in which a player has not moved yet is aborted or, in a tournament, forfeited. Raises NotAPlayer,
        Over, and Stale if the board has changed since `rev`.
        """
        match, seat = await self._core.acting(change.tx, match_id, person_id, rev)
        result = await resigned_by(change.tx, match, seat)
        kind: EventKind = "abort" if result.winner is None else "resign"
        return await change.revise_beside_board(end(match, result, change.now), kind, seat)

    @reading
    async def resignable(
        self, view: Tables, match_id: int, person_id: int, *, rev: int | None = None
    ) -> tuple[Match, Result]:
        """Return a match, and the result it would have if this player resigned.

        Raises NotAPlayer, Over and Stale.
        """
        match, seat = await self._core.acting(view, match_id, person_id, rev)
        return match, await resigned_by(view, match, seat)


async def play_on(change: Change, match: Match, text: str) -> Snapshot:
    """Play a move for the side to move, followed by any planned replies.

    Raises RuleError if the move is illegal.
    """
    change.prefetch("move", match)
    snapshot = await advance(change, change.snapshot(match), text)
    while (answer := await prepared_reply(change.tx, snapshot)) is not None:
        played = snapshot.before.format(snapshot.move) if snapshot.before else None
        snapshot = replace(
            await advance(change, snapshot, answer, prepared=True), answered=played, first=snapshot.before
        )
    change.snapshots.append(snapshot)
    return snapshot


async def advance(change: Change, snapshot: Snapshot, text: str, *, prepared: bool = False) -> Snapshot:
    """Play a move for the side to move and store it.

    The opponent's offers expire, but the mover's own offers stay open.
    """
    match, before, now = snapshot.match, snapshot.position, change.now
    move = before.parse(text)
    position = before.play(move)
    seat = before.turn
    ply = Ply(match.ply + 1, before.format(move), seat, now, seconds_left(match, now))
    after = replace(
        end_turn(match, now),
        ply=ply.ply,
        turn=position.turn,
        moved_at=now,
        draw_by=match.draw_by if match.draw_by == seat else None,
        takeback_by=None,
        abort_by=match.abort_by if match.abort_by == seat else None,
        asked_at=None,
    )
    if result := position.result():
        after = end(after, result, now)
    else:
        after = await start_turn(change, after)
    await change.tx.plies.add(match.id, ply)
    after = await change.revise(after, "move", seat, prepared=prepared)
    return Snapshot(after, position, before, move)


async def on_time(view: Tables, match: Match, winner: Seat) -> Result:
    """Return the result of a match in which the side to move has run out of time.

    If a side has not moved yet, nobody wins or, in a tournament, the match is forfeited.
    """
    if await both_moved(view, match.id):
        return own_end("time", winner)
    if await view.tournaments.running_with(match.id):
        return own_end(LATE_BY[other_side(winner)])
    return own_end("not_begun")


async def resigned_by(view: Tables, match: Match, seat: Seat) -> Result:
    """Return the result of a match if this side resigns."""
    if not match.rated or await both_moved(view, match.id):
        return own_end("resignation", other_side(seat))
    if await view.tournaments.running_with(match.id):
        return own_end(FORFEITED_BY[seat])
    return aborted_by(seat)


async def both_moved(view: Tables, match_id: int) -> bool:
    """Return whether both sides have made a move. Until then, the match does not count."""
    return {0, 1} <= set(await view.plies.seats(match_id))


async def start_turn(change: Change, match: Match, used: int = 0) -> Match:
    """Return the match after starting the clock of the side to move, or pausing it if that player is on vacation.

    `used` is how many seconds of this turn the player has used already.
    """
    if match.clock is None:
        return match
    vacation = await change.tx.vacations.current(match.players[match.turn].id, change.now)
    away = vacation is not None and await holds(change, match, vacation)
    return begin_turn(match, change.now, away=away, used=used)
