"""Keeps track of people's progress in lessons, and checks their moves."""

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
        """Return a person's progress in each game's lesson, keyed by game."""
        return {learned.game: learned for learned in await view.lessons.all(person_id)}

    @query
    async def is_left(self, view: Tables, person_id: int, game: str) -> bool:
        """Return whether a game has a lesson that a person has not finished."""
        return game in LESSONS and person_id > 0 and (await view.lessons.of(person_id, game)).finished_at is None

    @query
    async def is_new(self, view: Tables, person_id: int, game: str, finished: int = 0) -> bool:
        """Return whether a game has a lesson, and is so new to a person that a text should point to it.

        They have not finished the lesson, and have finished no more than `finished` matches of the game.
        """
        return game in LESSONS and person_id > 0 and await view.lessons.newcomer(person_id, game, finished)

    @transaction
    async def open(self, change: Change, person_id: int, game: str) -> Learned:
        """Open a lesson at the person's next step, or at the start if they have finished it.

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
        """Check a person's move in a step of a lesson, and record the step as done if the move is right.

        Raises Unknown, RuleError for an illegal move, and Refusal if the person was forgotten after the step was
        opened.
        """
        await check_since(change.tx, person_id, opened_at)
        step = step_of(game, key)
        answer = answer_move(await change.tx.lessons.of(person_id, game), step, text, change.now)
        if answer.right:
            change.tx.lessons.save(answer.learned)
        return answer
