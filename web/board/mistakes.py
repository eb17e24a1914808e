"""Handles requests to practise positions in which the visitor made a mistake against the computer.

Each of these positions is a task.
"""

from http import HTTPStatus

from aiohttp import web

from language import mark
from matches.tasks import Task
from web.board.matches import Routes, wait_for
from web.board.requests import Request
from web.board.tasks import TASKS, Asked, TaskRequests, Tried, Way

PRACTISE = TASKS + "practise/{code:[0-9a-z]{4,10}}"


class MistakeRequests(TaskRequests):
    path = PRACTISE + "/{ply:[0-9]{1,5}}"

    def routes(self) -> Routes:
        return {("POST", PRACTISE): self.open, **super().routes()}

    async def open(self, request: Request) -> web.Response:
        """Return the visitor's first clear mistake in a match, as a task.

        If finding it takes long, responds with 204, and the page asks again.
        """
        slips = await wait_for(self._service.mistakes.list_mistakes(request.match.id, request.me))
        if slips is None:
            return web.Response(status=HTTPStatus.NO_CONTENT)
        task = await self._service.mistakes.task(request.match.id, request.me, slips[0].ply)
        return await self._shown(request, Asked(task, f"practise/{request.match.code}/{slips[0].ply}"))

    async def _task(self, request: Request) -> Task:
        return await self._service.mistakes.task(request.match.id, request.me, request.place("ply"))

    async def _question(self, request: Request, task: Task) -> Asked:
        return Asked(task, f"practise/{request.match.code}/{request.place('ply')}")

    async def _try_move(self, request: Request, move: str) -> Tried | None:
        match, ply = request.match, request.place("ply")
        tried = await wait_for(self._service.mistakes.answer(match.id, request.me, ply, move))
        if tried is None:
            return None
        at, ways = f"practise/{match.code}", list[Way]()
        if tried.following is not None:
            ways = [Way("next-step", mark("Next"), f"{at}/{tried.following.ply}")]
        return Tried(f"{at}/{ply}", tried.response(match), ways)
