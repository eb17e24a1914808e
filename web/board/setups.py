"""Requests of the board editor: a position of a match's game that the visitor changes, studies or plays from."""

from collections.abc import Callable, Mapping
from typing import Any

from aiohttp import web

from games import GAMES, Position
from matches.model import Side
from matches.notation import Record
from matches.openings import set_up
from matches.setups import bare, begun, cleared, put, take_off, turned
from service import Service
from web.board.guard import Mistaken, answer
from web.board.matches import MATCH, Routes, venue_of
from web.board.requests import Request
from web.board.told import setup_told

Edit = Callable[[Position[Any], Request], Position[Any]]

EDITS: Mapping[str, Edit] = {
    "show": lambda position, _: position,
    "put": lambda position, request: put(position, request.text("piece"), request.text("cell")),
    "take-off": lambda position, request: take_off(position, request.text("cell")),
    "clear": lambda position, _: cleared(position),
    "turn": lambda position, _: turned(position),
}


class SetupRequests:
    def __init__(self, service: Service) -> None:
        self._service = service

    def routes(self) -> Routes:
        return {
            ("POST", MATCH + "/setup"): self.open,
            ("POST", MATCH + "/setup/edit"): self.edit,
            ("POST", MATCH + "/setup/study"): self.study,
            ("POST", MATCH + "/setup/play"): self.play,
        }

    async def open(self, request: Request) -> web.Response:
        """Begin with the match's board after `{"ply": …}` moves."""
        await self._service.visits.match(request.visit, request.match_id)
        snapshot = await self._service.lookup.snapshot_at(request.match_id, request.number("ply"))
        return await self._told(request, bare(snapshot.position))

    async def edit(self, request: Request) -> web.Response:
        """Change `{"position": …}` by `{"edit": one of EDITS}`, with `piece` and `cell` if it needs them."""
        edit = EDITS.get(request.text("edit"))
        if edit is None:
            raise Mistaken
        return await self._told(request, edit(begun(await self._game(request), request.text("position")), request))

    async def study(self, request: Request) -> web.Response:
        """Open `{"position": …}` as a study without moves; answers `{"study": …}`."""
        game, code = await self._game(request), request.text("position")
        await self._service.quotas.count_stored("import", request.me)
        position = set_up(game, code)
        record = Record(game.info.key, position.chosen, game.info.rules_version, ("", ""), start=code)
        study, _ = await self._service.studies.open(request.me, record)
        return answer(request.http, {"study": study.id})

    async def play(self, request: Request) -> web.Response:
        """Begin `{"position": …}` against the computer, `{"level": …}`; answers `{"code": …}`.

        The visitor, who plays in the match, has the side to move. The new match is shown where the first one is.
        """
        service, code, level = self._service, request.text("position"), request.number("level")
        match = await service.visits.match(request.visit, request.match_id)
        person, venue = await venue_of(service, match, request.me)
        position = set_up(GAMES[match.game], code)
        side: Side = "second" if position.turn else "first"
        snapshot = await service.practice.begin_at(match.game, person, level, venue, code, side)
        return answer(request.http, {"code": snapshot.match.code})

    async def _game(self, request: Request) -> type[Position[Any]]:
        return GAMES[(await self._service.visits.match(request.visit, request.match_id)).game]

    async def _told(self, request: Request, position: Position[Any]) -> web.Response:
        chosen = await self._service.settings.of_player(request.me)
        return answer(request.http, setup_told(position, request.reader(chosen)))
