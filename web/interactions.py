"""The endpoint that receives interactions from Discord and verifies their signatures.

Each interaction is then answered through Discord's REST API.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import math
import re
import selectors
import socket
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from aiohttp import web

from web._listening import DRAINED, SLOWEST, application, runner
from web._site import Site

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from nacl.signing import VerifyKey

log = logging.getLogger(__name__)

PATH = "/interactions"
LARGEST = 256 * 1024
"""The largest allowed body, in bytes. Discord sends a few thousand."""
OLDEST = 5
"""How many seconds the timestamp of a signature may differ from Discord's time."""
BETWEEN_QUESTIONS = 10
"""The minimum number of seconds before Discord is asked for its time again."""
BACKLOG = 512
"""How many connections may wait to be accepted."""
MOST_CONNECTIONS = 2_000
"""How many connections may be open at the same time. Each of them serves one request."""
ITERATIONS = 3
"""After this many iterations of the event loop without a new connection, all accepted ones are being served.

The loop accepts a connection in one iteration and starts to serve it in a later one.
"""
NUMBER = re.compile(r"[0-9]{1,19}")
PING = PONG = 1


class EndpointError(Exception):
    """Raised if the endpoint cannot be opened. The message is for the bot's operator."""


class Endpoint:
    """Receives Discord's interactions at `POST /interactions`."""

    def __init__(
        self,
        take: Callable[[int], Awaitable[bool]],
        receive: Callable[[dict[str, Any], float], None],
        now: Callable[[], float],
        ask_time: Callable[[], Awaitable[None]],
    ) -> None:
        """Create an endpoint.

        `take` claims the interaction with an ID. It returns False if the interaction has already been claimed.
        `receive` starts to answer an interaction. It is passed the payload and the event-loop time of the request's
        arrival. `now` is Discord's time as far as it is known, and `ask_time` asks Discord, which corrects it.
        """
        self._take = take
        self._receive = receive
        self._now = now
        self._ask_time = ask_time
        self._asking = asyncio.Lock()
        self._asked_at = -math.inf
        """When Discord was last asked, in event-loop time."""
        self._key: VerifyKey | None = None
        self._socket: socket.socket | None = None
        self._runner: web.AppRunner | None = None

    @property
    def open(self) -> bool:
        """Whether the endpoint would respond to a PING."""
        return self._runner is not None and self._socket is not None

    def check(self) -> None:
        """Raise EndpointError if a package is missing."""
        _key("00" * 32)

    async def start(self, address: tuple[str, int], key: str) -> None:
        """Start listening for requests. Raises EndpointError if the address cannot be used.

        `key` is the application's public key in hexadecimal.
        """
        self._key = _key(key)
        host, port = address
        serving = runner(self.app())
        await serving.setup()
        try:
            self._socket = _listening(host, port)
            await Site(serving, MOST_CONNECTIONS, sock=self._socket, backlog=BACKLOG).start()
        except OSError as error:
            await serving.cleanup()
            raise EndpointError(f"TIDEPOOL_HTTP: {host}:{port} cannot be listened at ({error.strerror}).") from error
        self._runner = serving
        log.info("Interactions are taken at http://%s:%d%s", host, port, PATH)

    async def stop(self) -> None:
        """Stop accepting connections, and finish serving those already accepted."""
        serving, listening = self._runner, self._socket
        if serving is None or listening is None:
            return
        self._runner = None
        await _accept_all(listening)
        for site in list(serving.sites):
            await site.stop()
        self._socket = None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(DRAINED):
                while serving.server and serving.server.connections:  # noqa: ASYNC110 (aiohttp has no event for it)
                    await asyncio.sleep(0.02)
        await serving.cleanup()

    def app(self) -> web.Application:
        app = application(LARGEST)
        app.router.add_post(PATH, self.post)
        return app

    async def post(self, request: web.Request) -> web.Response:
        """Respond with 202 to an interaction signed by Discord, and refuse any other request.

        A signed ping is answered with a pong.
        """
        arrived = asyncio.get_running_loop().time()
        if (request.content_length or 0) > LARGEST:
            raise web.HTTPRequestEntityTooLarge(max_size=LARGEST, actual_size=request.content_length or 0)
        async with asyncio.timeout(SLOWEST):
            body = await request.read()
        timestamp = request.headers.get("X-Signature-Timestamp", "")
        if not self._signed(request.headers.get("X-Signature-Ed25519", ""), timestamp, body):
            return web.Response(status=HTTPStatus.UNAUTHORIZED, text="This is not signed by Discord.")
        if not self._young(timestamp):
            await self._learn_time()
        if not self._young(timestamp):
            return web.Response(status=HTTPStatus.UNAUTHORIZED, text="This was signed too long ago.")
        payload = _read(body)
        if payload is None:
            return web.Response(status=HTTPStatus.BAD_REQUEST, text="This is no interaction.")
        if payload["type"] == PING:
            return web.json_response({"type": PONG})
        if await self._take(int(payload["id"])):
            self._receive(payload, arrived)
        return web.Response(status=HTTPStatus.ACCEPTED)

    def _signed(self, signature: str, timestamp: str, body: bytes) -> bool:
        from nacl.exceptions import BadSignatureError  # noqa: PLC0415 (an optional package)

        assert self._key is not None  # noqa: S101 (set by `start`)
        try:
            self._key.verify(timestamp.encode() + body, bytes.fromhex(signature))
        except (BadSignatureError, ValueError):
            return False
        return True

    def _young(self, timestamp: str) -> bool:
        return NUMBER.fullmatch(timestamp) is not None and abs(self._now() - int(timestamp)) <= OLDEST

    async def _learn_time(self) -> None:
        """Ask Discord for the current time, unless it was asked a moment ago.

        Called when a request seems old, because our clock may be wrong. Anybody who replays old requests causes this
        question, too, but learns only that the requests are refused.
        """
        async with self._asking:
            now = asyncio.get_running_loop().time()
            if now - self._asked_at >= BETWEEN_QUESTIONS:
                self._asked_at = now
                log.info("A request is old, or the clock is wrong: I ask Discord for its time")
                await self._ask_time()


def _key(digits: str) -> VerifyKey:
    try:
        from nacl.signing import VerifyKey  # noqa: PLC0415 (an optional package)
    except ImportError as error:
        raise EndpointError(
            "TIDEPOOL_DOOR=http needs more packages: run `pip install -r requirements-postgres.txt`, "
            "or install `tidepool[postgres]`."
        ) from error
    return VerifyKey(bytes.fromhex(digits))


def _listening(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(where)
    except OSError:
        listening.close()
        raise
    listening.setblocking(False)
    return listening


async def _accept_all(listening: socket.socket) -> None:
    """Wait until all pending connections have been accepted and are being served."""
    quiet = 0
    with selectors.DefaultSelector() as waiting:
        waiting.register(listening, selectors.EVENT_READ)
        while quiet < ITERATIONS:
            quiet = 0 if waiting.select(0) else quiet + 1
            await asyncio.sleep(0)


def _read(body: bytes) -> dict[str, Any] | None:
    """Parse a request's body as an interaction, checking only its ID and type. Returns None if it is invalid."""
    try:
        payload = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(payload, dict) or not isinstance(payload.get("type"), int):
        return None
    return payload if NUMBER.fullmatch(str(payload.get("id"))) or payload["type"] == PING else None
