"""A position as a snapshot without the history of a match: for studies, samples and other boards that nobody plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from matches.model import Match, Person, Snapshot
from matches.results import end

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games import Position

NOBODY = 0
"""The id of a player of whom only the name is known."""


def bare_snapshot(
    position: Position[Any],
    names: Sequence[str] = ("", ""),
    before: Position[Any] | None = None,
    move: Any = None,  # noqa: ANN401 (each game has its own type of move)
) -> Snapshot:
    """A position, and the last move with the position before it, as if a match stood there.

    The match has the id 0 and the revision 0; it is over if the rules say so, and all its times are 0. Its players have
    these names and no ids, so nobody has a seat. What else is known goes in with `replace`.
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
