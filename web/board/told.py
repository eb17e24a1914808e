"""What the page is told about a match, a line or a study (docs/board-page.md)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from games import SEATS, Seat
from language import Sentence, say
from looks import known_theme, plain_names, scene_of, side
from matches.clock import seconds_left
from matches.computers import LEVELS
from matches.model import Match, Ply, Running, Snapshot
from matches.sentences import state_of, told
from matches.settings import PlayerSettings
from matches.studies import Moment
from render.plan import plan
from web.board.acts import Offered, offers
from web.board.steps import steps_told

Told = dict[str, Any]
"""A JSON object."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks at a board, and how."""

    person_id: int
    chosen: PlayerSettings
    view: Seat | None
    """The seat at the bottom; None for the usual one."""
    known: Collection[str]
    """The names of the grids and drawings that the page has."""


def match_told(snapshot: Snapshot, plies: Sequence[Ply], reader: Reader, now: int) -> Told:
    """A match at one ply."""
    match = snapshot.match
    seat = match.seat_of(reader.person_id)
    playing = seat is not None and not match.over
    acts, levels = list[Told](), list[Told]()
    if seat is not None and not match.over:
        acts = offers(Offered(match, seat, plies, snapshot.position.info.draws, now))
    elif seat is not None and match.practice:
        levels = _levels_told()
    may_move = playing and snapshot.ply == match.ply and seat == match.turn
    return {
        **_board_told(snapshot, reader),
        "code": match.code,
        "rev": match.rev,
        "moves": [ply.text for ply in plies],
        "over": match.over,
        "seat": seat,
        "turn": None if match.over else match.turn,
        "steps": steps_told(snapshot.position, yours=True) if may_move else None,
        "may_prepare": playing and not match.practice and seat != match.turn,
        "practice": match.practice,
        "state": state_of(match).said(),
        "clock": _clock_told(match, now),
        "acts": acts,
        "levels": levels,
        "preview": reader.chosen.preview,
    }


def line_told(snapshot: Snapshot, line: Sequence[str], reader: Reader) -> Told:
    """A supposed board of a running match after a line, to which a move can be added."""
    yours = snapshot.match.seat_of(reader.person_id) == snapshot.position.turn
    return {
        **_board_told(snapshot, reader),
        "line": list(line),
        "rev": snapshot.match.rev,
        "steps": steps_told(snapshot.position, yours=yours),
    }


def study_told(moment: Moment, reader: Reader) -> Told:
    """A moment of a study. `following` has the recorded next moves, by the number of their line."""
    study, snapshot = moment.study, moment.snapshot
    following = study.following(moment.line, moment.ply)
    return {
        **_board_told(snapshot, reader),
        "study": study.id,
        "line": moment.line,
        "moves": [move.text for move in study.moves(moment.line)],
        "following": [{"line": line, "move": text} for line, text in following.items()],
        "steps": steps_told(snapshot.position, yours=True),
    }


def queue_told(entries: Sequence[tuple[Running, Match]], now: int) -> Told:
    """A person's running matches: on their turn first, then the most urgent."""
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


def _board_told(snapshot: Snapshot, reader: Reader) -> Told:
    """A board, what happened last, and who plays. `new` has the grids and drawings that the page lacks."""
    match, position = snapshot.match, snapshot.position
    over = match.over and snapshot.ply == match.ply
    view = side(match, reader.chosen.view, reader.person_id) if reader.view is None else reader.view
    theme = known_theme(reader.chosen.theme)
    planned = plan(scene_of(snapshot, view, theme=theme))
    lacking = {name: drawn for name, drawn in planned.drawings.items() if name not in reader.known}
    return {
        "game": say(position.info.name),
        "ply": snapshot.ply,
        "last": say("{told}.", told=told(snapshot)) if snapshot.before is not None else "",
        "warnings": [] if over else [warning.said() for warning in position.warnings()],
        "players": [
            {"name": name, "side": say(position.info.seats[seat]), "level": match.players[seat].level}
            for seat, name in zip(SEATS, plain_names(match), strict=True)
        ],
        "look": {"theme": theme, "view": view, "turns": not position.info.one_view},
        "position": position.encode(),
        "grid": planned.grid_name,
        "stamps": planned.stamps,
        "taken": planned.taken,
        "on_cells": planned.told,
        "new": {
            "grids": {} if planned.grid_name in reader.known else {planned.grid_name: planned.grid},
            "drawings": {name: [drawn.svg, drawn.width, drawn.height] for name, drawn in lacking.items()},
        },
    }


def _clock_told(match: Match, now: int) -> Told | None:
    """Seconds left to the side to move, and the banks of both sides; None without a running clock."""
    if match.over or match.clock is None or match.left is None:
        return None
    return {"seconds": seconds_left(match, now), "paused": match.deadline is None, "banks": list(match.left)}


def _levels_told() -> list[Told]:
    """The levels at which the computer plays."""
    named = "{name}, level {number}"
    return [
        {"level": number, "label": Sentence(named, {"name": level.name, "number": number}).said()}
        for number, level in LEVELS.items()
    ]
