"""Requests in a lesson: its steps, and the moves that the visitor tries."""

from collections.abc import Sequence

from aiohttp import web

from lessons import LESSONS
from matches.lessons import step_of, task_of
from matches.tasks import SHOWN_AFTER, Task
from web.board.guard import Mistaken, answer
from web.board.matches import Routes, move_of
from web.board.requests import Request, Requests
from web.board.told import Told, task_told

LESSON = "/api/lesson/{game:[a-z_]{1,32}}"
STEP = LESSON + "/step/{step:[a-z-]{1,32}}"


class LessonRequests(Requests):
    def routes(self) -> Routes:
        return {("POST", LESSON): self.open, ("GET", STEP): self.step, ("POST", STEP): self.answer}

    async def open(self, request: Request) -> web.Response:
        """Continue the lesson where the visitor stopped, or restart it if it is finished."""
        game = _lesson_of(request)
        learned = await self._service.lessons.open(request.me, game)
        return await self._step(request, game, (learned.next or LESSONS[game][0]).key)

    async def step(self, request: Request) -> web.Response:
        """Return one step of the lesson."""
        return await self._step(request, _lesson_of(request), request.http.match_info["step"])

    async def answer(self, request: Request) -> web.Response:
        """Try the move in `{"steps": […], "wrong": …}`, where `wrong` is the number of wrong moves before it.

        Responds with the board after it, what is said of it, and the next step or, after SHOWN_AFTER wrong moves, the
        right move.
        """
        game, key, wrong = _lesson_of(request), request.http.match_info["step"], request.number("wrong") + 1
        step = step_of(game, key)
        task = task_of(game, step)
        move = move_of(task.position, request.texts("steps"))
        tried = await self._service.lessons.answer(request.me, game, key, task.position.format(move))
        shown = {"step": key, "wrong": 0 if tried.right else wrong, "said": tried.says.said()}
        following = tried.learned.next
        if tried.right:
            shown |= {"finished": True} if following is None else {"next": following.key}
        elif wrong >= SHOWN_AFTER:
            answers = task.position.steps(task.position.parse(step.answer(task.position)))
            shown["hinted"] = list(answers)
        return await self._told(request, task, tried.line, shown)

    async def _step(self, request: Request, game: str, key: str) -> web.Response:
        task = task_of(game, step_of(game, key))
        return await self._told(request, task, [], {"step": key, "wrong": 0})

    async def _told(self, request: Request, task: Task, line: Sequence[str], shown: Told) -> web.Response:
        telling = task_told(task, line, await self._reader(request), shown)
        return answer(await self._service.replays.in_slices(telling))


def _lesson_of(request: Request) -> str:
    """Return the game that the URL names. Raises Mistaken if it has no lesson."""
    game = request.http.match_info["game"]
    if game not in LESSONS:
        raise Mistaken
    return game
