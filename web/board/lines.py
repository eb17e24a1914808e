"""Handles requests about hypothetical moves: planned replies in a running match, and lines in a study."""

from collections.abc import Sequence

from aiohttp import web

from games import worded
from language import series
from matches.conditional import Condition
from matches.model import Snapshot
from service.lines import Board
from web.board.guard import answer
from web.board.matches import MATCH, Routes, move_of
from web.board.requests import Request, Requests
from web.board.told import line_json, study_json

STUDY = "/api/study/{study:[0-9]{1,15}}"

_Reached = tuple[Board, tuple[str, ...]]
"""A hypothetical board, and the texts of the moves that lead to it."""


class LineRequests(Requests):
    def routes(self) -> Routes:
        return {
            ("GET", MATCH + "/prepared"): self.prepared,
            ("POST", MATCH + "/suppose"): self.suppose,
            ("POST", MATCH + "/prepare"): self.prepare,
            ("POST", MATCH + "/cancel-prepared"): self.cancel,
            ("POST", MATCH + "/study"): self.open_study,
            ("GET", STUDY + "/{line:[0-9]{1,4}}/{ply:[0-9]{1,5}}"): self.study,
            ("POST", STUDY + "/move"): self.play,
        }

    async def prepared(self, request: Request) -> web.Response:
        """Return the replies that the visitor has prepared."""
        return _told(request.match.game, await self._service.conditional.of(request.match.id, request.me))

    async def suppose(self, request: Request) -> web.Response:
        """Return the board after a line of hypothetical moves.

        The body is `{"rev": …, "line": [[step, …], …]}`. The first move is the opponent's.
        """
        snapshot, texts = await self._board_after(request)
        telling = line_json(snapshot, texts, await self._reader(request))
        return answer(await self._service.replays.in_slices(telling))

    async def prepare(self, request: Request) -> web.Response:
        """Plan a reply for the visitor.

        It is the last move of the line in the body, and is played if the line's other moves are played first.
        """
        _, texts = await self._board_after(request)
        rev = request.number("rev")
        return _told(
            request.match.game, await self._service.conditional.prepare(request.match.id, request.me, texts, rev=rev)
        )

    async def cancel(self, request: Request) -> web.Response:
        """Cancel a planned reply and all replies that depend on it.

        The body is `{"path": [move, …]}`, the moves that lead to the reply.
        """
        path = request.texts("path")
        return _told(request.match.game, await self._service.conditional.cancel(request.match.id, request.me, path))

    async def _board_after(self, request: Request) -> tuple[Snapshot, Sequence[str]]:
        """Return the board after the line in the request's body, replaying what is not cached, and its moves."""
        replays, line = self._service.replays, request.moves("line")
        rev = request.number("rev")
        begun = await self._service.conditional.board_after(request.match.id, request.me, rev=rev)

        def after(reached: _Reached, number: int) -> _Reached:
            (board, texts), move = reached, move_of(reached[0].position, line[number])
            return board.after(move), (*texts, board.position.format(move))

        start = ("supposed", begun.match.id, begun.match.board_rev)
        first: _Reached = Board(begun.position, begun.before, begun.move), ()
        board, texts = await replays.in_slices(replays.lines.along(start, first, line, after))
        return Snapshot(begun.match, *board), texts

    async def open_study(self, request: Request) -> web.Response:
        """Open a finished match as a study.

        The response is `{"study": …}`.
        """
        study, _ = await self._service.studies.open_match(request.me, request.match.id, None)
        return answer({"study": study.id})

    async def study(self, request: Request) -> web.Response:
        """Return the position in a study after some moves of a line."""
        return await self._moment(request, request.place("line"), request.place("ply"))

    async def play(self, request: Request) -> web.Response:
        """Play a move in a study, and return the new position.

        The body is `{"line": …, "ply": …, "steps": […]}`.
        """
        line, ply, studies = request.number("line"), request.number("ply"), self._service.studies
        study_id = request.place("study")
        moment = await studies.moment(study_id, request.me, line, ply)
        position = moment.snapshot.position
        text = position.format(move_of(position, request.texts("steps")))
        return await self._moment(request, *await studies.play(study_id, request.me, moment.line, moment.ply, text))

    async def _moment(self, request: Request, line: int, ply: int) -> web.Response:
        moment = await self._service.studies.moment(request.place("study"), request.me, line, ply)
        telling = study_json(moment, await self._reader(request))
        return answer(await self._service.replays.in_slices(telling))


def _told(game: str, prepared: list[Condition]) -> web.Response:
    replies = [
        {
            "path": list(condition.path),
            "moves": series([worded(game, move) for move in condition.path]).said(),
            "reply": worded(game, condition.answer).said(),
        }
        for condition in prepared
    ]
    return answer({"prepared": replies})
