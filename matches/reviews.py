"""Reviews: how the chances of a match went, and which moves lost the most."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING

from games import SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games import Seat
    from matches.computers import Judgement
    from matches.model import Ply

WORST = 3
"""How many moves of each side are named."""
SUSPECTED = 6
"""How many moves of each side are looked at again."""
LEAST = 0.05
"""A move that lost less of the chance to win is not named: judgements are no more exact than that."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A move that lost some of its player's chance to win."""

    ply: int
    """The number of the move, from 1."""
    seat: Seat
    played: str
    better: str
    before: float
    """The chance of its player to win with the better move, 0 to 1; in a review as its chances have it."""
    after: float
    """The chance of its player to win after the move that was played, 0 to 1; in a review as its chances have it."""


@dataclass(frozen=True, slots=True)
class Review:
    """What the strongest computer player thinks of a match that is over. It names nobody."""

    chances: tuple[float, ...]
    """The chance of the first seat to win after each number of moves, from the start on."""
    slips: tuple[Slip, ...]
    """The moves that lost the most, at most WORST for each seat, in the order in which they were played."""


def suspected(plies: Sequence[Ply], judgements: Sequence[Judgement]) -> list[Slip]:
    """The moves that may have lost much, from the judgements of all positions, of which there is one more than moves.

    A search that looks an odd number of moves ahead judges otherwise than one that looks an even number ahead, so that
    the positions before and after a move can hardly be compared: the position after the better move is to be judged.
    """
    slips = [
        Slip(ply.ply, ply.seat, ply.text, here.line[0], here.chances[ply.seat], there.chances[ply.seat])
        for ply, here, there in zip(plies, judgements, judgements[1:], strict=False)
        if here.line and here.line[0] != ply.text
    ]
    return _worst(slips, SUSPECTED)


def reviewed(judgements: Sequence[Judgement], slips: Sequence[Slip]) -> Review:
    """The review of a match from the judgements of all its positions, and the slips among which the worst are.

    Each slip that is named falls from the chance before it to the chance after it, as the chances of the review do.
    """
    lost = [slip for slip in slips if _lost(slip) >= LEAST]
    chances = _course(judgements, lost)
    told = [replace(slip, before=_of(slip, chances[slip.ply - 1]), after=_of(slip, chances[slip.ply])) for slip in lost]
    return Review(tuple(chances), tuple(_worst([slip for slip in told if _lost(slip) >= LEAST], WORST)))


def _course(judgements: Sequence[Judgement], slips: Sequence[Slip]) -> list[float]:
    """The chances of the first seat without what only the depth of the search makes them swing from move to move.

    They are smoothed without the falls of the slips, which are then put back: smoothing would spread them over the
    moves around. A certain end stays as it is.
    """
    falls = {slip.ply: -_lost(slip) if slip.seat else _lost(slip) for slip in slips}
    fallen = list(accumulate(falls.get(ply, 0) for ply in range(len(judgements))))
    level = [one.chances[0] + fall for one, fall in zip(judgements, fallen, strict=True)]
    around = [*level[1:2], *level, *level[-2:-1]] if len(level) > 1 else level * 3
    smooth = [
        (before + 2 * here + after) / 4 for before, here, after in zip(around, around[1:], around[2:], strict=False)
    ]
    if judgements[-1].certain:
        smooth[-1] = level[-1]
    return [min(max(chance - fall, 0), 1) for chance, fall in zip(smooth, fallen, strict=True)]


def _of(slip: Slip, chance: float) -> float:
    """The chance of the slip's player, where this is the chance of the first seat."""
    return chance if slip.seat == 0 else 1 - chance


def _lost(slip: Slip) -> float:
    return slip.before - slip.after


def _worst(slips: Sequence[Slip], most: int) -> list[Slip]:
    """The slips that lost the most, at most `most` of each seat, in the order in which they were played."""
    ordered = sorted(slips, key=_lost, reverse=True)
    worst = [slip for seat in SEATS for slip in [one for one in ordered if one.seat == seat][:most]]
    return sorted(worst, key=lambda slip: slip.ply)
