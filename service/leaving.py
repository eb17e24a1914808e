"""Ends the running matches of players whose data is being deleted or who leave a tournament."""

from dataclasses import replace

from games import Seat
from matches.model import Match
from matches.results import aborted_by, end
from service.agreements import hardly_begun
from service.change import Change, Departure, after
from service.play import resigned_by


@after("forgotten", order=250)
async def leave_running(change: Change, departure: Departure) -> None:
    """End all running matches of a person whose data is being deleted."""
    for match in await change.tx.matches.running_of(departure.person_id):
        await leave(change, match, departure.person_id)


async def leave(change: Change, match: Match, person_id: int, time: int | None = None) -> None:
    """End a running match because one of its players is leaving.

    If `time` is given, the match ends at that time. Otherwise, it ends now. A match that has hardly begun and belongs
    to no tournament is aborted. In any other, the player resigns. The results of several matches are posted a second
    apart, in the order in which the matches ended.
    """
    now = change.now if time is None else time
    seat: Seat = 0 if match.players[0].id == person_id else 1
    if await hardly_begun(change.tx, match) and not await change.tx.tournaments.running_with(match.id):
        ended = await change.revise(end(match, aborted_by(seat), now), "abort", seat)
    else:
        ended = await change.revise(end(match, await resigned_by(change.tx, match, seat), now), "resign", seat)
    posted_at = change.now + len(change.revised) - 1
    for board in await change.tx.outbox.of("board", ended.id):
        due_at = None if board.due_at is None else posted_at
        await change.tx.outbox.save(replace(board, due_at=due_at, claimed_by=None))
    change.delivery_due(posted_at)
