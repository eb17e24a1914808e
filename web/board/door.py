"""The board page's server, which authenticates visitors, limits their requests, and responds in their language."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractContextManager, asynccontextmanager
from functools import partial
from types import MappingProxyType
from typing import Any

from aiohttp import web
from aiohttp.typedefs import Handler

from language import speaking
from looks import theme_name
from matches.errors import Refusal
from matches.model import Match
from matches.visits import LinkUsed, NotVisiting, Visit, VisitOver
from render import THEMES
from service import Service
from service.core import outside_discord
from service.gate import Discord
from service.visits import hash_secret
from web._addresses import address_of
from web._listening import runner
from web._site import QUEUED, Site
from web.board.beginnings import BeginningRequests
from web.board.files import Files
from web.board.guard import (
    IDLE,
    MOST_CONNECTIONS,
    MOST_KEYS,
    Budget,
    Mistaken,
    TooFast,
    answer,
    compress,
    refusal,
    wait_until_done,
)
from web.board.lessons import LessonRequests
from web.board.lines import LineRequests
from web.board.matches import MatchRequests
from web.board.mistakes import MistakeRequests
from web.board.puzzles import PuzzleRequests
from web.board.requests import LARGEST, Request, body_of
from web.board.setups import SetupRequests
from web.board.words import preferred_language, words_json

log = logging.getLogger(__name__)

ADDRESS = (300.0, 30.0)
"""How many requests without a valid session an address may send at once, and per second in the long run."""
PERSON = (100.0, 5.0)
"""How many requests a visitor may send at once, and per second in the long run."""
WORK = (500.0, 50.0)
"""How many turns a person's requests may take at once, and per second. Most requests take two to four turns."""
MOST_WAITING = 24
"""How many of one person's requests may wait for a turn at the same time."""
STRANGER = (20.0, 0.5)
"""How many requests with a wrong or missing link or session an address may send at once, and per second."""
VISIT = web.RequestKey("visit", Visit)
"""The valid session of a request, if it has one."""

Answering = Callable[[Request], Awaitable[web.Response]]


class BoardError(Exception):
    """Raised if the board page cannot be served. The message is for the bot's operator."""


class BoardDoor:
    """Serves the board page.

    It keeps no state that another process would need.
    """

    def __init__(
        self, service: Service, discord: Discord, spoken_to: Callable[[int], AbstractContextManager[None]]
    ) -> None:
        """Create a server.

        `spoken_to` returns a context manager that switches to a person's language.
        """
        self._service, self._discord, self._spoken_to = service, discord, spoken_to
        self._turns = service.interactions.turns
        self._addresses, self._people, self._strangers = Budget(*ADDRESS), Budget(*PERSON), Budget(*STRANGER)
        self._work = Budget(*WORK)
        self._ended = Budget(*STRANGER)
        self._known = OrderedDict[str, bool]()
        """The secrets of sessions that were valid here, least recently used first, and whether they still are valid."""

    @asynccontextmanager
    async def open(self, address: tuple[str, int]) -> AsyncIterator[web.AppRunner]:
        """Serve the page for the duration of this context manager. Raises BoardError if that is not possible.

        At the end of the context, changes that are in progress are completed.
        """
        host, port = address
        serving = runner(self.app(), IDLE, cancels=True)
        await serving.setup()
        try:
            try:
                await Site(serving, MOST_CONNECTIONS, host=host, port=port).start()
            except OSError as error:
                raise BoardError(f"TIDEPOOL_BOARD: {host}:{port} cannot be listened at ({error.strerror}).") from error
            log.info("The board page is at http://%s:%d", host, port)
            yield serving
        finally:
            await serving.cleanup()

    def app(self) -> web.Application:
        app = web.Application(client_max_size=LARGEST, middlewares=[self._guard])
        app.on_shutdown.append(self._release)
        app.add_routes(Files().routes())
        app.router.add_post("/api/visit", self.open_visit)
        app.router.add_get("/api/words", self._for_visitors(self.words))
        tasks = LessonRequests, PuzzleRequests, MistakeRequests
        for part in (MatchRequests, BeginningRequests, LineRequests, SetupRequests, *tasks):
            for (method, path), answering in part(self._service, self._discord).routes().items():
                app.router.add_route(method, path, self._for_visitors(answering))
        return app

    async def _release(self, _: web.Application) -> None:
        """Respond to all requests waiting for a match to change, so that they do not delay a shutdown."""
        self._service.watching.stop()

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Count a request towards a limit, and turn any error into a response.

        It counts against its visitor or, if it has no valid session, against its address. In this way, strangers cannot
        use up the requests of visitors at the same address. Errors are in the browser's language, because it is not yet
        known who asks.
        """
        with speaking(preferred_language(request.headers.get("Accept-Language", ""))):
            try:
                await self._admit(request)
                return await handler(request)
            except Exception as error:  # noqa: BLE001 (`refusal` logs bugs)
                return refusal(error)

    async def open_visit(self, request: web.Request) -> web.Response:
        """Exchange the secret of a link for a session.

        The body is `{"link": …, "nonce": …}`, and the response is `{"visit": …, "code": …, "words": …, "themes": …}`.
        With the same nonce, the page may ask again if the response is lost. For the board editor, `code` is replaced by
        `game` and `plays`: whether a match may begin from there.
        """
        address = address_of(request)
        try:
            link, nonce = await _link(request)
            async with self._turns.hold(address):
                opening = asyncio.ensure_future(self._open(link, nonce, address))
                await wait_until_done(opening)
                return answer(await self._opened(*opening.result()))
        except (Mistaken, web.HTTPException):
            self._strangers.spend(address)
            raise

    async def _open(self, link: str, nonce: str | None, address: str) -> tuple[str, Visit]:
        """Open a session with a one-time link. Returns the session's secret and the session.

        An invalid link counts against the address, even if the sender has left.
        """
        try:
            secret, visit = await self._service.visits.open(link, nonce)
        except LinkUsed:
            self._strangers.spend(address)
            raise
        self._note(secret)
        return secret, visit

    async def _opened(self, secret: str, visit: Visit) -> dict[str, object]:
        if visit.game is None:
            shown: dict[str, object] = {"code": (await self._admitted(visit, visit.match_id)).code}
        else:
            shown = {"game": visit.game, "plays": visit.channel_id is not None}
        with self._spoken_to(visit.person_id):
            return {"visit": secret, **shown, **_translated_words()}

    async def words(self, _: Request) -> web.Response:
        """Return the page's texts and the names of the themes.

        A reloaded page asks for them, because an update may have changed them. The response is `{"words": …,
        "themes": …}`.
        """
        return answer(_translated_words())

    def _for_visitors(self, answering: Answering) -> Handler:
        """Wrap a handler for visitors with a valid session. It completes a POST request even if they leave."""

        async def answered(http: web.Request) -> web.StreamResponse:
            visit, secret = http.get(VISIT), _secret(http)
            if visit is None:
                self._strangers.spend(address_of(http))
                raise VisitOver
            if self._turns.waiting(visit.person_id) >= MOST_WAITING:
                raise TooFast
            with self._spoken_to(visit.person_id), outside_discord(hash_secret(secret)):
                if http.method != "POST":
                    return await self._answer(answering, http, secret, visit)
                try:
                    body = await body_of(http)
                except Exception as error:  # noqa: BLE001 (here, so that it is in the visitor's language)
                    return refusal(error)
                work = self._answer(answering, http, secret, visit, body)
                return await asyncio.shield(asyncio.ensure_future(work))

        return answered

    async def _answer(
        self,
        answering: Answering,
        http: web.Request,
        secret: str,
        visit: Visit,
        body: Mapping[str, Any] = MappingProxyType({}),
    ) -> web.Response:
        """Wait for the visitor's turn, and return the response. Errors and requests beyond WORK are refused."""
        me = visit.person_id
        try:
            async with self._turns.hold(me, partial(self._work.spend, me)):
                visit = await self._service.visits.of(secret)  # again, because the session may have ended meanwhile
                request = Request(http, visit, secret, await self._match(http, visit), body)
                return await compress(http, await answering(request))
        except Exception as error:  # noqa: BLE001 (`refusal` logs bugs)
            return refusal(error)

    async def _match(self, http: web.Request, visit: Visit) -> Match | None:
        """Return the match named in the URL, if it names one. Raises NoMatch if the visitor may not see the match."""
        code = http.match_info.get("code")
        return None if code is None else await self._admitted(visit, int(code, 36))

    async def _admitted(self, visit: Visit, match_id: int) -> Match:
        return await self._service.visits.match(visit, match_id, self._discord)

    async def _admit(self, http: web.Request) -> None:
        """Wait for the request's turn, look up its session, and count the request towards the limits.

        Waiting makes sure that a flood of requests yields to Discord. A request in a session that was valid before does
        not wait for strangers at the same address, and a link does not wait for other requests. Raises TooFast, Refusal
        if the person is banned, or VisitOver if the session has ended since it was last valid here. Requests in ended
        sessions have a budget of their own.
        """
        secret, address = _secret(http), address_of(http)
        opening = http.match_info.handler == self.open_visit
        asking = ("visit", secret) if self._known.get(secret) else ("link" if opening else "address", address)
        http[QUEUED] = True
        async with self._turns.hold(asking):
            http[QUEUED] = False
            visit = await self._visit(secret, address) if secret else None
        if visit is not None:
            self._people.spend(visit.person_id)
            http[VISIT] = visit
        elif not opening and secret in self._known:  # ended; a flood of strangers there must not hide this
            self._ended.spend(secret)
            raise VisitOver
        elif not opening:
            self._addresses.spend(address)

    async def _visit(self, secret: str, address: str) -> Visit | None:
        """Return the session with this secret, or None if there is none. Raises Refusal if they are banned."""
        try:
            visit = await self._service.visits.of(secret)
        except NotVisiting:
            if secret in self._known:
                self._known[secret] = False
            return None
        except Refusal:
            self._addresses.spend(address)
            raise
        self._note(secret)
        return visit

    def _note(self, secret: str) -> None:
        """Remember that this secret's session is valid."""
        self._known[secret] = True
        self._known.move_to_end(secret)
        if len(self._known) > MOST_KEYS:
            self._known.popitem(last=False)


async def _link(request: web.Request) -> tuple[str, str | None]:
    """Return the secret and nonce of a link from the request's body. Raises Mistaken if they are invalid."""
    body = await body_of(request)
    link, nonce = body.get("link"), body.get("nonce")
    if not isinstance(link, str) or not isinstance(nonce, str | None):
        raise Mistaken
    return link, nonce


def _secret(http: web.Request) -> str:
    """Return the secret in the `Authorization: Bearer` header, or "" unless there is exactly one such header."""
    given = http.headers.getall("Authorization", [])
    scheme, _, secret = given[0].partition(" ") if len(given) == 1 else ("", "", "")
    return secret if scheme.lower() == "bearer" else ""


def _translated_words() -> dict[str, object]:
    """Return the page's texts and the names of the themes in the current language."""
    return {"words": words_json(), "themes": {theme: theme_name(theme) for theme in THEMES}}
