"""A picture in words, for players who cannot see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.base import SEATS, shorten
from language import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.base import Position, Result, Seat
    from render.board import Board, Clause
    from render.scene import Scene

LIMIT = 1024
"""Discord's limit for the description of an attachment, in characters."""


def description(board: Board[Any], scene: Scene[Any]) -> str:
    """The last move, whose turn it is or how the match ended, the counts, the picker's letters and the position.

    It has at most `LIMIT` characters.

    If not everything fits, the text names what is left out and the command that tells it.
    """
    position = scene.position
    sentences = [say("{game}.", game=say(position.info.name)), *_last_move(board, scene), _state(board, scene)]
    sentences += (_counts(board, position, seat) for seat in SEATS)
    sentences.append(_letters(scene))
    begun = " ".join(sentence for sentence in sentences if sentence)
    return _fit(begun, board.clauses(position), f"/{position.info.command} board text:true")


def side(position: Position[Any], seat: Seat) -> str:
    """The name of a side in the language of the reader."""
    return say(position.info.seats[seat])


def _player(scene: Scene[Any], seat: Seat) -> str:
    """`White (Alice)`; only `White` in a study of a position that was set up, where nobody plays."""
    name = side(scene.position, seat)
    if scene.names[seat] in {name, scene.position.info.seats[seat]}:
        return name
    return say("{side} ({name})", side=name, name=shorten(scene.names[seat], 32))


def _last_move(board: Board[Any], scene: Scene[Any]) -> Iterator[str]:
    if scene.earlier:
        yield from _last_move(board, scene.earlier)
    before = scene.before
    if before is None:
        yield say("Nothing is played yet.")
        return
    trace, ply, move = board.trace(scene), scene.position.ply - scene.begun, before.format(scene.move)
    player = _player(scene, before.turn)
    if trace.taken:
        cells = ", ".join(trace.taken)
        yield say("Move {ply}, {player}: {move}, taking off {cells}.", ply=ply, player=player, move=move, cells=cells)
    else:
        yield say("Move {ply}, {player}: {move}.", ply=ply, player=player, move=move)
    yield from trace.effects


def _state(board: Board[Any], scene: Scene[Any]) -> str:
    position, result = scene.position, scene.result
    if result is None:
        return board.to_move_sentence(position, _player(scene, position.turn))
    if result.ending is None:
        return _other_end(scene, result)
    told, links = result.sentence([_player(scene, seat) for seat in SEATS]), board.winning(position)
    if not links:
        return say("{outcome}.", outcome=told)
    path = " ".join([links[0][0], *(cell for _, cell in links)])
    return say("{outcome}, along {path}.", outcome=told, path=path)


def _other_end(scene: Scene[Any], result: Result) -> str:
    """The end of a match of which only the reason is known."""
    if scene.void:
        return say("No result: {reason}.", reason=result.phrase)
    if result.winner is None:
        return say("The game is a draw: {reason}.", reason=result.phrase)
    return say("{winner} wins: {reason}.", winner=_player(scene, result.winner), reason=result.phrase)


def _counts(board: Board[Any], position: Position[Any], seat: Seat) -> str:
    counts = board.counts(position, seat)
    if not counts:
        return ""
    return say("{side}: {counts}.", side=side(position, seat), counts=", ".join(count.words for count in counts))


def _letters(scene: Scene[Any]) -> str:
    """Where the picker's letters stand: on some buttons beside the picture, a letter stands without its cell."""
    if not scene.marks:
        return ""
    return say("Letters: {letters}.", letters=", ".join(f"{letter} {cell}" for cell, letter in scene.marks.items()))


def _fit(begun: str, clauses: Sequence[Clause], command: str) -> str:
    """The beginning and the clauses; if they are too long, without as many of the last items as necessary."""
    kept = [len(clause.items) for clause in clauses]
    while (excess := len(text := _joined(begun, clauses, kept, command)) - LIMIT) > 0:
        last = max(number for number, count in enumerate(kept) if count)
        while kept[last] and excess > 0:
            kept[last] -= 1
            excess -= len(clauses[last].items[kept[last]]) + len(", ")
    return text


def _joined(begun: str, clauses: Sequence[Clause], kept: Sequence[int], command: str) -> str:
    """The text with the first items of each clause."""
    parts, left_out = [begun], []
    for (heading, items), count in zip(clauses, kept, strict=True):
        if not items:
            parts.append(say("{heading}: none.", heading=heading))
        elif count:
            parts.append(say("{heading}: {items}.", heading=heading, items=", ".join(items[:count])))
        if count < len(items):
            left_out.append(say("more of {heading}", heading=heading) if count else heading)
    if left_out:
        missing = "; ".join(left_out)
        parts.append(
            say("Left out here: {missing}. The whole board as text: {command}", missing=missing, command=command)
        )
    return " ".join(parts)
