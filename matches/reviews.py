"""Reviews of finished matches: how the winning chances changed, and which mistakes cost the most."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from math import exp
from statistics import fmean, harmonic_mean, pstdev
from typing import Any

from games import SEATS, Position, Reason, Seat, first_loss, other_side, reason
from language import Sentence
from matches.computers import Judgement

WORST = 3
"""The most moves of each side that a review names."""
SUSPECTED = 6
"""The most moves of each side analysed a second time."""
LEAST = 0.05
"""The smallest loss of winning chance that counts as a slip. Evaluations are not more accurate than this."""
HOLDS = 0.3
"""The smallest chance after a better move for which a forced win counts as prevented.

Below it, a longer search often finds that the better move loses, too.
"""


@dataclass(frozen=True, slots=True)
class Slip:
    """A move that reduced its player's winning chance."""

    ply: int
    position: Position[Any]
    """The board before the move."""
    played: str
    better: str
    before: float
    """The player's chance with the better move, from 0 to 1. In a Review, it is the smoothed chance before the move."""
    after: float
    """The player's chance after the move played, from 0 to 1. In a Review, it is the smoothed chance after the move."""
    reply: tuple[str, ...] = ()
    """The best line after the move played. It begins with a move by the opponent."""
    line: tuple[str, ...] = ()
    """The best line after the better move. It begins with a move by the opponent."""
    lost: bool = False
    """Whether it is proven that the opponent wins after the move played."""
    won: bool = False
    """Whether it is proven that the player wins after the better move."""

    @property
    def seat(self) -> Seat:
        return self.position.turn

    @property
    def reason(self) -> Reason | None:
        """What the better line achieves but the played line does not, or None if no simple reason is found."""
        return reason(self.position, (self.better, *self.line), (self.played, *self.reply))

    @property
    def loss(self) -> Sentence | None:
        """What the opponent's reply takes at once after the move played but not after the better one, or None."""
        return first_loss(self.position, (self.better, *self.line), (self.played, *self.reply))


@dataclass(frozen=True, slots=True)
class Review:
    """The strongest computer player's review of a finished match. It contains no names."""

    chances: tuple[float, ...]
    """The first seat's winning chance at each ply, from the start."""
    slips: tuple[Slip, ...]
    """The worst slips of each seat, at most WORST, in playing order."""
    accuracies: tuple[float | None, float | None] = (None, None)
    """Each seat's accuracy in percent, or None for a seat that has not moved."""
    more: bool = False
    """Whether there are further, smaller slips."""
    choices: tuple[str, ...] = ()
    """The computer's choice for each move, or an empty text if it had none."""


def explain_better(slip: Slip, player: object, opponent: object) -> list[Sentence]:
    """Return sentences saying why the better move is better, beginning with what the move played loses at once."""
    words, taken = _words(slip), slip.loss
    facts = {"played": words(slip.played), "reply": words(slip.reply[0]) if slip.reply else "", "taken": taken}
    lost = [] if taken is None else [Sentence("After {played}, {reply} takes {taken}.", facts)]
    why = _explain_line(slip, player, opponent)
    if why is None or (lost and slip.reason is not None and slip.reason.better.material and not slip.won):
        return lost
    return [*lost, why]


def _explain_line(slip: Slip, player: object, opponent: object) -> Sentence | None:
    """Return a sentence saying what the better line achieves, or None if no reason can be given."""
    words = _words(slip)
    if slip.won:
        return Sentence("{move} forces a win.", {"move": words(slip.better)})
    if slip.lost:
        told = Sentence("After {move}, the opponent has no forced win in sight.", {"move": words(slip.better)})
        return told if slip.before >= HOLDS else None
    found = slip.reason
    if found is None:
        return None
    facts = {"what": Sentence(found.better.name), "plies": found.plies}
    facts |= {"move": words(slip.better), "played": words(slip.played)}
    if len(found.better.values) == 1:
        facts |= {"better": found.better.values[0], "other": found.other.values[0]}
        return Sentence("{what}, {plies} moves later. With {move}: {better}. With {played}: {other}.", facts)
    mine, theirs = slip.seat, other_side(slip.seat)
    facts |= {"player": player, "opponent": opponent}
    facts |= {"mine": found.better.values[mine], "theirs": found.better.values[theirs]}
    facts |= {"my_other": found.other.values[mine], "their_other": found.other.values[theirs]}
    return Sentence(
        "{what}, {plies} moves later. With {move}: {player} {mine}, {opponent} {theirs}. "
        "With {played}: {player} {my_other}, {opponent} {their_other}.",
        facts,
    )


def _words(slip: Slip) -> Callable[[str], Sentence]:
    """Return the function that words moves, which keeps their usual effect if the two moves differ only in that."""
    in_line = slip.position.worded_in_line
    return slip.position.worded if in_line(slip.better) == in_line(slip.played) else in_line


def find_candidates(
    boards: Sequence[Position[Any]], played: Sequence[str], judgements: Sequence[Judgement]
) -> list[Slip]:
    """Return the possible mistakes. `judgements` are the evaluations of all boards, including the last one.

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


def make_review(movers: Sequence[Seat], judgements: Sequence[Judgement], slips: Sequence[Slip]) -> Review:
    """Return a match's review. `movers` are the seats that made the moves, and `slips` the possible mistakes.

    `judgements` are the evaluations of all boards.

    The chances named with each slip are those of the review just before and after it.
    """
    lost = [slip for slip in slips if _lost(slip) >= LEAST]
    chances = _course(judgements, lost)
    smoothed = [
        replace(slip, before=_own_chance(slip, chances[slip.ply - 1]), after=_own_chance(slip, chances[slip.ply]))
        for slip in lost
    ]
    found = [slip for slip in smoothed if _lost(slip) >= LEAST]
    worst = _worst(found, WORST)
    choices = tuple(judgement.line[0] if judgement.line else "" for judgement in judgements[:-1])
    more = len(found) > len(worst)
    return Review(tuple(chances), tuple(worst), accuracies(movers, chances), more, choices)


def accuracies(movers: Sequence[Seat], chances: Sequence[float]) -> tuple[float | None, float | None]:
    """Return each seat's accuracy, from 0 to 100. `movers` are the seats that made the moves.

    `chances` are the first seat's winning chances before the first move and after every move.

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
    """Return a player's accuracy, given the accuracy and weight of each move, or None if they made no move."""
    if not moves:
        return None
    values, weights = [value for value, _ in moves], [weight for _, weight in moves]
    return (fmean(values, weights) + harmonic_mean(values)) / 2


def _course(judgements: Sequence[Judgement], slips: Sequence[Slip]) -> list[float]:
    """Return the first seat's chances on each board, smoothed since they fluctuate between odd and even search depths.

    Losses by mistakes are removed before smoothing and restored afterwards, so that they stay sharp. A proven last
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


def _own_chance(slip: Slip, chance: float) -> float:
    """Convert the first seat's chance of winning to that of the player who made the mistake."""
    return chance if slip.seat == 0 else 1 - chance


def _lost(slip: Slip) -> float:
    return slip.before - slip.after


def _worst(slips: Sequence[Slip], limit: int) -> list[Slip]:
    """Return each seat's `limit` worst mistakes, all in order of play."""
    ordered = sorted(slips, key=_lost, reverse=True)
    worst = [slip for seat in SEATS for slip in [other for other in ordered if other.seat == seat][:limit]]
    return sorted(worst, key=lambda slip: slip.ply)
