"""Matches and their boards as values, without a database."""

from dataclasses import replace
from typing import Any

from games import GAMES, Seat
from matches.model import Match, Person, Snapshot
from tests.support.matches import ANN, BOB

NOW = 1_800_000_000


def a_match(game: str = "konane", players: tuple[Person, Person] = (ANN, BOB), **more: object) -> Match:
    """A match that has just begun, #1000; `more` are fields of Match."""
    made = Match(
        id=46_656,
        game=game,
        options={},
        rules_version=1,
        players=players,
        rev=1,
        ply=0,
        turn=0,
        status="running",
        winner=None,
        reason=None,
        created_at=NOW - 3600,
        moved_at=NOW - 60,
        ended_at=None,
    )
    return replace(made, **more)  # type: ignore[arg-type]  # fields of Match


def over(ending: str = "resignation", winner: Seat | None = 0, **more: Any) -> Match:
    """The same match at its end."""
    return a_match(status="over", ending=ending, winner=winner, ended_at=NOW, void=winner is None, **more)


def board(match: Match, *texts: str) -> Snapshot:
    """The board of a match after these moves."""
    position, before, move = GAMES[match.game].start(), None, None
    for text in texts:
        move = position.parse(text)
        position, before = position.play(move), position
    return Snapshot(replace(match, ply=position.ply, turn=position.turn), position, before, move)
