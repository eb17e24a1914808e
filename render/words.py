"""A picture in words, so that a player who cannot see it can play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.base import shorten

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.base import Position, Seat
    from render.board import Board, Clause
    from render.scene import Scene

LIMIT = 1024
"""Discord's limit for the description of an attachment, in characters."""


def told(board: Board[Any], scene: Scene) -> str:
    """The last move, the side to move or the result, the counts and the position, in at most `LIMIT` characters.

    What does not fit is named, and where to read it.
    """
    position = scene.position
    begun = f"{position.info.name}. {_last_move(board, scene)}{_state(board, scene)}"
    counts = "".join(_counts(board, position, seat) for seat in _seats())
    return _fit(begun + counts, board.words(position), f"/{position.info.key.replace('_', '-')} board text:true")


def _seats() -> tuple[Seat, Seat]:
    return 0, 1


def _player(scene: Scene, seat: Seat) -> str:
    return f"{scene.position.info.seats[seat]} ({shorten(scene.names[seat], 32)})"


def _last_move(board: Board[Any], scene: Scene) -> str:
    before = scene.before
    if before is None:
        return "Nothing is played yet. "
    trace = board.trace(scene)
    told = trace.told or (f"taking off {', '.join(trace.taken)}" if trace.taken else "")
    took = f", {told}" if told else ""
    return f"Move {scene.position.ply}, {_player(scene, before.turn)}: {before.format(scene.move)}{took}. "


def _state(board: Board[Any], scene: Scene) -> str:
    result = scene.result
    if result is None:
        return f"{_player(scene, scene.position.turn)} {board.asked(scene.position)}. "
    if result.winner is None:
        return f"{'No result' if scene.void else 'The game is a draw'}: {result.reason}. "
    links = board.winning(scene.position)
    path = f", along {' '.join([links[0][0], *(place for _, place in links)])}" if links else ""
    return f"{_player(scene, result.winner)} wins: {result.reason}{path}. "


def _counts(board: Board[Any], position: Position[Any], seat: Seat) -> str:
    figures = board.figures(position, seat)
    if not figures:
        return ""
    listed = ", ".join(f"{one.number} {one.words.format(s='' if one.number == 1 else 's')}" for one in figures)
    return f"{position.info.seats[seat]}: {listed}. "


def _fit(begun: str, clauses: Sequence[Clause], command: str) -> str:
    """What was begun and the clauses; of a text too long the last items go, one by one, until it fits."""
    kept = [len(clause.items) for clause in clauses]
    while len(text := _joined(begun, clauses, kept, command)) > LIMIT:
        last = max(number for number, count in enumerate(kept) if count)
        kept[last] -= 1
    return text


def _joined(begun: str, clauses: Sequence[Clause], kept: list[int], command: str) -> str:
    """The text with so many items of each clause."""
    parts, left_out = [begun.strip()], []
    for (heading, items), count in zip(clauses, kept, strict=True):
        if count or not items:
            parts.append(f"{heading}: {', '.join(items[:count]) or 'none'}.")
        if count < len(items):
            left_out.append(f"more of {heading}" if count else heading)
    if left_out:
        parts.append(f"Left out here: {'; '.join(left_out)}. The whole board as text: {command}")
    return " ".join(parts)
