"""The inputs from which a board post is made or updated."""

from dataclasses import dataclass

from games import Seat
from matches.model import Match, Place, Ply
from matches.settings import PlayerSettings, ServerSettings


@dataclass(frozen=True, slots=True)
class Posting:
    """Where the newest board is posted and, apart from the board, everything that determines how."""

    place: Place
    chosen: PlayerSettings | ServerSettings
    """The settings that apply: the player's in a place for one player, else the server's."""
    pinged: set[int]
    """The IDs of the people to ping; all others are named without a ping."""
    seen_by: int | None = None
    """The person to whom an interaction response shows the board, so that they need no notice; else None."""
    away: int = 0
    """Seconds by which an outage extended the last deadline before this board; 0 without one."""
    delayed: Seat = 0
    """The seat whose deadline was extended."""


@dataclass(frozen=True, slots=True)
class OldPost:
    """A board that is no longer the newest, with everything that determines how its post is updated."""

    match: Match
    number: int
    """The number of moves made before this board."""
    move: Ply | None
    """The last of these moves; None if there was none or it was taken back."""
    chosen: ServerSettings
