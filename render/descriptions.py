"""Describes pictures in words for players who cannot see them."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.base import SEATS, Position, Seat, shorten
from language import PARTS, join_texts, paragraph, say
from render.board import Board, Clause
from render.scene import Scene

MOST_VOTES = 6
"""The most moves of a vote to describe."""
MOST_CHARACTERS = 1024
"""Discord's limit for the description of an attachment, in characters."""


def description(board: Board[Any], scene: Scene[Any]) -> str:
    """Describe a scene: the last move, whose turn it is or who won, the warnings, the counts and the position.

    The text has at most MOST_CHARACTERS characters. If it is shortened, it says what was omitted and which command
    shows everything.
    """
    position = scene.position
    told = [_compared(scene)] if scene.compared else _last_move(board, scene)
    sentences = [say("{game}.", game=say(position.info.name)), *told, *_votes(scene), _state(board, scene)]
    if scene.threat:
        sentences.append(say("In orange: {move}, a threat.", move="-".join(scene.threat)))
    if scene.result is None:
        sentences += [say("{warning}.", warning=warning) for warning in position.warnings()]
    sentences += (_counts(board, position, seat) for seat in SEATS)
    intro = paragraph(sentences)
    return _fit(intro, board.clauses(position), f"/{position.info.command} board text:true")


def side(position: Position[Any], seat: Seat) -> str:
    """Return a side's name in the reader's language."""
    return say(position.info.seats[seat])


def _player(scene: Scene[Any], seat: Seat) -> str:
    """Return a player's side and name, such as `White (Alice)`, or only `White` for a player of that name."""
    name = side(scene.position, seat)
    if scene.names[seat] in {name, scene.position.info.seats[seat]}:
        return name
    facts = {"side": name, "name": shorten(scene.names[seat], 32)}
    return say("{side} ({name}, computer)", **facts) if scene.computers[seat] else say("{side} ({name})", **facts)


def _last_move(board: Board[Any], scene: Scene[Any]) -> Iterator[str]:
    if scene.earlier:
        yield from _last_move(board, scene.earlier)
    before = scene.before
    if before is None:
        yield say("No moves yet.")
        return
    trace, ply, move = board.trace(scene), scene.position.ply - scene.begun, _worded(before, scene.move)
    player = _player(scene, before.turn)
    if trace.taken:
        cells = join_texts(trace.taken)
        yield say("Move {ply}, {player}: {move}, taking off {cells}.", ply=ply, player=player, move=move, cells=cells)
    else:
        yield say("Move {ply}, {player}: {move}.", ply=ply, player=player, move=move)
    yield from trace.effects


def _worded(position: Position[Any], move: Any) -> str:  # noqa: ANN401 (each game has its own moves)
    return position.worded(position.format(move)).said()


def _votes(scene: Scene[Any]) -> Iterator[str]:
    if scene.votes:
        shares = [f"{scene.position.worded(move).said()}: {count}" for move, _, count in scene.votes[:MOST_VOTES]]
        yield say("Votes: {votes}.", votes=join_texts(shares))


def _compared(scene: Scene[Any]) -> str:
    played, better = (_worded(scene.position, move) for move in scene.compared or ())
    told = say("In orange: {played}, played. In blue, wider: {better}, better.", played=played, better=better)
    if scene.reply is None:
        return told
    reply = _worded(scene.position.play((scene.compared or (None,))[0]), scene.reply)
    return paragraph([told, say("In white: {reply}, the best reply.", reply=reply)])


def _state(board: Board[Any], scene: Scene[Any]) -> str:
    position, result = scene.position, scene.result
    if scene.preview:
        return say("This move is not played yet.")
    if result is None:
        return board.to_move_sentence(position, _player(scene, position.turn))
    if result.ending is None and result.winner is None:
        # This version does not know the ending.
        if scene.void:
            return say("No result: {reason}.", reason=result.phrase)
        return say("The game is a draw: {reason}.", reason=result.phrase)
    outcome, path = result.sentence([_player(scene, seat) for seat in SEATS]), board.winning(position)
    if not path:
        return say("{outcome}.", outcome=outcome)
    cells = " ".join([path[0][0], *(cell for _, cell in path)])
    return say("{outcome}, along {path}.", outcome=outcome, path=cells)


def _counts(board: Board[Any], position: Position[Any], seat: Seat) -> str:
    counts = board.counts(position, seat)
    if not counts:
        return ""
    return say("{side}: {counts}.", side=side(position, seat), counts=join_texts([count.text for count in counts]))


def _fit(intro: str, clauses: Sequence[Clause], command: str) -> str:
    """Join the introduction and the clauses, dropping items from the end if the result is too long."""
    kept = [len(clause.items) for clause in clauses]
    while (excess := len(text := _join_clauses(intro, clauses, kept, command)) - MOST_CHARACTERS) > 0:
        last = max(number for number, count in enumerate(kept) if count)
        while kept[last] and excess > 0:
            kept[last] -= 1
            excess -= len(clauses[last].items[kept[last]]) + len(", ")
    return text


def _join_clauses(intro: str, clauses: Sequence[Clause], kept: Sequence[int], command: str) -> str:
    """Join the introduction and the clauses. `kept` says how many items of each clause to include."""
    parts, left_out = [intro], []
    for (heading, items), count in zip(clauses, kept, strict=True):
        if not items:
            parts.append(say("{heading}: none.", heading=heading))
        elif count:
            parts.append(say("{heading}: {items}.", heading=heading, items=join_texts(items[:count])))
        if count < len(items):
            left_out.append(say("more of {heading}", heading=heading) if count else heading)
    if left_out:
        missing = join_texts(left_out, PARTS)
        parts.append(
            say("Not described here: {missing}. Full board as text: {command}", missing=missing, command=command)
        )
    return paragraph(parts)
