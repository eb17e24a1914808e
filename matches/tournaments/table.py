"""A group's table: points and tie-breaks, computed from the results."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby
from operator import attrgetter
from typing import Any, Literal

from matches.tournaments.model import Meeting, Withdrawals
from matches.tournaments.presence import left_during
from matches.tournaments.together import entrants_of

# Results in half points.
WIN, DRAW, LOSS = 2, 1, 0


TieBreak = Literal["direct", "opponents", "wins"]
"""What puts an entrant ahead of others with as many points."""
Score = Mapping[int, int]
"""The value of a match for each of its two entrants, in half points, by the entrants' numbers."""


@dataclass(frozen=True, slots=True)
class Line:
    """An entrant's line in a group's table."""

    entrant: int
    place: int | None
    """The place, shared by entrants who are equal in everything; None for an entrant whose results do not count."""
    points: int
    """The entrant's points, in half points."""
    sonneborn: int
    """The Sonneborn-Berger score in quarter points: the points of beaten opponents, and half those of drawn ones."""
    wins: int
    played: int
    """The number of this entrant's matches that count."""
    out: bool
    """Whether the entrant left before the group was over. Such entrants are ranked below all others."""


def removed_entrants(meetings: Sequence[Meeting], withdrawals: Withdrawals) -> set[int]:
    """Return the entrants who left a group before finishing half of their matches in it.

    None of their results count. A match in which they never moved is not finished.
    """
    gone = set()
    for entrant, left_at in left_during(meetings, withdrawals).items():
        own = [meeting for meeting in meetings if meeting.involves(entrant)]
        finished = sum(meeting.played_by(entrant, left_at) for meeting in own)
        if 2 * finished < len(own):
            gone.add(entrant)
    return gone


def scores(meetings: Sequence[Meeting], withdrawals: Withdrawals) -> list[Score]:
    """Return the scores that count in a group. An entrant who left loses their unfinished matches."""
    gone, left = removed_entrants(meetings, withdrawals), left_during(meetings, withdrawals)
    counted = (score(meeting, left) for meeting in meetings if not any(map(meeting.involves, gone)))
    return [worth for worth in counted if worth is not None]


def score(meeting: Meeting, withdrawals: Withdrawals) -> Score | None:
    """Return a match's score, or None while it is open. Both entrants lose if its replay has no result either."""
    pair = meeting.fixture.entrants
    left_at = min((withdrawals[entrant] for entrant in pair if entrant in withdrawals), default=None)
    if left_at is not None and not meeting.decided_before(left_at):  # the one who left first loses
        return {entrant: LOSS if withdrawals.get(entrant) == left_at else WIN for entrant in pair}
    if not meeting.is_settled(withdrawals):
        return None
    if meeting.void:
        return dict.fromkeys(pair, LOSS)
    if meeting.winner is None:
        return dict.fromkeys(pair, DRAW)
    return {entrant: WIN if seat == meeting.winner else LOSS for seat, entrant in enumerate(pair)}


def points(scored: Iterable[Score], entrant: int) -> int:
    return sum(score.get(entrant, 0) for score in scored)


def table(meetings: Sequence[Meeting], withdrawals: Withdrawals) -> list[Line]:
    """Return a group's table, best entrant first and unplaced entrants last.

    Those who left stand below those who stayed. Ties are broken by the results between the tied, then Sonneborn-Berger,
    then wins. Whenever this leaves fewer people tied, it begins again with the results between them.
    """
    gone, scored = removed_entrants(meetings, withdrawals), scores(meetings, withdrawals)
    left = left_during(meetings, withdrawals)
    total = {entrant: points(scored, entrant) for entrant in entrants_of(meetings)}
    lines = []
    for entrant, earned in total.items():
        own = [score for score in scored if entrant in score]
        lines.append(
            Line(
                entrant,
                place=None,
                points=earned,
                sonneborn=sum(score[entrant] * total[other] for score in own for other in score if other != entrant),
                wins=sum(score[entrant] == WIN for score in own),
                played=len(own),
                out=entrant in left,
            )
        )
    placed = _placed([line for line in lines if line.entrant not in gone], scored)
    return placed + [line for line in lines if line.entrant in gone]


def _placed(lines: Sequence[Line], scored: Sequence[Score]) -> list[Line]:
    ordered = [
        equals
        for tied in _split(lines, lambda line: (not line.out, line.points))
        for equals in _break_ties(tied, scored)
    ]
    places = accumulate((len(equals) for equals in ordered), initial=1)
    return [replace(line, place=place) for place, equals in zip(places, ordered, strict=False) for line in equals]


def first_by(meetings: Sequence[Meeting], withdrawals: Withdrawals) -> tuple[list[Line], TieBreak | None]:
    """Return the entrants of a group with as many points as its winner, and the tie-break that put the winner first.

    If nobody else has as many points, or if several share first place, the tie-break is None.
    """
    scored = scores(meetings, withdrawals)
    placed = [line for line in table(meetings, withdrawals) if line.place is not None and not line.out]
    level = [line for line in placed if line.points == placed[0].points]
    tied = level
    decided_by: TieBreak | None = None
    while len(tied) > 1:
        decided_by, (tied, *_) = _tie_break(tied, scored)
        if decided_by is None:
            break
    return level, decided_by


def _break_ties(tied: Sequence[Line], scored: Sequence[Score]) -> list[list[Line]]:
    """Order entrants with equal points, best first. Those still tied share an inner list."""
    decided_by, parts = _tie_break(tied, scored)
    return [equals for part in parts for equals in _break_ties(part, scored)] if decided_by else parts


def _tie_break(tied: Sequence[Line], scored: Sequence[Score]) -> tuple[TieBreak | None, list[list[Line]]]:
    """Return the first tie-break that divides entrants with equal points, and its parts, best first.

    If no tie-break does, returns None and a single part.
    """
    among = {line.entrant for line in tied}
    between = [score for score in scored if score.keys() <= among]

    def direct(line: Line) -> int:
        return points(between, line.entrant)

    keys: Mapping[TieBreak, Callable[[Line], int]] = {
        "direct": direct,
        "opponents": attrgetter("sonneborn"),
        "wins": attrgetter("wins"),
    }
    for name, key in keys.items():
        parts = _split(tied, key)
        if len(parts) > 1:
            return name, parts
    return None, [list(tied)]


def _split(lines: Sequence[Line], key: Callable[[Line], Any]) -> list[list[Line]]:
    """Group the lines by this key, highest first."""
    ordered = sorted(lines, key=key, reverse=True)
    return [list(equals) for _, equals in groupby(ordered, key)]
