"""The names of the players of a match, as sentences tell them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games import GAMES
from language import Sentence, one_line

if TYPE_CHECKING:
    from games import Seat
    from matches.model import Match


def seat_name(match: Match, seat: Seat) -> Sentence:
    """`Alice (Black)`"""
    return Sentence("{name} ({side})", {"name": match.players[seat].name, "side": GAMES[match.game].info.side(seat)})


def player_name(match: Match, seat: Seat) -> str | Sentence:
    """`Alice`; in a match for show `Breaker (Black)`, because both computer players may have the same name."""
    return seat_name(match, seat) if match.watched else one_line(match.players[seat].name)


def names(match: Match) -> list[str | Sentence]:
    """The names of both players, by seat."""
    return [player_name(match, 0), player_name(match, 1)]
