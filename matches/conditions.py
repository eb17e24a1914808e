"""Conditional moves: "if they play this, I answer that", prepared in private and played at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games import RuleError
from games.base import shorten
from matches.desk import Desk
from matches.errors import Refusal
from matches.records import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games import Seat
    from matches.records import Match
    from matches.store import Transaction, View

DEEPEST = 2
"""Own answers in one line."""
MOST = 50
"""Answers that one player may prepare in a match."""


@dataclass(frozen=True, slots=True)
class Condition:
    """An answer to the last move of `path`: moves from the present position on, theirs and mine in turn."""

    path: tuple[str, ...]
    answer: str


class Preparing(Desk):
    """The part of the service that keeps prepared answers."""

    async def conditions(self, match_id: int, by: int) -> list[Condition]:
        """What this player has prepared, shorter lines first. Raises NotAPlayer, Over."""
        async with self.store.read() as view:
            _, seat = await self._acting(view, match_id, by, None)
            return await view.conditions.of(match_id, seat)

    async def prepare(self, match_id: int, by: int, line: Sequence[str], *, rev: int | None = None) -> list[Condition]:
        """Prepare the last move of `line` as the answer to those before it; returns all that is prepared then.

        A line is one of theirs and the own answer, or two such pairs: an answer to a line that is already there is
        changed, and what was built upon the old answer is dropped. Raises NotAPlayer, Over, Stale, the RuleError of
        a move that would not be legal, and Refusal while it is one's own turn.
        """
        if not line or len(line) % 2 or len(line) > 2 * DEEPEST:
            raise Refusal(f"Give a move of theirs and your answer, at most {DEEPEST} such pairs in a row.")
        async with self._change() as change:
            match, seat = await self._waiting(change.tx, match_id, by, rev)
            table = await self.replays.table(change.tx, match)
            moves = _legal_line(table.position, line, seat)
            known = {one.path: one for one in await change.tx.conditions.of(match_id, seat)}
            for length in range(1, len(moves), 2):
                made = Condition(tuple(moves[:length]), moves[length])
                known = {path: one for path, one in known.items() if not _contradicts(one, made)}
                known[made.path] = made
            if len(known) > MOST:
                raise Refusal(f"You have prepared {MOST} answers in this match: cancel some of them first.")
            kept = _in_order(list(known.values()))
            await change.tx.conditions.replace(match_id, seat, kept)
        return kept

    async def cancel(self, match_id: int, by: int, path: Sequence[str] | None = None) -> list[Condition]:
        """Drop the answer to `path` with all that is built upon it, or everything (None); returns what is left."""
        async with self._change() as change:
            _, seat = await self._acting(change.tx, match_id, by, None)
            kept = []
            if path is not None:
                kept = [
                    one for one in await change.tx.conditions.of(match_id, seat) if one.path[: len(path)] != tuple(path)
                ]
            await change.tx.conditions.replace(match_id, seat, kept)
        return kept

    async def supposed(self, match_id: int, by: int, line: Sequence[str] = (), *, rev: int | None = None) -> Table:
        """The board as it would stand after `line`, to choose the next move of a line from.

        Raises as `prepare` does.
        """
        async with self.store.read() as view:
            match, _ = await self._waiting(view, match_id, by, rev)
            table = await self.replays.table(view, match)
        return _supposed(table, line)

    async def _waiting(self, view: View, match_id: int, by: int, rev: int | None) -> tuple[Match, Seat]:
        match, seat = await self._acting(view, match_id, by, rev)
        if match.turn == seat:
            raise Refusal(f"It is your turn in match #{match.code}: play your move, then prepare answers.")
        return match, seat


async def prepared(tx: Transaction, table: Table) -> str | None:
    """The answer that the side to move has prepared for the move just played.

    What was prepared for other moves is dropped; what was built upon the answer is kept for the next one.
    """
    match = table.match
    if match.over or table.before is None:
        return None
    seat = table.position.turn
    played = table.before.format(table.move)
    known = await tx.conditions.of(match.id, seat)
    if not known:
        return None
    answer = next((one.answer for one in known if one.path == (played,)), None)
    rest = [Condition(one.path[2:], one.answer) for one in known if one.path[:2] == (played, answer)]
    await tx.conditions.replace(match.id, seat, rest)
    return answer


def _supposed(table: Table, line: Sequence[str]) -> Table:
    for text in line:
        position = table.position
        move = position.parse(text)
        table = Table(table.match, position.play(move), position, move, position.turn)
    return table


def _legal_line(position: Any, line: Sequence[str], seat: Seat) -> list[str]:  # noqa: ANN401 (a position of any game)
    """The canonical texts of a line in which `seat` answers."""
    moves: list[str] = []
    for n, text in enumerate(line):
        if position.turn == seat and n % 2 == 0:
            raise Refusal(f"After {moves[-1] if moves else 'that'} it would still be your own turn.")
        try:
            move = position.parse(text)
        except RuleError as error:
            whose = "Your answer" if n % 2 else "Their move"
            raise type(error)(f"{whose} {shorten(text)}: {error}") from error
        if n % 2 and position.turn != seat:
            raise Refusal(f"After {moves[-1]} it would still be their turn: there is nothing to answer yet.")
        moves.append(position.format(move))
        position = position.play(move)
    return moves


def _contradicts(known: Condition, made: Condition) -> bool:
    """Whether a line goes on from another answer than the one just made."""
    at = len(made.path)
    return len(known.path) > at and known.path[:at] == made.path and known.path[at] != made.answer


def _in_order(conditions: list[Condition]) -> list[Condition]:
    return sorted(conditions, key=lambda one: (len(one.path), one.path))
