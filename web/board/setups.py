"""Requests of the board editor: a position of a game that the visitor changes, studies or plays from."""

from collections.abc import Callable, Mapping
from typing import Any

from aiohttp import web

from games import GAMES, Position
from matches.codes import id_of
from matches.errors import Refusal
from matches.model import Person, Side, Venue
from matches.notation import Record
from matches.openings import set_up
from matches.setups import bare, begun, cleared, moved, put, take_off, turned
from web.board.guard import Mistaken, answer
from web.board.matches import MATCH, NO_MATCH_THERE, Routes, venue_of
from web.board.requests import Request, Requests
from web.board.told import setup_told

SETUP = "/api/setup/{game:[a-z_]{1,32}}"
Edit = Callable[[Position[Any], Request], Position[Any]]

EDITS: Mapping[str, Edit] = {
    "show": lambda position, _: position,
    "put": lambda position, request: put(position, request.text("piece"), request.text("cell")),
    "move": lambda position, request: moved(position, request.text("from"), request.text("cell")),
    "take-off": lambda position, request: take_off(position, request.text("cell")),
    "clear": lambda position, _: cleared(position),
    "turn": lambda position, _: turned(position),
}


class SetupRequests(Requests):
    def routes(self) -> Routes:
        return {
            ("POST", MATCH + "/setup"): self.open_match,
            ("POST", SETUP): self.open,
            ("POST", SETUP + "/edit"): self.edit,
            ("POST", SETUP + "/study"): self.study,
            ("POST", SETUP + "/play"): self.play,
        }

    async def open(self, request: Request) -> web.Response:
        """Begin with the start of the game."""
        return await self._told(request, _game(request).start())

    async def open_match(self, request: Request) -> web.Response:
        """Begin with the match's board after `{"ply": …}` moves."""
        snapshot = await self._service.lookup.snapshot_at(request.match.id, request.number("ply"))
        return await self._told(request, bare(snapshot.position))

    async def edit(self, request: Request) -> web.Response:
        """Change `{"position": …}` by `{"edit": one of EDITS}`, with `piece` and `cell` if it needs them."""
        edit = EDITS.get(request.text("edit"))
        if edit is None:
            raise Mistaken
        return await self._told(request, edit(begun(_game(request), request.text("position")), request))

    async def study(self, request: Request) -> web.Response:
        """Open `{"position": …}` as a study without moves; answers `{"study": …}`."""
        game, code = _game(request), request.text("position")
        await self._service.quotas.count_stored("import", request.me)
        position = set_up(game, code)
        record = Record(game.info.key, position.chosen, game.info.rules_version, ("", ""), start=code)
        study, _ = await self._service.studies.open(request.me, record)
        return answer(request.http, {"study": study.id})

    async def play(self, request: Request) -> web.Response:
        """Begin `{"position": …}` against the computer, `{"level": …}`; answers `{"code": …}`.

        The visitor has the side to move. The new match is shown where the match `{"match": code}`, in which the visitor
        plays, is shown or, without one, where the editor was opened.
        """
        service, code, level = self._service, request.text("position"), request.number("level")
        person, venue = await self._venue(request)
        game = _game(request)
        side: Side = "second" if set_up(game, code).turn else "first"
        snapshot = await service.practice.begin_at(game.info.key, person, level, venue, code, side)
        return answer(request.http, {"code": snapshot.match.code})

    async def _venue(self, request: Request) -> tuple[Person, Venue]:
        """The visitor, and where their next match is shown. Raises Refusal if none may begin there."""
        service, visit = self._service, request.visit
        if "match" in request.body:
            match = await service.visits.match(visit, id_of(request.text("match")))
            return await venue_of(service, match, request.me)
        name = await service.lookup.name_of(request.me)
        if visit.channel_id is None or name is None:
            raise Refusal(NO_MATCH_THERE)
        return Person(request.me, name), Venue(visit.channel_id, visit.guild_id)

    async def _told(self, request: Request, position: Position[Any]) -> web.Response:
        return answer(request.http, setup_told(position, await self._reader(request)))


def _game(request: Request) -> type[Position[Any]]:
    """The game that the address names. Raises Mistaken."""
    game = GAMES.get(request.http.match_info["game"])
    if game is None:
        raise Mistaken
    return game
