"""Lessons: which step of a lesson a person takes next, and how the lesson responds to the person's moves."""

from collections.abc import Mapping

from lessons import LESSONS
from matches.lessons import Answer, Learned, answer_move, step_of
from service.change import Change
from service.core import Part, queries, query, transaction
from service.privacy import check_since
from storage.store import Tables


class Lessons(Part):
    of = queries(lambda view: view.lessons.of)
    """Return a person's progress in a game's lesson."""

    @query
    async def all(self, view: Tables, person_id: int) -> Mapping[str, Learned]:
        """Return a dict that maps each game to a person's progress in the game's lesson."""
        return {learned.game: learned for learned in await view.lessons.all(person_id)}

    @query
    async def should_offer(self, view: Tables, person_id: int, game: str, finished: int = 0) -> bool:
        """Return whether a game's lesson should be offered to a person. Returns False if the game has no lesson.

        A lesson is offered only to a person who has not taken it and has finished no more than `finished` matches of
        the game.
        """
        return game in LESSONS and person_id > 0 and await view.lessons.newcomer(person_id, game, finished)

    @transaction
    async def open(self, change: Change, person_id: int, game: str) -> Learned:
        """Open a lesson at the person's next step. If the person has finished the lesson, open it at the start.

        Raises Unknown if there is no such lesson.
        """
        learned = await change.tx.lessons.of(person_id, game)
        if learned.next is None:
            learned = Learned(person_id, game, "", learned.finished_at)
            change.tx.lessons.save(learned)
        return learned

    @transaction
    async def answer(
        self, change: Change, person_id: int, game: str, key: str, text: str, opened_at: int | None = None
    ) -> Answer:
        """Check a move that a person plays in a step of a lesson. If the move is right, the step is recorded as done.

        Raises Unknown, RuleError for an illegal move, and Refusal if the person was forgotten after the step was
        opened.
        """
        await check_since(change.tx, person_id, opened_at)
        step = step_of(game, key)
        answer = answer_move(await change.tx.lessons.of(person_id, game), step, text, change.now)
        if answer.right:
            change.tx.lessons.save(answer.learned)
        return answer
