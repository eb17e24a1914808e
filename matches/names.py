"""The names of a match's players, as they appear in sentences.

A message introduces a computer player as one, and may then use its bare name.
"""

from games import GAMES, Seat
from language import Sentence, one_line
from matches.model import Match, Person


def introduction(person: Person) -> str | Sentence:
    """`Alice`, or `Breaker (computer, level 3)`."""
    if person.level is None:
        return one_line(person.name)
    return Sentence("{name} (computer, level {level})", {"name": person.name, "level": person.level})


def seat_name(match: Match, seat: Seat) -> Sentence:
    """`Alice (Black)`, or `Breaker (computer, level 3, Black)`."""
    person = match.players[seat]
    if person.level is None:
        return _with_side(match, seat)
    return Sentence(
        "{name} (computer, level {level}, {side})",
        {"name": person.name, "level": person.level, "side": GAMES[match.game].info.side(seat)},
    )


def player_name(match: Match, seat: Seat) -> str | Sentence:
    """The introduction of a player; between computer players, which may have the same name, with the side."""
    return seat_name(match, seat) if match.watched else introduction(match.players[seat])


def bare_name(match: Match, seat: Seat) -> str | Sentence:
    """`Alice` or `Breaker`, or `Breaker (Black)` between computer players."""
    return _with_side(match, seat) if match.watched else one_line(match.players[seat].name)


def names(match: Match) -> list[str | Sentence]:
    return [player_name(match, 0), player_name(match, 1)]


def _with_side(match: Match, seat: Seat) -> Sentence:
    name = one_line(match.players[seat].name)
    return Sentence("{name} ({side})", {"name": name, "side": GAMES[match.game].info.side(seat)})
