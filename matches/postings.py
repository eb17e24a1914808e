"""What the post of a board depends on in one place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games import Seat
    from matches.model import Match, Place, Ply
    from matches.settings import PlayerSettings, ServerSettings


@dataclass(frozen=True, slots=True)
class Posting:
    """A place, with all that decides how the newest board is posted there, beside the board itself."""

    place: Place
    chosen: PlayerSettings | ServerSettings
    """The settings of those who see it there: of the one player, or of the server for everybody."""
    called: set[int]
    """Whom it is to ping; everybody else is named without a ping."""
    seen_by: int | None = None
    """Who is shown it by their own use of the bot, and need not be told of it in any other way."""
    away: int = 0
    """By how many seconds an outage moved the deadline that ran until this board; 0 without one."""
    delayed: Seat = 0
    """Whose deadline that was; the one that runs now has not moved."""


@dataclass(frozen=True, slots=True)
class Posted:
    """A board that is not the newest any more, with all that decides what becomes of its post."""

    match: Match
    number: int
    """How many moves the board had."""
    move: Ply | None
    """The last of these moves; None if it was taken back, or if there was none."""
    chosen: ServerSettings
    """The settings of the server in which it is posted."""
