"""How a match ends: the endings common to all games, and the sentence for every ending."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from games import GAMES, Ending, Result, Seat
from language import Sentence, mark
from matches.model import Match
from matches.names import names

ENDINGS: Mapping[str, Ending] = {
    "resignation": Ending(mark("resignation"), won=mark("{loser} resigned"), plate=mark("resigned")),
    "time": Ending(mark("time"), won=mark("{loser} ran out of time"), plate=mark("out of time")),
    "not_begun": Ending(
        mark("time was up before both had moved"),
        drawn=mark("No result: time ran out before both players had moved"),
        plate=mark("not begun in time"),
    ),
    "draw_agreed": Ending(mark("draw agreed"), drawn=mark("Draw: both players agreed on it")),
    "aborted": Ending(mark("aborted"), drawn=mark("No result: the match was aborted")),
    "aborted_first": Ending(
        mark("aborted by the first side"), drawn=mark("No result: {first} aborted the match"), plate=mark("aborted")
    ),
    "aborted_second": Ending(
        mark("aborted by the second side"), drawn=mark("No result: {second} aborted the match"), plate=mark("aborted")
    ),
    "abort_agreed": Ending(mark("abort agreed"), drawn=mark("No result: both players agreed to abort the match")),
    "abandoned": Ending(mark("abandoned"), drawn=mark("No result: nobody moved for a long time")),
    "stopped": Ending(mark("stopped"), drawn=mark("No result: the show was stopped")),
    "moderated": Ending(
        mark("ended by a moderator"),
        drawn=mark("No result: a moderator ended the match"),
        plate=mark("ended by a moderator"),
    ),
    "place_gone": Ending(
        mark("its channel is gone"), drawn=mark("No result: the channel of the match is gone, or was closed to me")
    ),
}
"""The endings by agreement, time or moderation, by key. The database stores the keys, so they never change.

Matches of earlier versions have the key `aborted`, which does not say who aborted.
"""
ABORTED = "aborted_first", "aborted_second"
"""The keys of a unilateral abort, by the seat that aborts."""

WITHOUT_RESULT = frozenset(
    {"not_begun", "aborted", *ABORTED, "abort_agreed", "abandoned", "stopped", "moderated", "place_gone"}
)
"""The keys of endings without a result, neither won nor drawn; such matches are not rated."""


def own_end(key: str, winner: Seat | None = None) -> Result:
    return Result.of(ENDINGS, key, winner)


def aborted_by(seat: Seat) -> Result:
    return own_end(ABORTED[seat])


def end(match: Match, result: Result, now: int) -> Match:
    """The finished match with this result. If the ending leaves it without a result, it is no longer rated."""
    void = result.key in WITHOUT_RESULT
    return replace(
        match,
        status="over",
        winner=result.winner,
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
    """The result of a finished match.

    If this version does not know the ending, its reason is the stored English phrase.
    """
    ending = _endings_of(match.game).get(match.ending or "")
    return Result(match.winner, match.reason or "", match.ending or "", match.ending_fields, ending)


def result_sentence(match: Match, shown_names: Sequence[object] | None = None) -> Sentence:
    """How a finished match ended, by default with plain names: `Bob wins: Alice has no jump left`."""
    result = result_of(match)
    by_seat = shown_names or names(match)
    if result.ending is not None or result.winner is not None:
        return result.sentence(by_seat)
    if match.void:
        return Sentence("No result: {reason}", {"reason": result.phrase})
    return Sentence("Draw: {reason}", {"reason": result.phrase})


def read_reason(game: str, reason: str) -> tuple[str, Mapping[str, int]] | None:
    """Parse the English phrase of an ending into its key and numbers; None if no ending matches."""
    for key, ending in _endings_of(game).items():
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[0-9]+)", re.escape(ending.phrase))
        if match := re.fullmatch(pattern, reason):
            return key, {name: int(number) for name, number in match.groupdict().items()}
    return None


def _endings_of(game: str) -> Mapping[str, Ending]:
    """The endings of a game's rules and those common to all games, by key."""
    return {**(GAMES[game].info.endings if game in GAMES else {}), **ENDINGS}
