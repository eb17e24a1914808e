"""A player's mistakes in a match against the computer, presented as tasks to find a better move."""

from collections.abc import Sequence
from dataclasses import dataclass

from games import Seat, other_side
from language import Sentence
from matches.computers import Judgement
from matches.model import Match, Snapshot
from matches.results import bare_name, title
from matches.reviews import LEAST, Review, Slip, explain_better
from matches.tasks import Response, Task

CLEAR = 0.15
"""The smallest gain in winning chance that makes a mistake a task. Missing a proven win always counts as one."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A move that a player tried in place of a mistake."""

    slip: Slip
    move: str
    right: bool
    line: Sequence[str]
    """The move and, if it is wrong and a reply is known, the best reply to it."""
    chances: tuple[float, float] | None = None
    """The player's chances with the right move and with this one, 0 to 1; None if the move needed no evaluation."""
    lost: bool = False
    """Whether it is proven that the computer wins after this move."""
    following: Slip | None = None
    """The next mistake in the match, which becomes the next task."""

    def response(self, match: Match) -> Response:
        """Return the response to a move, saying why the move is right or, if it is wrong, what it leads to."""
        said = [self._found(match) if self.right else self._still_wrong(match)]
        if self.right and self.following is None:
            said.append([Sentence("You have practised your mistakes in {match}.", {"match": title(match)})])
        return Response(self.right, said, self.line, self.slip.better)

    def _found(self, match: Match) -> list[Sentence]:
        slip, words = self.slip, self.slip.position.worded
        facts = {"move": words(self.move), "better": words(slip.better)}
        if self.move != slip.better:
            return [Sentence("**{move}** is right: as good as **{better}**.", facts)]
        reasons = explain_better(slip, Sentence("you"), bare_name(match, other_side(slip.seat)))
        return [Sentence("**{move}** is right.", facts), *reasons]

    def _still_wrong(self, match: Match) -> list[Sentence]:
        opponent = bare_name(match, other_side(self.slip.seat))
        words = self.slip.position.worded
        facts: dict[str, object] = {"move": words(self.move), "opponent": opponent}
        told = Sentence("**{move}** does not help: {opponent} can then force a win.", facts)
        if not self.lost and self.chances is not None:
            best, mine = (round(100 * chance) for chance in self.chances)
            facts = {"move": words(self.move), "before": best, "after": mine}
            told = Sentence("After **{move}** your winning chance is {after}%. It could be {before}%.", facts)
        return [told, *[Sentence("Best reply: **{reply}**.", {"reply": words(reply)}) for reply in self.line[1:2]]]


def clear(review: Review, seat: Seat) -> Sequence[Slip]:
    """Return, in order of play, a player's clear mistakes: those where another move was winning or much better."""
    return [slip for slip in review.slips if slip.seat == seat and (slip.won or slip.before - slip.after >= CLEAR)]


def task_of(before: Snapshot, played: str) -> Task:
    """Return the task of finding a better move than the one played."""
    facts = {"game": Sentence(before.position.info.name), "code": before.match.code, "number": before.ply + 1}
    heading = Sentence("{game} #{code}, move {number}", facts)
    asked = Sentence("You played {move}. Find a better move.", {"move": before.position.worded(played)})
    return Task(heading, asked, before.position, before.position.turn, Sentence("find a better move"))


def known_answer(slip: Slip, move: str, following: Slip | None) -> Answer | None:
    """Return the answer to a move if the review has already evaluated that move, or else None."""
    if move == slip.better:
        return Answer(slip, move, True, [move], following=following)
    if move == slip.played:
        return Answer(slip, move, False, [move, *slip.reply[:1]], (slip.before, slip.after), slip.lost, following)
    return None


def judge_answer(slip: Slip, move: str, following: Slip | None, better: Judgement, after_move: Judgement) -> Answer:
    """Return the answer to a move.

    `better` evaluates the board after the better move, and `after_move` after this move.
    """
    best, mine = better.chances[slip.seat], after_move.chances[slip.seat]
    lost = after_move.certain and not mine
    if mine >= best - LEAST and not lost:
        return Answer(slip, move, True, [move], following=following)
    return Answer(slip, move, False, [move, *after_move.line[:1]], (best, mine), lost, following)
