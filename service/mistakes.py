"""Lets a person retry the positions in which they made mistakes in a finished match against the computer."""

from collections.abc import Sequence

from games import Seat
from language import mark
from matches.errors import NoMistakes, NotAPlayer, Refusal, Unknown
from matches.mistakes import Answer, clear, judge_answer, known_answer, task_of
from matches.model import Match
from matches.reviews import Slip
from matches.tasks import Task
from service.advice import NO_HINT, Advice, check_not_playing
from service.core import Part, reading
from storage.store import Tables


class Mistakes(Part):
    """Lets people practise their own mistakes.

    Nothing is stored, because the mistakes follow from the match and its review.
    """

    @reading
    async def _own_match(self, view: Tables, match_id: int, person_id: int) -> tuple[Match, Seat]:
        """Return a finished match against the computer, and this person's seat in it."""
        match = await self._core.match(view, match_id)
        seat = match.seat_of(person_id)
        if not match.practice:
            raise Refusal("Only positions from matches against the computer can be practised.")
        if seat is None:
            raise NotAPlayer("Only the player of match #{code} can practise it.", match_id=match.id, code=match.code)
        if not match.over:
            raise Refusal("Match #{code} can be practised when it is over.", code=match.code)
        return match, seat

    async def check(self, match_id: int, person_id: int) -> None:
        """Raise NotAPlayer or Refusal if this person may not retry positions from this match."""
        await self._own_match(match_id, person_id)

    async def list_mistakes(self, match_id: int, person_id: int) -> Sequence[Slip]:
        """Return a player's clear mistakes, in the order they were made.

        The first call for a match takes many seconds. Raises NotAPlayer and Refusal as `check` does, NoMistakes if
        there are none, and Interrupted if the computation is cancelled.
        """
        match, seat = await self._own_match(match_id, person_id)
        _, review = await self._core.part(Advice).review(match_id, person_id)
        slips = clear(review, seat)
        if not slips:
            message = mark("You made no clear mistake, so there is nothing to practise. Well played!")
            if any(slip.seat == seat for slip in review.slips):
                message = mark(
                    "You made no clear mistake, so there is nothing to practise. The review names smaller ones."
                )
            raise NoMistakes(message, match_id=match.id)
        return slips

    def is_faultless(self, match: Match) -> bool:
        """Return whether a review that is at hand shows that a match's player made no clear mistake."""
        review, seat = self._core.part(Advice).review_at_hand(match.id), match.against_computer
        return review is not None and seat is not None and not clear(review, seat)

    async def task(self, match_id: int, person_id: int, ply: int) -> Task:
        """Return the task of finding a better move than the player's mistake at this ply.

        Raises NotAPlayer and Refusal as `check` does, Unknown if the player made no move at this ply, and Refusal if
        they are currently playing the same board against somebody.
        """
        match, seat = await self._own_match(match_id, person_id)
        async with self._core.store.read() as view:
            plies = await view.plies.of(match_id)
        if not 1 <= ply <= len(plies) or plies[ply - 1].seat != seat:
            raise _nothing(match)
        before = await self._core.replays.replay(match, plies[: ply - 1])
        if ply > 1:  # everybody knows the start
            await check_not_playing(self._core, before.position, person_id, NO_HINT)
        return task_of(before, plies[ply - 1].text)

    async def answer(self, match_id: int, person_id: int, ply: int, text: str) -> Answer:
        """Check a move that a person tries in place of their mistake.

        This takes a second if the review did not evaluate the move. After a restart, it takes longer. Raises what
        `list_mistakes` and `task` raise, and RuleError if `text` is not a legal move.
        """
        move = (await self.task(match_id, person_id, ply)).move(text)
        slips = await self.list_mistakes(match_id, person_id)
        slip = next((slip for slip in slips if slip.ply == ply), None)
        if slip is None:
            raise _nothing((await self._own_match(match_id, person_id))[0])
        following = next((later for later in slips if later.ply > ply), None)
        answer = known_answer(slip, move, following)
        if answer is None:
            better, tried = await self._core.part(Advice).compare(slip, move, person_id, match_id)
            answer = judge_answer(slip, move, following, better, tried)
        return answer


def _nothing(match: Match) -> Unknown:
    return Unknown("There is nothing to practise at this move of match #{code}.", code=match.code)
