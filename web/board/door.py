"""The board page's server: it admits visitors, limits and answers requests, and refuses in the visitor's language."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager, asynccontextmanager

from aiohttp import web
from aiohttp.typedefs import Handler

from looks import theme_name
from matches.model import Match
from matches.visits import LinkUsed, NotVisiting, Visit
from render import THEMES
from service import Service
from service.core import outside_discord
from web._listening import runner
from web.board.files import Files
from web.board.guard import HEADERS, IDLE, Budget, Mistaken, Site, address_of, answer, refusal
from web.board.lines import LineRequests
from web.board.matches import MatchRequests
from web.board.requests import LARGEST, Request, body_of
from web.board.setups import SetupRequests
from web.board.words import words_told

log = logging.getLogger(__name__)

ADDRESS = (300.0, 30.0)
"""How many requests one address may send at once, and how many a second in the long run."""
PERSON = (100.0, 5.0)
"""The same for one person."""
STRANGER = (20.0, 0.5)
"""The same for requests from one address without a valid link or visit."""

Answering = Callable[[Request], Awaitable[web.Response]]


class BoardError(Exception):
    """The page cannot be served. The text is one sentence for the operator."""


class BoardDoor:
    """Serves the board page. It holds nothing that another process would miss."""

    def __init__(self, service: Service, spoken_to: Callable[[int], AbstractContextManager[None]]) -> None:
        """`spoken_to` speaks a person's language inside its context."""
        self._service = service
        self._spoken_to = spoken_to
        self._addresses, self._people, self._strangers = Budget(*ADDRESS), Budget(*PERSON), Budget(*STRANGER)

    @asynccontextmanager
    async def open(self, address: tuple[str, int]) -> AsyncIterator[web.AppRunner]:
        """Serve the page there inside this context, and finish at its end what changes something. Raises BoardError."""
        host, port = address
        serving = runner(self.app(), IDLE, cancels=True)
        await serving.setup()
        try:
            try:
                await Site(serving, host, port).start()
            except OSError as error:
                raise BoardError(f"TIDEPOOL_BOARD: {host}:{port} cannot be listened at ({error.strerror}).") from error
            log.info("The board page is at http://%s:%d", host, port)
            yield serving
        finally:
            await serving.cleanup()

    def app(self) -> web.Application:
        app = web.Application(client_max_size=LARGEST, middlewares=[self._guarded])
        app.on_shutdown.append(self._wake)
        app.add_routes(Files().routes())
        app.router.add_post("/api/visit", self.open_visit)
        app.router.add_get("/api/words", self._visited(self.words))
        for part in (MatchRequests(self._service), LineRequests(self._service), SetupRequests(self._service)):
            for (method, path), answering in part.routes().items():
                app.router.add_route(method, path, self._visited(answering))
        return app

    async def _wake(self, _: web.Application) -> None:
        """Answer the waiting requests, so that a stop does not wait for them."""
        self._service.watching.wake()

    @web.middleware
    async def _guarded(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Count the request, answer its errors, and add the headers that every answer has."""
        response: web.StreamResponse
        try:
            self._addresses.spend(address_of(request))
            response = await handler(request)
        except Exception as error:  # noqa: BLE001 (`refusal` logs bugs)
            response = refusal(request, error)
        response.headers.update(HEADERS)
        return response

    async def open_visit(self, request: web.Request) -> web.Response:
        """Use a link: `{"link": …}` becomes `{"visit": …, "code": …, "words": …, "themes": …}`.

        For the board editor, `code` is replaced by `game` and `plays`: whether a match may begin from there.
        """
        address = address_of(request)
        self._strangers.check(address)
        link = (await body_of(request)).get("link")
        if not isinstance(link, str):
            raise Mistaken
        try:
            secret, visit = await asyncio.shield(asyncio.ensure_future(self._service.visits.open(link)))
        except LinkUsed:
            self._strangers.spend(address)
            raise
        if visit.game is None:
            shown: dict[str, object] = {"code": (await self._service.visits.match(visit, visit.match_id)).code}
        else:
            shown = {"game": visit.game, "plays": visit.channel_id is not None}
        with self._spoken_to(visit.person_id):
            opened = {"visit": secret, **shown, **_spoken()}
        return answer(request, opened, secret=True)

    async def words(self, request: Request) -> web.Response:
        """What the page says, for a page that is loaded again, perhaps after an update: `{"words": …, "themes": …}`."""
        return answer(request.http, _spoken())

    def _visited(self, answering: Answering) -> Handler:
        """Answer only visitors, in their language. What changes something is finished even if they disconnect."""

        async def answered(http: web.Request) -> web.StreamResponse:
            secret = http.headers.get("Authorization", "").removeprefix("Bearer ")
            visit = await self._visit(http, secret)
            self._people.spend(visit.person_id)
            with self._spoken_to(visit.person_id), outside_discord():
                try:
                    if http.method != "POST":
                        return await answering(Request(http, visit, secret, await self._match(http, visit)))
                    body = await body_of(http)
                    visit = await self._visit(http, secret)  # again, because it may have ended before the body arrived
                    request = Request(http, visit, secret, await self._match(http, visit), body)
                except Exception as error:  # noqa: BLE001 (here, so that it is in the visitor's language)
                    return refusal(http, error)
                return await asyncio.shield(asyncio.ensure_future(_answered(answering, request)))

        return answered

    async def _match(self, http: web.Request, visit: Visit) -> Match | None:
        """The match that the address names, if it names one. Raises NoMatch if the visitor may not see it."""
        code = http.match_info.get("code")
        return None if code is None else await self._service.visits.match(visit, int(code, 36))

    async def _visit(self, http: web.Request, secret: str) -> Visit:
        """The visit with this secret. Raises NotVisiting, TooFast for too many wrong secrets, and Refusal for a ban."""
        address = address_of(http)
        self._strangers.check(address)
        try:
            return await self._service.visits.of(secret)
        except NotVisiting:
            self._strangers.spend(address)
            raise


def _spoken() -> dict[str, object]:
    """The words of the page and the names of the themes, in the language that is spoken now."""
    return {"words": words_told(), "themes": {theme: theme_name(theme) for theme in THEMES}}


async def _answered(answering: Answering, request: Request) -> web.Response:
    """The answer, or the refusal in the language that is spoken now."""
    try:
        return await answering(request)
    except Exception as error:  # noqa: BLE001 (`refusal` logs bugs)
        return refusal(request.http, error)
