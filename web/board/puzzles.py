"""Handles requests about puzzles.

The URL names the puzzle and, in addition, the game that the visitor asked for or the day of a daily puzzle.
"""

from collections.abc import Sequence

from aiohttp import web

from language import Sentence, mark
from matches.model import Person
from matches.puzzles import asked_for, day_of, game_of, solved_note, with_stars
from matches.tasks import Task
from matches.visits import VisitOver
from service.turns import aside
from web.board.guard import answer
from web.board.matches import Routes, wait_for
from web.board.requests import Request
from web.board.tasks import TASKS, Asked, TaskRequests, Tried, Way


class PuzzleRequests(TaskRequests):
    path = TASKS + "puzzle/{number:[0-9]{1,12}}/{origin:[0-9]{1,6}}"

    def routes(self) -> Routes:
        ways = {"next": self.next, "again": self.again, "study": self.study}
        return {**super().routes(), **{("POST", f"{self.path}/{way}"): act for way, act in ways.items()}}

    async def next(self, request: Request) -> web.Response:
        """Return the next puzzle of the game that the visitor asked for.

        If they did not ask for a particular game, it is a puzzle of any game.
        """
        number = await self._service.puzzles.following(request.me, game_of(request.place("origin")), _number(request))
        return await self._shown(request, await self._puzzle(request, number))

    async def again(self, request: Request) -> web.Response:
        """Return the puzzle that has been due for repetition the longest, excluding the current one."""
        number = await self._service.puzzles.next_repeat(request.me, _number(request))
        return await self._shown(request, await self._puzzle(request, number))

    async def study(self, request: Request) -> web.Response:
        """Open a solved puzzle as a study.

        The response is `{"study": …}`.
        """
        await self._service.puzzles.check_seen(_number(request), await self._server(request))
        study, _ = await self._service.puzzles.study(request.me, _number(request))
        return answer({"study": study.id})

    async def _task(self, request: Request) -> Task:
        number = _number(request)
        await self._service.puzzles.check_seen(number, await self._server(request))
        return with_stars(await self._service.puzzles.find(number), number)

    async def _question(self, request: Request, _: Task) -> Asked:
        return await self._puzzle(request, _number(request))

    async def _try_move(self, request: Request, move: str) -> Tried:
        puzzles, number, origin = self._service.puzzles, _number(request), request.place("origin")
        name = await self._service.lookup.name_of(request.me)
        if name is None:  # it has been forgotten in the meantime
            raise VisitOver
        server = await self._server(request)
        tried = await puzzles.answer(
            Person(request.me, name), number, move, server, day_of(origin), request.visit.opened_at
        )
        response = tried.response(await wait_for(puzzles.reply(tried, request.me)))
        ways = [puzzle_next(number, origin)]
        if tried.right:
            due = _repeat_button(await puzzles.due_again(request.me), number, origin)
            ways = [*due, *ways] if tried.repeated else [*ways, *due]
            ways.append(Way("study", mark("Try other moves"), f"{_at(number, origin)}/study", "study"))
        elif tried.daily is not None and not response.last:
            ways = []
        return Tried(_at(number, origin), response, ways)

    async def _puzzle(self, request: Request, number: int) -> Asked:
        puzzles, origin = self._service.puzzles, request.place("origin")
        puzzle, attempt = await puzzles.find(number), await puzzles.attempt(request.me, number)
        due = await puzzles.due_again(request.me)
        ways = [puzzle_next(number, origin), *_repeat_button(due, number, origin)]
        return Asked(with_stars(puzzle, number), _at(number, origin), ways, solved_note(attempt, again=number in due))

    async def _server(self, request: Request) -> int | None:
        """Return the server of the visitor's link, or None if they left it or the puzzle was not posted there."""
        server = request.visit.guild_id
        if server is None or not await self._service.puzzles.was_posted(_number(request), server):
            return None
        async with aside():
            there = await self._discord.member(request.me, server)
        return None if there is None else server


def puzzle_next(number: int, origin: int, label: str = mark("Next puzzle")) -> Way:
    """Return a button that opens the next puzzle after the one with this number.

    If `number` is 0, it opens the first puzzle.
    """
    return Way("next-puzzle", label, f"puzzle/{number}/{asked_for(origin)}/next")


def _repeat_button(due: Sequence[int], number: int, origin: int) -> Sequence[Way]:
    """Return a list containing the button for another puzzle due for repetition, or an empty list if there is none."""
    others = sum(other != number for other in due)
    label = Sentence("Again ({count})", {"count": others})
    return [Way("again", label, f"puzzle/{number}/{asked_for(origin)}/again")] if others else []


def _at(number: int, origin: int) -> str:
    return f"puzzle/{number}/{origin}"


def _number(request: Request) -> int:
    return request.place("number")
