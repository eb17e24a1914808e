"""Converts matches, lines and studies to JSON for the board page (see docs/board-page.md)."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from games import GAMES, SEATS, Position, RuleError, Seat
from language import Sentence, say, series
from looks import known_theme, plain_names, scene_of, side
from matches.clock import seconds_left
from matches.computers import LEVELS
from matches.model import Match, Place, Ply, Running, Snapshot
from matches.results import bare_name, describe_move, open_offers, state_of
from matches.settings import PlayerSettings
from matches.setups import clear_board, put_piece, verdict
from matches.snapshots import bare_snapshot
from matches.studies import Moment
from matches.tasks import Task
from render import BOARDS, Scene, cells
from render.plan import Drawing, plan
from web.board.acts import Offered, offers
from web.board.votes import Ballot

Path = tuple[str, ...]
Told = dict[str, Any]
"""A JSON object."""


def steps_json(position: Position[Any], *, own_turn: bool) -> Mapping[str, Any]:
    """Return the legal moves as JSON for the page, each as a list of steps.

    `own_turn` says whether it is the reader's turn.

    `usual` lists the usual question after each number of steps, and `questions` maps steps to the questions that differ
    from it. `labels` maps steps to the label of the last one if that is not a cell, and `said` maps a move's steps to
    its words unless these are the steps joined by dashes. In keys, steps are joined by `|`.
    """
    legal = {position.steps(move): move for move in position.legal_moves()}
    moves = list(legal)
    before = dict.fromkeys(steps[:count] for steps in moves for count in range(len(steps)))
    asked = {path: position.question(path, own_turn=own_turn).said() for path in before}
    depth = max(map(len, moves), default=0)
    usual = [_commonest([text for path, text in asked.items() if len(path) == count]) for count in range(depth)]
    where = cells(position)
    return {
        "moves": moves,
        "usual": usual,
        "questions": {"|".join(path): text for path, text in asked.items() if text != usual[len(path)]},
        "labels": {
            "|".join(path): position.label(path[-1], path[:-1]).said()
            for path in dict.fromkeys(steps[: count + 1] for steps in moves for count in range(len(steps)))
            if path[-1] not in where
        },
        "said": {
            "|".join(path): said
            for path, move in legal.items()
            if (said := position.worded(position.format(move)).said()) != "-".join(path)
        },
    }


def _commonest(texts: list[str]) -> str:
    return Counter(texts).most_common(1)[0][0]


@dataclass(frozen=True, slots=True)
class Reader:
    """A person viewing a board, and how they see it."""

    person_id: int
    chosen: PlayerSettings
    view: Seat | None
    """The seat at the bottom, or None for the usual one."""
    known: Collection[str]
    """The names of the grids and drawings that the page already has."""
    in_tournament: bool = False
    """Whether they play this match in a running tournament."""


def match_json(
    snapshot: Snapshot, plies: Sequence[Ply], places: Iterable[Place], reader: Reader, now: int, ballot: Ballot | None
) -> Iterator[Told]:
    """Yield JSON for a match after some of its moves.

    The JSON grows with each value, so only the last value is complete. `places` are those that show the match. `ballot`
    says what the reader can do in a match by vote, and what they may know about its votes.
    """
    match = snapshot.match
    seat = match.seat_of(reader.person_id)
    playing = seat is not None and not match.over
    acts, levels = list[Told](), list[Told]()
    if seat is not None:
        acts = offers(Offered(match, seat, plies, snapshot.position.info.draws, now, reader.in_tournament))
        levels = _levels_told() if match.practice else []
    elif ballot is not None:
        acts = [*ballot.acts]
    can = (playing and seat == match.turn) or (ballot is not None and ballot.may)
    may_move = can and snapshot.ply == match.ply
    waits = playing and seat != match.turn and snapshot.ply == match.ply
    board = _board_json(snapshot, reader)
    if snapshot.ply == match.ply:
        board["warnings"] += [] if match.over else [offer.said() for offer in open_offers(snapshot)]
        board["warnings"] += [ballot.said] if ballot is not None and ballot.said else []
    yield board
    yield {
        **board,
        "code": match.code,
        "rev": match.rev,
        "moves": [snapshot.position.worded(ply.text).said() for ply in plies],
        "over": match.over,
        "seat": seat,
        "steps": steps_json(snapshot.position, own_turn=True) if may_move else None,
        "waiting": say("Waiting for {player}.", player=bare_name(match, match.turn)) if waits else "",
        "may_prepare": playing and not match.practice and seat != match.turn,
        "practice": match.practice,
        "state": state_of(match).said(),
        "chat": _chat_json(match, seat, places) if ballot is None else " ".join(ballot.told),
        "clock": _clock_json(match, now, ballot),
        "acts": acts,
        "levels": levels,
        "preview": reader.chosen.preview,
    }


def _chat_json(match: Match, seat: Seat | None, places: Iterable[Place]) -> str:
    """Return a note that the board in a chat without the bot does not follow, or "" for any other match."""
    if seat is None or match.over or not any(place.guest and place.seat in {None, seat} for place in places):
        return ""
    if match.practice:
        return say(
            "The board in the chat does not follow the moves that you make here. "
            "It catches up when you use the bot there."
        )
    return say(
        "The board in the chat does not follow the moves that you make here. Your opponent gets them by direct message."
    )


def line_json(snapshot: Snapshot, line: Sequence[str], reader: Reader) -> Iterator[Told]:
    """Yield JSON for the board after a line of hypothetical moves in a running match.

    It includes the legal moves, and grows with each value as in `match_json`.
    """
    yours = snapshot.match.seat_of(reader.person_id) == snapshot.position.turn
    board = _board_json(snapshot, reader)
    yield board
    yield {
        **board,
        "line": list(line),
        "rev": snapshot.match.rev,
        "steps": steps_json(snapshot.position, own_turn=yours),
    }


def study_json(moment: Moment, reader: Reader) -> Iterator[Told]:
    """Yield JSON for a position in a study. The field `following` lists the next move of each line.

    The JSON grows with each value as in `match_json`.
    """
    study, snapshot = moment.study, moment.snapshot
    board = _board_json(snapshot, reader)
    yield board
    following = study.following(moment.line, moment.ply)
    yield {
        **board,
        "study": study.id,
        "line": moment.line,
        "moves": [snapshot.position.worded(move.text).said() for move in study.moves(moment.line)],
        "following": [
            {"line": line, "move": snapshot.position.worded(text).said()} for line, text in following.items()
        ],
        "steps": steps_json(snapshot.position, own_turn=True),
    }


def task_json(
    task: Task, line: Sequence[str], reader: Reader, shown: Told, *, score: bool, may_move: bool, mistake: bool
) -> Iterator[Told]:
    """Yield JSON for a task after the moves in `line`.

    The JSON grows with each value as in `match_json`. It includes the legal moves if `may_move` is set, and the score
    if `score` is set. `shown` is what else the page must know about the task. `mistake` says whether the first move in
    `line` is wrong.
    """
    board = _board_json(task.after(line), replace(reader, view=task.view), mistake=mistake)
    yield board
    yield {
        **board,
        "task": shown,
        "state": without_emphasis(task.question),
        "chat": task.title.said(),
        "last": "",
        "warnings": [],
        "score": board["score"] if score else [],
        "look": {**board["look"], "turns": False},
        "preview": reader.chosen.preview and score,
        "steps": steps_json(task.position, own_turn=True) if may_move else None,
    }


def without_emphasis(sentence: Sentence) -> str:
    """Return a sentence in the reader's language, with the asterisks for bold text removed."""
    return sentence.said().replace("**", "")


def setup_json(position: Position[Any], reader: Reader) -> Iterator[Told]:
    """Yield JSON for a position in the editor, including the pieces that can be added.

    The JSON grows with each value as in `match_json`.
    """
    told = _board_json(bare_snapshot(position), reader)
    yield told
    palette, icons = position.palette(), dict[str, Sequence[_Drawn]]()
    for key in palette:
        icons[key] = _icon(position.info.key, key, told["look"]["theme"])
        yield told
    flawed = position.flaw() is not None
    yield told
    over = position.result() is not None
    yield told
    told["new"]["drawings"] |= _drawings_json(
        {placed.name: placed.drawing for icon in icons.values() for placed in icon}, reader
    )
    yield {
        **told,
        "setup": position.info.key,
        "state": verdict(position).said(),
        "placed": {cell: stack[-1] for cell, stack in position.placement().items()},
        "palette": [
            {
                "piece": key,
                "name": placeable.name.said(),
                "cells": placeable.cells,
                "icon": [[placed.name, placed.x, placed.y] for placed in icons[key]],
            }
            for key, placeable in palette.items()
        ],
        "whole": not flawed,
        "playable": not (flawed or over),
        "levels": _levels_told(),
        "steps": None,
    }


class _Drawn(NamedTuple):
    """One of the drawings that make up a piece's icon, with its offset from the icon's centre in cells."""

    name: str
    drawing: Drawing
    x: float
    y: float


@lru_cache(maxsize=512)
def _icon(game: str, piece: str, theme: str) -> Sequence[_Drawn]:
    """Return the drawings that a piece adds to an empty board, from bottom to top."""
    empty = clear_board(GAMES[game].start())
    before = set(plan(Scene(empty, ("", ""), theme=theme)).stamps)
    boards: list[tuple[str, Position[Any]]] = []
    for cell in empty.palette()[piece].cells:
        with suppress(RuleError):
            boards.append((cell, put_piece(empty, piece, cell)))
    if not boards:
        return []
    cell, with_piece = min(boards, key=lambda board: len(board[1].warnings()))  # which draws the warning, too
    planned = plan(Scene(with_piece, ("", ""), theme=theme))
    x, y = planned.grid["cells"][cell]
    added = [stamp for stamp in planned.stamps if stamp not in before]
    return [
        _Drawn(name, planned.drawings[name], left - x, top - y)
        for name, left, top in added
        if max(abs(left - x), abs(top - y)) <= 1  # another piece may look different, too
    ]


def queue_json(entries: Sequence[tuple[Running, Match]], now: int) -> Told:
    """Return JSON for a person's running matches, in the same order as `entries`.

    `now` is in UTC seconds.
    """
    return {
        "waiting": sum(running.own_turn for running, _ in entries),
        "matches": [
            {
                "code": match.code,
                "said": state_of(match).said(),
                "your_turn": running.own_turn,
                "seconds": None if running.deadline is None else running.deadline - now,
            }
            for running, match in entries
        ],
    }


def _board_json(snapshot: Snapshot, reader: Reader, *, mistake: bool = False) -> Told:
    """Return JSON for a board, with its last move, its players and, in `new`, what the page does not have yet.

    `mistake` says whether the move that was made, and perhaps answered, is drawn as a wrong one.
    """
    match, position = snapshot.match, snapshot.position
    over = match.over and snapshot.ply == match.ply
    view = side(match, reader.chosen.view, reader.person_id) if reader.view is None else reader.view
    theme = known_theme(reader.chosen.theme)
    planned = plan(scene_of(snapshot, view, theme=theme, mistake=mistake))
    return {
        "game": say(position.info.name),
        "key": position.info.key,
        "ply": snapshot.ply,
        "last": say("{told}.", told=describe_move(snapshot)) if snapshot.before is not None else "",
        "warnings": [] if over else [warning.said() for warning in position.warnings()],
        "players": [
            {"name": name, "side": say(position.info.seats[seat]), "level": match.players[seat].level}
            for seat, name in zip(SEATS, plain_names(match), strict=True)
        ],
        "look": {"theme": theme, "view": view, "turns": not position.info.one_view},
        "position": position.encode(),
        "score": _score_lines(position, plain_names(match)),
        "tokens": planned.tokens,
        "turn": None if over else position.turn,
        "words": type(position).label is not Position.label,
        "grid": planned.grid_name,
        "stamps": planned.stamps,
        "taken": planned.taken,
        "on_cells": planned.told,
        "new": {
            "grids": {} if planned.grid_name in reader.known else {planned.grid_name: planned.grid},
            "drawings": _drawings_json(planned.drawings, reader),
        },
    }


def _score_lines(position: Position[Any], names: Sequence[str]) -> list[str]:
    """Return each side's score in words, such as `White: 9 points, largest group 4 + 5 groups`, or else its player."""
    lines = []
    for seat, named, name in zip(SEATS, position.info.seats, names, strict=True):
        if counts := BOARDS[position.info.key].counts(position, seat):
            lines.append(say("{side}: {counts}", side=say(named), counts=series([count.text for count in counts])))
        elif name in {named, say(named)}:
            lines.append(say(named))
        else:
            lines.append(say("{side} ({name})", side=say(named), name=name))
    return lines


def _drawings_json(drawings: Mapping[str, Drawing], reader: Reader) -> Told:
    """Return the drawings that the page lacks, by name."""
    return {
        name: [drawn.svg, drawn.width, drawn.height] for name, drawn in drawings.items() if name not in reader.known
    }


def _clock_json(match: Match, now: int, ballot: Ballot | None) -> Told | None:
    """Return a running match's clock as JSON: the seconds left to the side to move, and both time banks."""
    if match.over or match.clock is None or match.left is None:
        return None
    left = seconds_left(match, now) if ballot is None or ballot.seconds is None else ballot.seconds
    return {"seconds": left, "paused": match.deadline is None, "banks": list(match.left)}


def _levels_told() -> list[Told]:
    """Return the computer's levels."""
    named = "{name}, level {number}"
    return [
        {"level": number, "label": Sentence(named, {"name": level.name, "number": number}).said()}
        for number, level in LEVELS.items()
    ]
