"""Handles requests about tasks: positions with a question that a person answers with a move."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import ClassVar, Literal

from aiohttp import web

from language import Sentence, mark, paragraph
from matches.tasks import Response, Task
from web.board.guard import answer
from web.board.matches import Routes, move_of
from web.board.requests import Request, Requests
from web.board.told import Told, task_json, without_emphasis

TASKS = "/api/task/"
"""The prefix of the URL of every task. Everywhere else, the addresses of tasks are given without it."""


@dataclass(frozen=True, slots=True)
class Way:
    """A button below a task or below the response to a move."""

    key: str
    label: str | Sentence
    """The button's label, marked for translation."""
    to: str
    """The address the page sends a POST request to."""
    opens: Literal["", "study"] = ""
    """What the response opens if it is neither a task nor a match."""

    def for_page(self, *, primary: bool, wrong: int = 0) -> Told:
        """Return the button as JSON.

        `wrong` is the number of wrong moves that have been tried in the task that the button opens.
        """
        label = self.label if isinstance(self.label, Sentence) else Sentence(self.label)
        kind = "primary" if primary else ""
        return {"key": self.key, "text": label.said(), "to": self.to, "opens": self.opens, "kind": kind, "wrong": wrong}


@dataclass(frozen=True, slots=True)
class Asked:
    """A task, with everything the page shows before the visitor moves."""

    task: Task
    at: str
    """The task's address."""
    ways: Sequence[Way] = ()
    note: Sentence | None = None
    """What the person should know before moving."""
    home: str = ""
    """The address where a reloaded page continues, if it is not the task's own address."""
    may_move: bool = True
    """Whether the task is answered with a move. If it is not, the first button is the usual choice."""


@dataclass(frozen=True, slots=True)
class Tried:
    """The outcome of a move in a task."""

    at: str
    """The task's address."""
    response: Response
    ways: Sequence[Way] = ()
    """The buttons with which the visitor goes on. After a right move, the first one is the usual choice."""
    home: str = ""
    """The address where a reloaded page continues, if it is not the task's own address."""


class TaskRequests(Requests):
    """Handles requests about one kind of task. Subclasses define how a task is found and how a move is answered."""

    path: ClassVar[str]
    """The URL of a task."""
    score: ClassVar[bool] = True
    """Whether the page shows the score."""
    retried: ClassVar[bool] = False
    """Whether **Try again** is offered even after the right move has been shown, because it must be played."""

    def routes(self) -> Routes:
        return {("POST", self.path): self.show, ("POST", f"{self.path}/answer"): self.answer}

    @abstractmethod
    async def _task(self, request: Request) -> Task:
        """Return the task named in the URL. Raises an error if the visitor is not allowed to see it."""

    @abstractmethod
    async def _question(self, request: Request, task: Task) -> Asked:
        """Return the task with everything the page shows before the visitor moves."""

    @abstractmethod
    async def _try_move(self, request: Request, move: str) -> Tried | None:
        """Try a move in the task that the URL names. Returns None if this takes too long for a single request."""

    async def show(self, request: Request) -> web.Response:
        """Return the task that the URL names.

        The body is `{"wrong": …}`, the number of wrong moves that the page has counted.
        """
        return await self._shown(
            request, await self._question(request, await self._task(request)), request.number("wrong")
        )

    async def answer(self, request: Request) -> web.Response:
        """Try a move in the task that the URL names.

        The body is `{"steps": […], "wrong": …}`. If this takes long, responds with 204, and the page asks again.
        Otherwise, responds with the board after the move, a comment on the move and, after SHOWN_AFTER wrong moves, the
        right move.
        """
        wrong = request.number("wrong") + 1
        task = await self._task(request)
        move = move_of(task.position, request.texts("steps"))
        tried = await self._try_move(request, task.position.format(move))
        if tried is None:
            return web.Response(status=HTTPStatus.NO_CONTENT)
        response, ways = tried.response, list(tried.ways)
        better = response.better(wrong)
        shown_right = better is not None and not self.retried and ways
        if not (response.right or response.last or shown_right):
            ways.insert(0, Way("retry", mark("Try again"), tried.at))
        lines = [paragraph(map(without_emphasis, sentences)) for sentences in response.said]
        shown = {
            "at": tried.at,
            "home": tried.home or tried.at,
            "wrong": 0 if response.right else wrong,
            "said": "\n".join([*lines, " · ".join(map(without_emphasis, response.notes))]).strip(),
            "hinted": [] if better is None else list(task.position.steps(task.position.parse(better))),
            "ways": [
                way.for_page(primary=not place, wrong=0 if way.key != "retry" else wrong)
                for place, way in enumerate(ways)
            ],
        }
        return await self._told(request, task, response.line, shown, may_move=False, mistake=not response.right)

    async def _shown(self, request: Request, asked: Asked, wrong: int = 0) -> web.Response:
        said = "" if asked.note is None else asked.note.said()
        ways = [way.for_page(primary=not (place or asked.may_move)) for place, way in enumerate(asked.ways)]
        shown = {
            "at": asked.at,
            "home": asked.home or asked.at,
            "wrong": wrong,
            "said": said,
            "hinted": [],
            "ways": ways,
        }
        return await self._told(request, asked.task, [], shown, may_move=asked.may_move)

    async def _told(
        self,
        request: Request,
        task: Task,
        line: Sequence[str],
        shown: Told,
        *,
        may_move: bool,
        mistake: bool = False,
    ) -> web.Response:
        reader, score = await self._reader(request), self.score
        telling = task_json(task, line, reader, shown, score=score, may_move=may_move, mistake=mistake)
        return answer(await self._service.replays.in_slices(telling))
