"""The table of a group: points and tie-breaks, derived from its results."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from matches.tournaments.model import Meeting, Withdrawals

# Results in half points.
WIN, DRAW, LOSS = 2, 1, 0


@dataclass(frozen=True, slots=True)
class Score:
    """What a match is worth to both of its entrants, in half points."""

    first: int
    second: int
    for_first: int
    for_second: int

    def of(self, entrant: int) -> int:
        return self.for_first if entrant == self.first else self.for_second

    def opponent(self, entrant: int) -> int:
        return self.second if entrant == self.first else self.first

    def involves(self, entrant: int) -> bool:
        return entrant in {self.first, self.second}


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
        return Score(*pair, *(LOSS if withdrawals.get(entrant) == left_at else WIN for entrant in pair))
    if not meeting.settled(withdrawals):
        return None
    if meeting.void:
        return Score(*pair, LOSS, LOSS)
    if meeting.winner is None:
        return Score(*pair, DRAW, DRAW)
    return Score(*pair, *((WIN, LOSS) if meeting.winner == 0 else (LOSS, WIN)))


def points(scored: Iterable[Score], entrant: int) -> int:
    return sum(score.of(entrant) for score in scored if score.involves(entrant))


def table(meetings: Sequence[Meeting], withdrawals: Withdrawals) -> list[Line]:
    """The table of a group, best first; those without a place come last.

    Ties are broken by the result between the tied, then Sonneborn-Berger, then wins.
    """
    entrants = members(meetings)
    gone, scored = removed(meetings, withdrawals), scores(meetings, withdrawals)
    total = {entrant: points(scored, entrant) for entrant in entrants}

    def among(entrant: int) -> int:
        tied = [score for score in scored if total[score.first] == total[score.second]]
        return points(tied, entrant)

    lines = []
    for entrant in sorted(entrants):
        own = [score for score in scored if score.involves(entrant)]
        lines.append(
            Line(
                entrant,
                place=None,
                points=total[entrant],
                direct=among(entrant),
                sonneborn=sum(score.of(entrant) * total[score.opponent(entrant)] for score in own),
                wins=sum(score.of(entrant) == WIN for score in own),
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
