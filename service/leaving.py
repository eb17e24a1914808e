"""A player leaves a running match: by being forgotten, or by leaving its tournament."""

from dataclasses import replace

from games import Seat, other_side
from matches.model import Match
from matches.results import aborted_by, end, own_end
from service.agreements import hardly_begun
from service.change import Change


async def leave(change: Change, match: Match, person_id: int) -> None:
    """End a running match for a leaving player: abort it at its start, otherwise resign it."""
    seat: Seat = 0 if match.players[0].id == person_id else 1
    if await hardly_begun(change.tx, match):
        ended = await change.revise(end(match, aborted_by(seat), change.now), "abort", seat)
    else:
        winner = other_side(seat)
        ended = await change.revise(end(match, own_end("resignation", winner), change.now), "resign", seat)
    for board in await change.tx.outbox.of("board", ended.id):
        due_at = None if board.due_at is None else change.now
        await change.tx.outbox.save(replace(board, due_at=due_at, claimed_by=None))
    change.delivery_due(change.now)
