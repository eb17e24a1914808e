"""Handles requests about lessons. Each step of a lesson is a task."""

from aiohttp import web

from language import mark
from lessons import LESSONS
from matches.lessons import aim_of, step_of, task_of
from matches.puzzles import origin_of
from matches.tasks import Task
from web.board.guard import Mistaken
from web.board.matches import Routes
from web.board.puzzles import puzzle_next
from web.board.requests import Request
from web.board.tasks import TASKS, Asked, TaskRequests, Tried, Way

LESSON = TASKS + "lesson/{game:[a-z_]{1,32}}"


class LessonRequests(TaskRequests):
    path = LESSON + "/{step:[a-z-]{1,32}}"
    score = False
    retried = True

    def routes(self) -> Routes:
        return {("POST", LESSON): self.open, **super().routes()}

    async def open(self, request: Request) -> web.Response:
        """Open a lesson at the step where the visitor left off, or from the start if they have finished it."""
        game = _lesson_of(request)
        learned = await self._service.lessons.open(request.me, game)
        step = learned.next or LESSONS[game][0]
        if not learned.keys:
            start = Way("next-step", mark("First step"), f"lesson/{game}/{step.key}")
            return await self._shown(request, Asked(aim_of(game), f"lesson/{game}", [start], may_move=False))
        return await self._shown(request, _asked(game, step.key, task_of(game, step)))

    async def _task(self, request: Request) -> Task:
        game = _lesson_of(request)
        return task_of(game, step_of(game, request.http.match_info["step"]))

    async def _question(self, request: Request, task: Task) -> Asked:
        return _asked(_lesson_of(request), request.http.match_info["step"], task)

    async def _try_move(self, request: Request, move: str) -> Tried:
        game, key = _lesson_of(request), request.http.match_info["step"]
        tried = await self._service.lessons.answer(request.me, game, key, move, request.visit.opened_at)
        ways = list[Way]()
        if tried.right and tried.learned.next is not None:
            ways = [Way("next-step", mark("Next"), f"lesson/{game}/{tried.learned.next.key}")]
        elif tried.right:
            play = Way("play", mark("Play the computer"), f"lesson/{game}/play")
            begins = request.visit.channel_id is not None
            ways = [*([play] if begins else []), puzzle_next(0, origin_of(game), mark("Puzzle"))]
        return Tried(f"lesson/{game}/{key}", tried.response(step_of(game, key)), ways, home=f"lesson/{game}")


def _asked(game: str, key: str, task: Task) -> Asked:
    return Asked(task, f"lesson/{game}/{key}", home=f"lesson/{game}")


def _lesson_of(request: Request) -> str:
    """Return the game named in the URL. Raises Mistaken if it has no lesson."""
    game = request.http.match_info["game"]
    if game not in LESSONS:
        raise Mistaken
    return game
