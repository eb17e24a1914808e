"""What the page is told about a match, a line or a study (docs/board-page.md)."""

from collections.abc import Sequence
from typing import Any

from games import SEATS, Seat
from language import Sentence, say
from looks import known_theme, plain_names, side
from matches.clock import seconds_left
from matches.computers import LEVELS
from matches.model import Match, Ply, Running, Snapshot
from matches.sentences import state_of, told
from matches.settings import PlayerSettings
from matches.studies import Moment
from web.board.acts import Offered, offers

Told = dict[str, Any]
"""A JSON object."""


def match_told(
    snapshot: Snapshot, plies: Sequence[Ply], person_id: int, chosen: PlayerSettings, view: Seat | None, now: int
) -> Told:
    """A match at one ply. `view` is the seat at the bottom, if it is not the usual one of this person."""
    match = snapshot.match
    seat = match.seat_of(person_id)
    playing = seat is not None and not match.over
    acts, levels = list[Told](), list[Told]()
    if seat is not None and not match.over:
        acts = offers(Offered(match, seat, plies, snapshot.position.info.draws, now))
    elif seat is not None and match.practice:
        levels = _levels_told()
    return {
        **_board_told(snapshot, person_id, chosen, view),
        "code": match.code,
        "rev": match.rev,
        "moves": [ply.text for ply in plies],
        "over": match.over,
        "seat": seat,
        "turn": None if match.over else match.turn,
        "may_move": playing and snapshot.ply == match.ply and seat == match.turn,
        "may_prepare": playing and not match.practice and seat != match.turn,
        "practice": match.practice,
        "state": state_of(match).said(),
        "clock": _clock_told(match, now),
        "acts": acts,
        "levels": levels,
        "preview": chosen.preview,
    }


def line_told(
    snapshot: Snapshot, line: Sequence[str], person_id: int, chosen: PlayerSettings, view: Seat | None
) -> Told:
    """A supposed board of a running match after a line."""
    return {**_board_told(snapshot, person_id, chosen, view), "line": list(line), "rev": snapshot.match.rev}


def study_told(moment: Moment, chosen: PlayerSettings, view: Seat | None) -> Told:
    """A moment of a study. `following` has the recorded next moves, by the number of their line."""
    study, snapshot = moment.study, moment.snapshot
    return {
        **_board_told(snapshot, study.owner_id, chosen, view),
        "study": study.id,
        "line": moment.line,
        "moves": [move.text for move in study.moves(moment.line)],
        "following": [{"line": line, "move": text} for line, text in study.following(moment.line, moment.ply).items()],
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


def _board_told(snapshot: Snapshot, person_id: int, chosen: PlayerSettings, view: Seat | None) -> Told:
    """A board, with what happened last and who plays."""
    match, position = snapshot.match, snapshot.position
    over = match.over and snapshot.ply == match.ply
    return {
        "game": say(position.info.name),
        "ply": snapshot.ply,
        "last": say("{told}.", told=told(snapshot)) if snapshot.before is not None else "",
        "warnings": [] if over else [warning.said() for warning in position.warnings()],
        "players": [
            {"name": name, "side": say(position.info.seats[seat]), "level": match.players[seat].level}
            for seat, name in zip(SEATS, plain_names(match), strict=True)
        ],
        "look": {
            "theme": known_theme(chosen.theme),
            "view": side(match, chosen.view, person_id) if view is None else view,
            "turns": not position.info.one_view,
        },
        "position": position.encode(),
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
