"""Handles requests from the board editor, where a visitor sets up a position to play or study."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from aiohttp import web

from games import GAMES, InvalidNotation, Position, RuleError
from language import say
from matches.notation import Record
from matches.openings import set_up
from matches.setups import bare, clear_board, decode_setup, move_piece, of_code, put_piece, switch_turn, take_off
from render.pages import pages
from web.board.guard import Mistaken, answer
from web.board.matches import MATCH, NO_SUCH_MOVE, Routes
from web.board.requests import Request, Requests
from web.board.told import setup_json

SETUP = "/api/setup/{game:[a-z_]{1,32}}"
Edit = Callable[[Position[Any], Request], Position[Any]]

EDITS: Mapping[str, Edit] = {
    "show": lambda position, _: position,
    "put": lambda position, request: put_piece(position, request.text("piece"), request.text("cell")),
    "move": lambda position, request: move_piece(position, request.text("from"), request.text("cell")),
    "take-off": lambda position, request: take_off(position, request.text("cell")),
    "clear": lambda position, _: clear_board(position),
    "turn": lambda position, _: switch_turn(position),
}


class SetupRequests(Requests):
    def routes(self) -> Routes:
        return {
            ("POST", MATCH + "/setup"): self.open_match,
            ("GET", "/api/rules/{game:[a-z_]{1,32}}"): self.rules,
            ("POST", SETUP): self.open,
            ("POST", SETUP + "/edit"): self.edit,
            ("POST", SETUP + "/why"): self.explain,
            ("POST", SETUP + "/study"): self.study,
        }

    async def rules(self, request: Request) -> web.Response:
        """Return a game's rules in the visitor's language.

        The response is `{"rules": [{"heading", "text"}]}`, in which each text is Markdown.
        """
        told = [{"heading": page.heading, "text": page.text} for page in pages(game_of(request).info.key)]
        return answer({"rules": told})

    async def open(self, request: Request) -> web.Response:
        """Return a game's starting position as shown in the editor."""
        game = game_of(request)
        return await self._told(request, game.start)

    async def open_match(self, request: Request) -> web.Response:
        """Return the position after some moves of a match, as shown in the editor.

        The body is `{"ply": …}`, the number of moves.
        """
        snapshot = await self._service.lookup.snapshot_at(request.match.id, request.number("ply"))
        return await self._told(request, lambda: bare(snapshot.position))

    async def edit(self, request: Request) -> web.Response:
        """Change the position in the editor, and return the result.

        The body is `{"position": …, "edit": …}`, where the edit is one of EDITS. Some edits need `piece` and `cell` as
        well.
        """
        edit = EDITS.get(request.text("edit"))
        if edit is None:
            raise Mistaken
        game, code = game_of(request), request.text("position")
        return await self._told(request, lambda: edit(decode_setup(game, code), request))

    async def explain(self, request: Request) -> web.Response:
        """Explain why no legal move begins with the given steps.

        The body is `{"position": …, "steps": […]}`, and the response is `{"said": …}`.
        """
        steps, position = request.texts("steps"), of_code(game_of(request), request.text("position"))
        said = say(NO_SUCH_MOVE)
        for text in ("-".join(steps), *steps[-1:]):
            try:
                position.parse(text)
            except InvalidNotation:
                continue
            except RuleError as error:
                said = error.said()
                break
        return answer({"said": said})

    async def study(self, request: Request) -> web.Response:
        """Open a study of the position in the editor, with no moves yet.

        The body is `{"position": …}`, and the response is `{"study": …}`.
        """
        game, code = game_of(request), request.text("position")
        await self._service.quotas.count_stored("import", request.me)
        position = set_up(game, code)
        record = Record(game.info.key, position.chosen, game.info.rules_version, ("", ""), start=code)
        study, _ = await self._service.studies.open(request.me, record)
        return answer({"study": study.id})

    async def _told(self, request: Request, made: Callable[[], Position[Any]]) -> web.Response:
        reader = await self._reader(request)

        def telling() -> Iterator[Mapping[str, Any]]:
            yield {}
            position = made()
            yield {}
            yield from setup_json(position, reader)

        return answer(await self._service.replays.in_slices(telling()))


def game_of(request: Request) -> type[Position[Any]]:
    """Return the game named in the URL. Raises Mistaken if there is no such game."""
    game = GAMES.get(request.http.match_info["game"])
    if game is None:
        raise Mistaken
    return game
