"""Moves, the answers prepared for them, and resignation."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from matches.clocks import begin_turn, end_turn, seconds_left
from matches.conditions import prepared
from matches.desk import Desk
from matches.records import Match, Ply, Table

if TYPE_CHECKING:
    from games import Seat
    from matches.change import Change


class Playing(Desk):
    """The part of the service in which players act on the board."""

    async def play(self, match_id: int, by: int, text: str, *, rev: int | None = None) -> Table:
        """Play a move as text; with `rev`, only if the board has not changed since that revision.

        An answer that the opponent has prepared for it is played in the same moment. When this returns, the move is
        durable and counts. Raises NotAPlayer, Over, Stale, NotYourTurn, and the RuleError of a text that is no legal
        move; then nothing has changed.
        """
        async with self._change() as change:
            match = await self._moving(change.tx, match_id, by, rev)
            table = await advance(change, await self.replays.table(change.tx, match), text)
            answer = await prepared(change.tx, table)
            if answer is not None:
                played = table.before.format(table.move) if table.before else None
                table = replace(await advance(change, table, answer), answered=played)
            change.tables.append(table)
        return table

    async def resign(self, match_id: int, by: int, *, rev: int | None = None) -> Table:
        """Give the match up, whoever is to move. Raises NotAPlayer, Over, Stale."""
        async with self._change() as change:
            match, seat = await self._acting(change.tx, match_id, by, rev)
            table = await self.replays.table(change.tx, match)
            winner: Seat = 1 if seat == 0 else 0
            ended = await change.revise(end(match, winner, "resignation", change.now), "resign", seat)
            table = replace(table, match=ended, by=seat)
            change.tables.append(table)
        return table


def end(match: Match, winner: Seat | None, reason: str, now: int, *, void: bool = False) -> Match:
    """The match at its end: a draw has no winner; a void one has no result at all and is not rated."""
    return replace(
        match,
        status="over",
        winner=winner,
        reason=reason,
        ended_at=now,
        void=void,
        rated=match.rated and not void,
        deadline=None,
        paused=None,
        draw_by=None,
        takeback_by=None,
        asked_at=None,
    )


async def advance(change: Change, table: Table, text: str) -> Table:
    """Play `text` for the side to move and write it down.

    An offer of the other player has lapsed then; the own one stands for the answer.
    """
    match, before, now = table.match, table.position, change.now
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
        asked_at=None,
    )
    if result := position.result():
        after = end(after, result.winner, result.reason, now)
    else:
        after = await start_turn(change, after)
    await change.tx.plies.add(match.id, ply)
    after = await change.revise(after, "move", seat)
    return Table(after, position, before, move, seat)


async def start_turn(change: Change, match: Match) -> Match:
    """The match with the clock of the side to move running, unless that player is on vacation."""
    if match.clock is None:
        return match
    vacation = await change.tx.vacations.current(match.players[match.turn].id, change.now)
    return begin_turn(match, change.now, away=vacation is not None)
