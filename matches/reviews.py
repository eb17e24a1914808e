"""Reviews: the winning chances over the course of a finished match, and the costliest mistakes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from games import SEATS, Seat
from matches.computers import Judgement
from matches.model import Ply

WORST = 3
"""The most moves of each side that a review names."""
SUSPECTED = 6
"""The most moves of each side that are analysed a second time."""
LEAST = 0.05
"""The smallest loss of winning chances that counts as a slip; judgements are no more accurate than this."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A move that reduced its player's chance of winning."""

    ply: int
    seat: Seat
    played: str
    better: str
    before: float
    """The player's chance with the better move, 0 to 1; in a Review, the smoothed chance before the move."""
    after: float
    """The player's chance after the move played, 0 to 1; in a Review, the smoothed chance after the move."""


@dataclass(frozen=True, slots=True)
class Review:
    """The strongest computer player's review of a finished match. It contains no names."""

    chances: tuple[float, ...]
    """The first seat's chance at each ply, from the start."""
    slips: tuple[Slip, ...]
    """The worst slips in playing order, at most WORST for each seat."""


def suspected(plies: Sequence[Ply], judgements: Sequence[Judgement]) -> list[Slip]:
    """The candidate slips, from the judgements of all positions (one more than there are plies).

    Searches to odd and even depths judge differently, so the positions before and after a move cannot be compared
    reliably. The position after the better move must be judged next.
    """
    slips = [
        Slip(ply.ply, ply.seat, ply.text, here.line[0], here.chances[ply.seat], there.chances[ply.seat])
        for ply, here, there in zip(plies, judgements, judgements[1:], strict=False)
        if here.line and here.line[0] != ply.text
    ]
    return _worst(slips, SUSPECTED)


def reviewed(judgements: Sequence[Judgement], slips: Sequence[Slip]) -> Review:
    """The review of a match, from the judgements of all its positions and the slips to choose from.

    The chances named with each slip are those of the review just before and after it.
    """
    lost = [slip for slip in slips if _lost(slip) >= LEAST]
    chances = _course(judgements, lost)
    smoothed = [
        replace(slip, before=_of(slip, chances[slip.ply - 1]), after=_of(slip, chances[slip.ply])) for slip in lost
    ]
    return Review(tuple(chances), tuple(_worst([slip for slip in smoothed if _lost(slip) >= LEAST], WORST)))


def _course(judgements: Sequence[Judgement], slips: Sequence[Slip]) -> list[float]:
    """The first seat's chances, smoothed to remove the swings between odd and even search depths.

    Losses by slips are removed before smoothing and restored afterwards, so that they stay sharp. A proven last
    position is left unchanged.
    """
    falls = {slip.ply: -_lost(slip) if slip.seat else _lost(slip) for slip in slips}
    fallen = list(accumulate(falls.get(ply, 0) for ply in range(len(judgements))))
    level = [judgement.chances[0] + fall for judgement, fall in zip(judgements, fallen, strict=True)]
    around = [*level[1:2], *level, *level[-2:-1]] if len(level) > 1 else level * 3
    smooth = [
        (before + 2 * here + after) / 4 for before, here, after in zip(around, around[1:], around[2:], strict=False)
    ]
    if judgements[-1].certain:
        smooth[-1] = level[-1]
    return [min(max(chance - fall, 0), 1) for chance, fall in zip(smooth, fallen, strict=True)]


def _of(slip: Slip, chance: float) -> float:
    """Convert the first seat's chance to the chance of the slip's player."""
    return chance if slip.seat == 0 else 1 - chance


def _lost(slip: Slip) -> float:
    return slip.before - slip.after


def _worst(slips: Sequence[Slip], most: int) -> list[Slip]:
    """The worst slips in playing order, at most `most` for each seat."""
    ordered = sorted(slips, key=_lost, reverse=True)
    worst = [slip for seat in SEATS for slip in [other for other in ordered if other.seat == seat][:most]]
    return sorted(worst, key=lambda slip: slip.ply)
