"""Snapshots of positions outside a match, such as in studies and samples."""

from collections.abc import Sequence
from typing import Any

from games import Position
from matches.model import Match, Person, Snapshot
from matches.results import end

NOBODY = 0
"""The ID of a player who only has a name."""


def bare_snapshot(
    position: Position[Any],
    names: Sequence[str] = ("", ""),
    before: Position[Any] | None = None,
    move: Any = None,  # noqa: ANN401 (each game has its own type of move)
) -> Snapshot:
    """Return a snapshot of a position, optionally with the last move and the position before it.

    Its match has the ID 0, the revision 0 and zero for every time, and is over if the rules say so. Its players have
    these names and the ID NOBODY, so no person has a seat. Set other fields with `replace`.
    """
    info, (first, second) = position.info, names
    match = Match(
        id=0,
        game=info.key,
        options=position.chosen,
        rules_version=info.rules_version,
        players=(Person(NOBODY, first), Person(NOBODY, second)),
        rev=0,
        ply=position.ply,
        turn=position.turn,
        status="running",
        winner=None,
        reason=None,
        created_at=0,
        moved_at=0,
        ended_at=None,
        board_rev=0,
    )
    result = position.result()
    return Snapshot(match if result is None else end(match, result, 0), position, before, move)
