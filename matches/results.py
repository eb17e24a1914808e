"""Sentences about a match's players and about how it ended.

A message introduces a computer player as one, and may then use the bare name.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from games import GAMES, Ending, Result, Seat
from language import Sentence, mark, one_line
from matches.model import Challenge, Match, Person, Snapshot

FORFEITED = mark("{loser} resigned before both had moved (not for ratings)")
LATE = mark("{loser} ran out of time before both had moved (not for ratings)")
ENDINGS: Mapping[str, Ending] = {
    "resignation": Ending(mark("resignation"), won=mark("{loser} resigned"), plate=mark("resigned")),
    "time": Ending(mark("time"), won=mark("{loser} ran out of time"), plate=mark("out of time")),
    "not_begun": Ending(
        mark("time was up before both had moved"),
        drawn=mark("No result: time ran out before both players had moved"),
        plate=mark("not begun in time"),
        by="turn",
    ),
    "forfeit_first": Ending(mark("the first side forfeited a tournament point"), won=FORFEITED, plate=mark("resigned")),
    "forfeit_second": Ending(
        mark("the second side forfeited a tournament point"), won=FORFEITED, plate=mark("resigned")
    ),
    "late_first": Ending(mark("the first side lost a tournament point on time"), won=LATE, plate=mark("out of time")),
    "late_second": Ending(mark("the second side lost a tournament point on time"), won=LATE, plate=mark("out of time")),
    "draw_agreed": Ending(mark("draw agreed"), drawn=mark("Draw: both players agreed on it")),
    "aborted": Ending(mark("aborted"), drawn=mark("No result: the match was aborted"), plate=mark("no result")),
    "aborted_first": Ending(
        mark("aborted by the first side"),
        drawn=mark("No result: {first} aborted the match"),
        plate=mark("aborted"),
        by=0,
    ),
    "aborted_second": Ending(
        mark("aborted by the second side"),
        drawn=mark("No result: {second} aborted the match"),
        plate=mark("aborted"),
        by=1,
    ),
    "abort_agreed": Ending(mark("abort agreed"), drawn=mark("No result: both players agreed to abort the match")),
    "abandoned": Ending(mark("abandoned"), drawn=mark("No result: nobody moved for a long time")),
    "no_votes": Ending(
        mark("nobody voted"), drawn=mark("No result: nobody voted"), plate=mark("nobody voted"), by="turn"
    ),
    "stopped": Ending(mark("stopped"), drawn=mark("No result: the match was stopped")),
    "moderated": Ending(
        mark("ended by a moderator"),
        drawn=mark("No result: a moderator ended the match"),
        plate=mark("ended by a moderator"),
    ),
    "place_gone": Ending(
        mark("its channel is gone"), drawn=mark("No result: the match's channel is gone, or was closed to me")
    ),
    "server_gone_first": Ending(
        mark("the first server's channel is gone"),
        drawn=mark("No result: {first}'s channel is gone, or was closed to me"),
        plate=mark("a channel is gone"),
        by=0,
    ),
    "server_gone_second": Ending(
        mark("the second server's channel is gone"),
        drawn=mark("No result: {second}'s channel is gone, or was closed to me"),
        plate=mark("a channel is gone"),
        by=1,
    ),
}
"""The endings by agreement, time or moderation, by key. The keys are stored in the database, so they never change.

Matches of earlier versions have the key `aborted`, which does not say who aborted.
"""
FORFEITS: Mapping[str, Seat] = {"forfeit_first": 1, "forfeit_second": 0, "late_first": 1, "late_second": 0}
"""The winners of tournament matches that one side loses before both have moved, by the key of the ending.

The match is stored as one without a result, so that it is not rated. `decided` in `matches/standing.py` reads the win.
"""
FORFEITED_BY = "forfeit_first", "forfeit_second"
"""The keys of these endings if the loser resigns, by the loser's seat."""
LATE_BY = "late_first", "late_second"
"""The keys of these endings if the loser runs out of time, by the loser's seat."""
ABORTED = "aborted_first", "aborted_second"
"""The keys of the endings in which one player aborts the match, by that player's seat."""
SERVER_GONE = "server_gone_first", "server_gone_second"
"""The keys of the endings in which one of two servers has no channel left for their match, by that server's seat."""

WITHOUT_RESULT = frozenset(
    {"not_begun", "aborted", *ABORTED, "abort_agreed", "abandoned", "no_votes", "stopped", "moderated", "place_gone"}
    | {*SERVER_GONE, *FORFEITS}
)
"""The keys of endings that are neither wins nor draws outside a tournament. Such matches are not rated."""


def introduction(person: Person) -> str | Sentence:
    """Return a person's name, or a computer player's name with its level, as in `Breaker (computer, level 3)`."""
    if person.level is None:
        return one_line(person.name)
    return Sentence("{name} (computer, level {level})", {"name": person.name, "level": person.level})


def seat_name(match: Match, seat: Seat) -> Sentence:
    """Return a player's name with their level and side: `Alice (Black)` or `Breaker (computer, level 3, Black)`."""
    person = match.players[seat]
    if person.level is None:
        return _with_side(match, seat)
    return Sentence(
        "{name} (computer, level {level}, {side})",
        {"name": person.name, "level": person.level, "side": GAMES[match.game].info.side(seat)},
    )


def player_name(match: Match, seat: Seat) -> str | Sentence:
    """Return the name by which to introduce a player, with their side if both players may have the same name."""
    return seat_name(match, seat) if match.watched or match.in_teams else introduction(match.players[seat])


def bare_name(match: Match, seat: Seat) -> str | Sentence:
    """Return a player's name without a level, but with their side if both players may have the same name.

    The result is like `Alice` or `Breaker (Black)`.
    """
    return _with_side(match, seat) if match.watched or match.in_teams else one_line(match.players[seat].name)


def names(match: Match) -> list[str | Sentence]:
    return [player_name(match, 0), player_name(match, 1)]


def _with_side(match: Match, seat: Seat) -> Sentence:
    name = one_line(match.players[seat].name)
    return Sentence("{name} ({side})", {"name": name, "side": GAMES[match.game].info.side(seat)})


def own_end(key: str, winner: Seat | None = None) -> Result:
    return Result.of(ENDINGS, key, FORFEITS.get(key, winner))


def aborted_by(seat: Seat) -> Result:
    return own_end(ABORTED[seat])


def end(match: Match, result: Result, now: int) -> Match:
    """Return the match as finished with this result.

    If the ending counts as no result, the match is no longer rated.
    """
    void = result.key in WITHOUT_RESULT
    return replace(
        match,
        status="over",
        winner=None if void else result.winner,
        reason=result.reason,
        ending=result.key,
        ending_fields=result.fields,
        ended_at=now,
        void=void,
        rated=match.rated and not void,
        deadline=None,
        paused=None,
        draw_by=None,
        takeback_by=None,
        abort_by=None,
        asked_at=None,
    )


def result_of(match: Match) -> Result:
    """Return a finished match's result.

    If this version does not know the ending, the reason is the stored English phrase. A forfeit has a winner.
    """
    key = match.ending or ""
    winner = FORFEITS.get(key, match.winner)
    return Result(winner, match.reason or "", key, match.ending_fields, _endings_of(match.game).get(key))


def result_sentence(match: Match, shown_names: Sequence[object] | None = None) -> Sentence:
    """Return a sentence saying how a match ended, such as `Bob wins: Alice has no jump left`.

    By default, it names the players by their introductions.
    """
    result = result_of(match)
    by_seat = shown_names or names(match)
    if result.ending is not None or result.winner is not None:
        return result.sentence(by_seat)
    if match.void:
        return Sentence("No result: {reason}", {"reason": result.phrase})
    return Sentence("Draw: {reason}", {"reason": result.phrase})


def reason(match: Match) -> Sentence:
    """Return why a match was won, such as `Ripple has no jump left`, without the players' levels."""
    return result_of(match).why([bare_name(match, 0), bare_name(match, 1)])


def read_reason(game: str, reason: str) -> tuple[str, Mapping[str, int]] | None:
    """Return the key of the ending described by an English phrase and the numbers in the phrase, or None if unknown."""
    for key, ending in _endings_of(game).items():
        for phrase in filter(None, (ending.phrase, ending.once)):
            pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[0-9]+)", re.escape(phrase))
            if match := re.fullmatch(pattern, reason):
                return key, {name: int(number) for name, number in match.groupdict().items()}
    return None


def _endings_of(game: str) -> Mapping[str, Ending]:
    """Return all of a game's endings by key, including those shared by all games."""
    return {**(GAMES[game].info.endings if game in GAMES else {}), **ENDINGS}


def game_name(key: str) -> Sentence:
    """Return a game's name as a translatable sentence, such as `Konane`."""
    return Sentence(GAMES[key].info.name)


def title(match: Match | Challenge) -> Sentence:
    """Return a match's or challenge's title, such as `Konane #1f3k`."""
    return Sentence("{game} #{code}", {"game": game_name(match.game), "code": match.code})


def describe_move(snapshot: Snapshot) -> Sentence:
    """Describe the last move, as in `Alice jumped d7-d5, taking d6`. Raises ValueError before the first move."""
    before = snapshot.before
    if before is None:
        raise ValueError("nothing is played yet")
    return before.describe(snapshot.move, player_name(snapshot.match, before.turn))


def ending(match: Match) -> Sentence:
    """Describe how a match ended, as in `Konane #1f3k is over. Alice wins: Bob has no jump left.`"""
    return Sentence("{match} is over. {outcome}.", {"match": title(match), "outcome": result_sentence(match)})


def state_of(match: Match, *, coded: bool = True) -> Sentence:
    """Return whose turn it is or how the match ended. With `coded=False`, leaves out the match's code."""
    if match.over:
        return (
            ending(match) if coded else Sentence("The match is over. {outcome}.", {"outcome": result_sentence(match)})
        )
    shown = title(match) if coded else game_name(match.game)
    player = seat_name(match, match.turn)
    facts = {"match": shown, "number": match.ply + 1, "player": player}
    return Sentence("{match}, move {number}: {player} to move.", facts)


def open_offers(snapshot: Snapshot) -> list[Sentence]:
    """Describe the proposals still awaiting the other player's answer."""
    match, before = snapshot.match, snapshot.before
    move = Sentence("the last move") if before is None else before.worded(before.format(snapshot.move))
    offers = [
        (match.draw_by, mark("{player} offers a draw.")),
        (match.takeback_by, mark("{player} asks to take back {move}.")),
        (match.abort_by, mark("{player} wants to abort the match. It would end without a result.")),
    ]
    return [
        Sentence(text, {"player": player_name(match, seat), "move": move}) for seat, text in offers if seat is not None
    ]
