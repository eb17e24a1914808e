"""A person's progress in a game's lesson, and the lesson's responses to their moves."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Self

from games import GAMES
from language import Sentence
from lessons import AIMS, LESSONS, Step, Tried
from matches.errors import Unknown
from matches.model import Side
from matches.results import game_name
from matches.tasks import Response, Task


@dataclass(frozen=True, slots=True)
class Learned:
    """A person's progress in a game's lesson."""

    person_id: int
    game: str
    done: str = ""
    """The keys of the finished steps, separated by spaces."""
    finished_at: int | None = None
    """When all steps had been done for the first time; None until then."""

    @property
    def keys(self) -> Collection[str]:
        return self.done.split()

    @property
    def next(self) -> Step | None:
        """The first unfinished step, or None if all steps are finished."""
        return next((step for step in lesson(self.game) if step.key not in self.keys), None)

    def with_step(self, key: str, now: int) -> Self:
        """Return the progress after finishing this step at time `now`."""
        keys = list(dict.fromkeys([*self.keys, key]))
        learned = replace(self, done=" ".join(keys))
        return learned if learned.next or learned.finished_at else replace(learned, finished_at=now)


@dataclass(frozen=True, slots=True)
class Answer:
    """A move that a person tried in a lesson's step."""

    right: bool
    says: Sentence
    """What the move has achieved, or why it is not the right one."""
    line: Sequence[str]
    """The move and, if there is one, the opponent's reply that shows what is wrong with the move."""
    learned: Learned
    """The person's progress after the move."""

    def response(self, step: Step) -> Response:
        """Return the response to a move in a step, with an extra sentence if the move finishes the lesson."""
        game = self.learned.game
        said = [[self.says]]
        if self.right and self.learned.next is None:
            said.append([Sentence("You have learned **{game}**.", {"game": game_name(game)})])
        return Response(self.right, said, self.line, step.answer(step.board(game)))


def lesson(game: str) -> Sequence[Step]:
    """Return the steps of a game's lesson. Raises Unknown if the game has no lesson."""
    if game not in LESSONS:
        raise Unknown("There is no lesson of this game yet. Read its rules instead.")
    return LESSONS[game]


def step_of(game: str, key: str) -> Step:
    """Return a lesson step by its key. Raises Unknown if the game's lesson has no such step."""
    for step in lesson(game):
        if step.key == key:
            return step
    raise Unknown("This step is no longer part of the lesson. Use `/learn`.")


def task_of(game: str, step: Step) -> Task:
    """Return a step as a task. All steps show the same side at the bottom, so the board never flips."""
    steps = lesson(game)
    title = Sentence("Step {number} of {count}", {"number": steps.index(step) + 1, "count": len(steps)})
    return Task(title, Sentence(step.task), step.board(game), view=0, threat=step.threat)


def aim_of(game: str) -> Task:
    """Return the page explaining the aim of a game, as a task without an answer.

    It precedes a lesson's first step.
    """
    position, move = GAMES[game].example()
    title = Sentence("How to win {game}", {"game": game_name(game)})
    return Task(title, Sentence(AIMS[game]), position, view=0, begun=(move,) if move else ())


def last_side(game: str) -> Side:
    """Return the learner's side in a lesson's last step.

    The learner also plays that side in their first match.
    """
    return "second" if lesson(game)[-1].board(game).turn else "first"


def answer_move(learned: Learned, step: Step, text: str, now: int) -> Answer:
    """Return the lesson's answer to a move. Raises RuleError if the move is illegal."""
    board = step.board(learned.game)
    tried = Tried(board, board.parse(text))
    kind = step.kind_of(tried)
    if kind is None:
        says = Sentence("Right! {praise}", {"praise": Sentence(step.praise)})
        return Answer(True, says, [tried.text], learned.with_step(step.key, now))
    line = [tried.text, *([kind.reply] if kind.reply else [])]
    return Answer(False, Sentence(kind.says), line, learned)
