"""Decides where the HTTP servers listen, how many connections they keep open, and which headers they send."""

import asyncio
import socket
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any

from aiohttp import web

from web._addresses import network_of

MOST_FILES = 16_384
"""How many files and connections the process may have open at once."""
SHARE = 4
"""The connections of one server may use up to 1/SHARE of the files that the process can open."""
CLOSED = 64
"""When room is needed, up to 1/CLOSED of all connections that are allowed are closed together."""
UNREAD = 20.0
"""How long a client may leave a response unread, in seconds."""
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "Server": "Tidepool",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""The headers of every response, including the responses that aiohttp generates."""
QUEUED = web.RequestKey("queued", bool)
"""Whether a request is still waiting to be admitted. If it is, its connection may be closed."""


class Site(web.BaseSite):
    """A server with a limited number of open connections.

    Beyond the limit, it closes connections that have no request being answered, starting with the oldest ones of the
    address that has the most. If there are none, a new connection is closed at once. So no address can keep others out.
    """

    def __init__(self, serving: web.AppRunner, limit: int, **where: Any) -> None:  # noqa: ANN401 (as create_server takes it)
        """Create a server that keeps at most `limit` connections open.

        `where` is the address or the socket that is passed to `create_server`.
        """
        super().__init__(serving)
        self._where = where
        self._most = limit
        self._refusals = _Refusals()

    @property
    def name(self) -> str:
        return f"http://{self._where}"

    async def start(self) -> None:
        """Start listening. Raises OSError if the address cannot be used."""
        await super().start()
        self._most = min(self._most, _files() // SHARE)
        serving = self._runner.server
        assert serving is not None  # noqa: S101 (the runner is set up)
        make = serving.request_factory
        serving.request_factory = partial(  # type: ignore[call-arg]  # (not declared to take a class)
            make, _cls=partial(_Request, refusals=self._refusals)
        )
        listening = await asyncio.get_running_loop().create_server(self._connected, **self._where)
        self._server = listening
        for where in listening.sockets:
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux then drops a connection whose client reads nothing
                where.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(UNREAD * 1000))

    def _connected(self) -> asyncio.BaseProtocol:
        serving = self._runner.server
        if serving is None or not self._has_room(serving):
            return _Refused()
        return serving()

    def _has_room(self, serving: web.Server) -> bool:
        """Return whether one more connection can be opened, closing others first if necessary."""
        if len(serving.connections) < self._most:
            return True
        opened = [connection for connection in serving.connections if connection.transport is not None]
        if len(opened) < self._most:
            return True
        unanswered = [
            connection for connection in opened if _is_waiting(connection) or connection in self._refusals.waiting
        ]
        held = Counter(_client(connection) for connection in unanswered)
        by_share = sorted(unanswered, key=lambda connection: -held[_client(connection)])
        for connection in by_share[: self._most // CLOSED or 1]:
            connection.force_close()
        return bool(unanswered)


class _Refusals:
    """Sends refusals one at a time, so that a flood of refused requests hardly delays anything else."""

    def __init__(self) -> None:
        self.waiting = set[web.RequestHandler]()
        """The connections whose refusal has not been sent yet."""
        self._sending = asyncio.Lock()

    async def turn(self, connection: web.RequestHandler) -> None:
        """Wait until all earlier refusals have been sent and the event loop has run its other tasks."""
        self.waiting.add(connection)
        try:
            async with self._sending:
                await asyncio.sleep(0)
        finally:
            self.waiting.discard(connection)


class _Request(web.Request):
    """A request whose response includes HEADERS, even if aiohttp refuses it before calling our code."""

    def __init__(self, *args: Any, refusals: _Refusals, **more: Any) -> None:  # noqa: ANN401 (as aiohttp makes it)
        super().__init__(*args, **more)
        self._refusals = refusals

    async def _prepare_hook(self, response: web.StreamResponse) -> None:
        if HTTPStatus.BAD_REQUEST <= response.status < HTTPStatus.INTERNAL_SERVER_ERROR:
            await self._refusals.turn(self.protocol)
        await super()._prepare_hook(response)
        response.headers.update(HEADERS)


class _Refused(asyncio.Protocol):
    """A protocol that closes its connection at once."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.close()


def _is_waiting(connection: web.RequestHandler) -> bool:
    """Return whether a connection is idle or has a queued or incomplete request."""
    if not connection._request_in_progress:  # noqa: SLF001 (nothing else tells)
        return True
    request = connection._current_request  # noqa: SLF001 (for the same reason)
    return request is not None and (request.get(QUEUED, False) or not request.content.is_eof())


def _client(connection: web.RequestHandler) -> object:
    """Return the part of a client's address that the client cannot change: for IPv6, the network."""
    peer = connection.peername
    return network_of(peer[0]) if isinstance(peer, tuple) else peer


def _files() -> int:
    """Raise this process's limit on open files to MOST_FILES, or as far as allowed, and return it."""
    with suppress(ImportError):  # Windows has no such limits
        import resource  # noqa: PLC0415 (for the same reason)

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        return most
    return MOST_FILES
