"""The names of a match's players, as they appear in sentences."""

from games import GAMES, Seat
from language import Sentence, one_line
from matches.model import Match


def seat_name(match: Match, seat: Seat) -> Sentence:
    """`Alice (Black)`"""
    return Sentence("{name} ({side})", {"name": match.players[seat].name, "side": GAMES[match.game].info.side(seat)})


def player_name(match: Match, seat: Seat) -> str | Sentence:
    """`Alice`, or `Breaker (Black)` between computer players, which may have the same name."""
    return seat_name(match, seat) if match.watched else one_line(match.players[seat].name)


def names(match: Match) -> list[str | Sentence]:
    return [player_name(match, 0), player_name(match, 1)]
