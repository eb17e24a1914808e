"""Sentences about a match, for every way in which people see it."""

from games import GAMES
from language import Sentence, mark
from matches.model import Challenge, Match, Snapshot
from matches.names import player_name, seat_name
from matches.results import result_sentence


def game_name(key: str) -> Sentence:
    """`Konane`"""
    return Sentence(GAMES[key].info.name)


def title(match: Match | Challenge) -> Sentence:
    """`Konane #1f3k`"""
    return Sentence("{game} #{code}", {"game": game_name(match.game), "code": match.code})


def told(snapshot: Snapshot) -> Sentence:
    """What the last move did: `Alice jumped d7-d5, taking d6`. Raises ValueError before the first move."""
    before = snapshot.before
    if before is None:
        raise ValueError("nothing is played yet")
    return before.describe(snapshot.move, player_name(snapshot.match, before.turn))


def ending(match: Match) -> Sentence:
    """How a match ended: `Konane #1f3k is over. Alice wins: Bob has no jump left.`"""
    return Sentence("{match} is over. {outcome}.", {"match": title(match), "outcome": result_sentence(match)})


def state_of(match: Match) -> Sentence:
    """Whose turn it is, or how the match ended."""
    if match.over:
        return ending(match)
    facts = {"match": title(match), "number": match.ply + 1, "player": seat_name(match, match.turn)}
    return Sentence("{match}, move {number}: {player} to move.", facts)


def open_offers(snapshot: Snapshot) -> list[Sentence]:
    """What either player has proposed and the other has not answered yet."""
    match, before = snapshot.match, snapshot.before
    move = Sentence("the last move") if before is None else before.format(snapshot.move)
    offers = [
        (match.draw_by, mark("{player} offers a draw.")),
        (match.takeback_by, mark("{player} asks to take back {move}.")),
        (match.abort_by, mark("{player} wants to abort the match. It would end without a result.")),
    ]
    return [
        Sentence(text, {"player": player_name(match, seat), "move": move}) for seat, text in offers if seat is not None
    ]
