"""How a match ends."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games import Seat
    from matches.records import Match


def end(match: Match, winner: Seat | None, reason: str, now: int, *, void: bool = False) -> Match:
    """The match at its end: a draw has no winner; a void one has no result at all and is not rated."""
    return replace(
        match,
        status="over",
        winner=winner,
        reason=reason,
        ended_at=now,
        void=void,
        rated=match.rated and not void,
        deadline=None,
        paused=None,
        draw_by=None,
        takeback_by=None,
        asked_at=None,
    )
