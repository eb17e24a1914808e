"""Puzzles: which one a person gets next, and whether their move is right."""

from dataclasses import replace

from matches.errors import Unknown
from matches.model import Person
from matches.puzzles import FIRST_MISSED, Answer, number_of_day
from matches.timecontrol import DAY
from puzzles import collection
from puzzles.collection import Puzzle
from service.change import Change
from service.core import Part, reading, reads, transaction
from service.daily_puzzles import Post, count_try
from service.missed_puzzles import find_missed
from storage.store import Tables


class Puzzles(Part):
    def of(self, number: int) -> Puzzle:
        """The puzzle of the collection with this number. Raises Unknown if there is none."""
        try:
            return collection.puzzle(number)
        except IndexError:
            raise Unknown("There is no puzzle {number}. Use `/puzzle`.", number=number) from None

    async def _find(self, view: Tables, number: int) -> Puzzle:
        """The puzzle of the collection, or from a match, with this number. Raises Unknown if there is none."""
        return self.of(number) if number < FIRST_MISSED else Puzzle.read((await find_missed(view, number)).puzzle)

    find = reading(_find)
    attempt = reads(lambda view: view.puzzles.attempt)

    @reading
    async def check_seen(self, view: Tables, number: int, guild_id: int | None) -> None:
        """Raise Unknown if there is no puzzle with this number, or if it is from a match of another server."""
        if number < FIRST_MISSED:
            self.of(number)
        elif (await find_missed(view, number)).guild_id != guild_id:
            raise Unknown("There is no puzzle {number}. Use `/puzzle`.", number=number)

    @reading
    async def next(self, view: Tables, person_id: int, game: str | None = None, after: int = 0) -> int | None:
        """The number of the next puzzle that this person has not solved, of any game or of one; None if there is none.

        It is the first one beyond `after`, or else the first of all.
        """
        solved = await view.puzzles.solved(person_id)
        today = number_of_day(self._core.clock.now() // DAY)  # servers may show it now
        left = [number for number in collection.offered(game) if number not in solved and number != today]
        return next((number for number in left if number > after), left[0] if left else None)

    @transaction
    async def answer(self, change: Change, person: Person, number: int, text: str, post: Post | None = None) -> Answer:
        """Try a move, in a puzzle of the day as count_try counts it. Moves after the right one are not counted.

        `post` names the server and the day of such a puzzle. Raises Unknown, RuleError for a text that is not a legal
        move, and Refusal as count_try does.
        """
        puzzle = await self._find(change.tx, number)
        position = puzzle.board()
        move = position.format(position.parse(text))
        right = move in puzzle.answers
        daily = await count_try(change, person, post, number, move, right=right) if post is not None else None
        attempt = await change.tx.puzzles.attempt(person.id, number)
        if attempt.solved_at is None:
            attempt = replace(attempt, tries=attempt.tries + 1, solved_at=change.now if right else None)
            change.tx.puzzles.save(attempt)
        return Answer(puzzle, attempt, move, right, daily)
