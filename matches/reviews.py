"""Reviews: the winning chances over the course of a finished match, and the costliest mistakes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from math import exp
from statistics import fmean, harmonic_mean, pstdev
from typing import Any

from games import SEATS, Position, Seat
from matches.computers import Judgement

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
    position: Position[Any]
    """The board before the move."""
    played: str
    better: str
    before: float
    """The player's chance with the better move, 0 to 1; in a Review, the smoothed chance before the move."""
    after: float
    """The player's chance after the move played, 0 to 1; in a Review, the smoothed chance after the move."""
    reply: tuple[str, ...] = ()
    """The best line after the move played, which the opponent begins."""
    lost: bool = False
    """Whether it is proven that the opponent wins after the move played."""
    won: bool = False
    """Whether it is proven that the player wins after the better move."""

    @property
    def seat(self) -> Seat:
        return self.position.turn


@dataclass(frozen=True, slots=True)
class Review:
    """The strongest computer player's review of a finished match. It contains no names."""

    chances: tuple[float, ...]
    """The first seat's chance at each ply, from the start."""
    slips: tuple[Slip, ...]
    """The worst slips in playing order, at most WORST for each seat."""
    accuracies: tuple[float | None, float | None] = (None, None)
    """The accuracy of each seat in percent; None for a seat without a move."""
    more: bool = False
    """Whether there are other slips, which are smaller."""


def suspected(boards: Sequence[Position[Any]], played: Sequence[str], judgements: Sequence[Judgement]) -> list[Slip]:
    """The candidate slips, from the judgements of all boards (one more than there are moves).

    Searches to odd and even depths judge differently, so the positions before and after a move cannot be compared
    reliably. The position after the better move must be judged next.
    """
    slips = [
        Slip(
            ply=ply,
            position=board,
            played=text,
            better=here.line[0],
            before=here.chances[board.turn],
            after=there.chances[board.turn],
            reply=there.line,
            lost=there.certain and not there.chances[board.turn],
        )
        for ply, (board, text, here, there) in enumerate(
            zip(boards, played, judgements, judgements[1:], strict=False), start=1
        )
        if here.line and here.line[0] != text
    ]
    return _worst(slips, SUSPECTED)


def reviewed(movers: Sequence[Seat], judgements: Sequence[Judgement], slips: Sequence[Slip]) -> Review:
    """The review of a match, from the seat of each move, the judgements of all boards and the slips to choose from.

    The chances named with each slip are those of the review just before and after it.
    """
    lost = [slip for slip in slips if _lost(slip) >= LEAST]
    chances = _course(judgements, lost)
    smoothed = [
        replace(slip, before=_of(slip, chances[slip.ply - 1]), after=_of(slip, chances[slip.ply])) for slip in lost
    ]
    found = [slip for slip in smoothed if _lost(slip) >= LEAST]
    worst = _worst(found, WORST)
    return Review(tuple(chances), tuple(worst), accuracies(movers, chances), more=len(found) > len(worst))


def accuracies(movers: Sequence[Seat], chances: Sequence[float]) -> tuple[float | None, float | None]:
    """Each seat's accuracy, 0 to 100, from the seat of each move and the first seat's chances at each ply.

    These are Lichess's formulas (https://lichess.org/page/accuracy, `AccuracyPercent.scala`): a move's accuracy depends
    on the share of winning chances that it loses. A player's accuracy is the mean of two means: one weighted by the
    volatility of the chances around each move, and the harmonic one.
    """
    percents = [100 * chance for chance in chances]
    size = min(max(len(movers) // 10, 2), 8)
    windows = [percents[:size]] * (size - 2) + [
        percents[start : start + size] for start in range(len(percents) - size + 1)
    ]
    moves: tuple[list[tuple[float, float]], ...] = ([], [])
    for seat, (before, after), window in zip(movers, pairwise(percents), windows, strict=True):
        lost = max(before - after if seat == 0 else after - before, 0)
        accuracy = 103.1668100711649 * exp(-0.04354415386753951 * lost) - 3.166924740191411 + 1
        moves[seat].append((min(max(accuracy, 0), 100), min(max(pstdev(window), 0.5), 12)))
    first, second = (_mean_accuracy(of_seat) for of_seat in moves)
    return first, second


def _mean_accuracy(moves: Sequence[tuple[float, float]]) -> float | None:
    """The accuracy of a player from the accuracy and the weight of each move; None without moves."""
    if not moves:
        return None
    values, weights = [value for value, _ in moves], [weight for _, weight in moves]
    return (fmean(values, weights) + harmonic_mean(values)) / 2


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
