"""Requests about moves that are not played yet: prepared replies in a running match, and lines of a study."""

from aiohttp import web

from matches.conditional import Condition
from matches.model import Snapshot
from web.board.guard import answer
from web.board.matches import MATCH, Routes, text_of
from web.board.requests import Request, Requests
from web.board.told import line_told, study_told

STUDY = "/api/study/{study:[0-9]{1,15}}"


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
        """The replies that the visitor has prepared."""
        return _told(request, await self._service.conditional.of(request.match.id, request.me))

    async def suppose(self, request: Request) -> web.Response:
        """The board after `{"rev": …, "line": [[step, …], …]}`, beginning with a move of the opponent."""
        snapshot, texts = await self._supposed(request)
        return answer(request.http, line_told(snapshot, texts, await self._reader(request)))

    async def prepare(self, request: Request) -> web.Response:
        """Prepare the last move of such a line as the reply to the moves before it."""
        _, texts = await self._supposed(request)
        rev = request.number("rev")
        return _told(request, await self._service.conditional.prepare(request.match.id, request.me, texts, rev=rev))

    async def cancel(self, request: Request) -> web.Response:
        """Cancel the reply to `{"path": [move, …]}` and those that follow from it."""
        path = request.texts("path")
        return _told(request, await self._service.conditional.cancel(request.match.id, request.me, path))

    async def _supposed(self, request: Request) -> tuple[Snapshot, list[str]]:
        """The board after the line in the body, and the texts of the line's moves."""
        conditional, rev = self._service.conditional, request.number("rev")
        snapshot, texts = await conditional.supposed(request.match.id, request.me, rev=rev), list[str]()
        for steps in request.moves("line"):
            texts.append(text_of(snapshot.position, steps))
            before, move = snapshot.position, snapshot.position.parse(texts[-1])
            snapshot = Snapshot(snapshot.match, before.play(move), before, move)
        return snapshot, texts

    async def open_study(self, request: Request) -> web.Response:
        """Open the finished match as a study; answers `{"study": …}`."""
        study, _ = await self._service.studies.open_match(request.me, request.match.id, None)
        return answer(request.http, {"study": study.id})

    async def study(self, request: Request) -> web.Response:
        """A line of a study after some moves."""
        return await self._moment(request, request.place("line"), request.place("ply"))

    async def play(self, request: Request) -> web.Response:
        """Play `{"line": …, "ply": …, "steps": […]}` in a study; the answer is the new moment."""
        line, ply, studies = request.number("line"), request.number("ply"), self._service.studies
        study_id = request.place("study")
        moment = await studies.moment(study_id, request.me, line, ply)
        text = text_of(moment.snapshot.position, request.texts("steps"))
        return await self._moment(request, *await studies.play(study_id, request.me, moment.line, moment.ply, text))

    async def _moment(self, request: Request, line: int, ply: int) -> web.Response:
        moment = await self._service.studies.moment(request.place("study"), request.me, line, ply)
        return answer(request.http, study_told(moment, await self._reader(request)))


def _told(request: Request, prepared: list[Condition]) -> web.Response:
    replies = [{"path": list(condition.path), "reply": condition.answer} for condition in prepared]
    return answer(request.http, {"prepared": replies})
