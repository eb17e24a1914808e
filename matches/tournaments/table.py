"""The table of a group: points and tie-breaks, derived from its results."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from matches.tournaments.model import Meeting, Withdrawals

# Results in half points.
WIN, DRAW, LOSS = 2, 1, 0


Score = Mapping[int, int]
"""What a match is worth to each of its two entrants, in half points, by their numbers."""


@dataclass(frozen=True, slots=True)
class Line:
    """An entrant in the table of a group."""

    entrant: int
    place: int | None
    """Shared by those who are equal in everything; None for an entrant whose results have left the table."""
    points: int
    """In half points."""
    direct: int
    """Half points against those with as many points."""
    sonneborn: int
    """The Sonneborn-Berger score, in quarter points: each win counts the opponent's points, each draw half of them."""
    wins: int
    played: int
    """How many of this entrant's matches count."""
    out: bool
    """Whether the entrant has withdrawn."""


def removed(meetings: Sequence[Meeting], withdrawals: Withdrawals) -> set[int]:
    """The withdrawn entrants who finished fewer than half of their matches, so that none of their results count.

    A match in which they never moved is not finished.
    """
    gone = set()
    for entrant, left_at in withdrawals.items():
        own = [meeting for meeting in meetings if meeting.involves(entrant)]
        finished = sum(meeting.played_by(entrant, left_at) for meeting in own)
        if 2 * finished < len(own):
            gone.add(entrant)
    return gone


def scores(meetings: Sequence[Meeting], withdrawals: Withdrawals) -> list[Score]:
    """What counts of these matches: results, and the losses of withdrawn entrants in what they had not finished."""
    gone = removed(meetings, withdrawals)
    counted = (score(meeting, withdrawals) for meeting in meetings if not any(map(meeting.involves, gone)))
    return [worth for worth in counted if worth is not None]


def score(meeting: Meeting, withdrawals: Withdrawals) -> Score | None:
    """The score of a match; None while it is open. One that ended without a result twice is lost for both sides."""
    pair = meeting.fixture.entrants
    left_at = min((withdrawals[entrant] for entrant in pair if entrant in withdrawals), default=None)
    if left_at is not None and not meeting.decided_before(left_at):  # lost by the one who left first
        return {entrant: LOSS if withdrawals.get(entrant) == left_at else WIN for entrant in pair}
    if not meeting.settled(withdrawals):
        return None
    if meeting.void:
        return dict.fromkeys(pair, LOSS)
    if meeting.winner is None:
        return dict.fromkeys(pair, DRAW)
    return {entrant: WIN if seat == meeting.winner else LOSS for seat, entrant in enumerate(pair)}


def points(scored: Iterable[Score], entrant: int) -> int:
    return sum(score.get(entrant, 0) for score in scored)


def table(meetings: Sequence[Meeting], withdrawals: Withdrawals) -> list[Line]:
    """The table of a group, best first; those without a place come last.

    Ties are broken by the result between the tied, then Sonneborn-Berger, then wins.
    """
    entrants = members(meetings)
    gone, scored = removed(meetings, withdrawals), scores(meetings, withdrawals)
    total = {entrant: points(scored, entrant) for entrant in entrants}
    tied = [score for score in scored if len({total[entrant] for entrant in score}) == 1]
    lines = []
    for entrant in sorted(entrants):
        own = [score for score in scored if entrant in score]
        lines.append(
            Line(
                entrant,
                place=None,
                points=total[entrant],
                direct=points(tied, entrant),
                sonneborn=sum(score[entrant] * total[other] for score in own for other in score if other != entrant),
                wins=sum(score[entrant] == WIN for score in own),
                played=len(own),
                out=entrant in withdrawals,
            )
        )
    return _placed([line for line in lines if line.entrant not in gone]) + [
        line for line in lines if line.entrant in gone
    ]


def members(meetings: Iterable[Meeting]) -> set[int]:
    return {entrant for meeting in meetings for entrant in meeting.fixture.entrants}


def _placed(lines: list[Line]) -> list[Line]:
    ordered = sorted(lines, key=_rank, reverse=True)
    return [replace(line, place=1 + sum(_rank(other) > _rank(line) for other in ordered)) for line in ordered]


def _rank(line: Line) -> tuple[int, ...]:
    return line.points, line.direct, line.sonneborn, line.wins
