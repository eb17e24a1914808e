"""What every answer of the board page has: security headers, limits, and refusals as JSON. Also limits connections."""

import asyncio
import gzip
import json
import logging
import socket
import time
from collections import OrderedDict
from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address, ip_network

from aiohttp import web

from games import RuleError
from language import SpokenError, mark, one_line, say
from matches.computers import Interrupted
from matches.errors import Refusal, Unknown
from matches.visits import NotVisiting
from storage.errors import Unavailable, Unheard

IDLE = 20.0
"""Seconds for which a connection may stay open without a request, or with an answer that its client does not read."""

MOST_CONNECTIONS = 4_000
"""How many connections the page may have open at once, if these take at most half of the process's files."""
MOST_FILES = 16_384
"""How many files and connections the process may have open at once."""
log = logging.getLogger(__name__)

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "Server": "Tidepool",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""The headers of every answer."""
WORTH_PACKING = 600
"""The bytes from which an answer is compressed."""
MOST_KEYS = 10_000
"""The most addresses or people whose requests are counted; beyond that, the longest quiet one is forgotten."""
NETWORK = 64
"""The bits of an IPv6 address that its owner cannot change."""

UNSAVED = mark("Nothing can be saved at the moment, so nothing has changed. Try again in a minute.")
UNHEARD = mark("The connection to the database broke while saving. Check in a minute whether your move counts.")
INTERRUPTED = mark("The computer was interrupted while thinking. Try again.")
TOO_FAST = mark("Too many requests. Wait a few seconds.")
MISTAKEN = mark("This page sent something that the bot does not understand. Reload it.")
BROKEN = mark("Something went wrong, and the bot's owner can find it in the log. Try again in a moment.")


class Site(web.BaseSite):
    """Listens for browsers. Beyond MOST_CONNECTIONS, it closes new connections at once, so that files are left."""

    def __init__(self, serving: web.AppRunner, host: str, port: int) -> None:
        super().__init__(serving)
        self._address = host, port
        self._most = MOST_CONNECTIONS

    @property
    def name(self) -> str:
        host, port = self._address
        return f"http://{host}:{port}"

    async def start(self) -> None:
        """Raises OSError."""
        await super().start()
        self._most = min(MOST_CONNECTIONS, _files() // 2)
        host, port = self._address
        server = await asyncio.get_running_loop().create_server(self._connected, host, port)
        self._server = server
        for listening in server.sockets:
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux drops a connection then, if its client takes nothing
                listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(IDLE * 1000))

    def _connected(self) -> asyncio.BaseProtocol:
        server = self._runner.server
        if server is None or len(server.connections) >= self._most:
            return _Refused()
        return server()


class _Refused(asyncio.Protocol):
    """Closes its connection."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.close()


def _files() -> int:
    """Let this process open as many files as the system allows, up to MOST_FILES; returns how many."""
    with suppress(ImportError):  # Windows has no such limits
        import resource  # noqa: PLC0415 (for the same reason)

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        return most
    return MOST_FILES


class Mistaken(Exception):
    """The request is not one that the page sends."""


class TooFast(Exception):
    """The address or the person has sent too many requests."""


KNOWN: Sequence[tuple[tuple[type[Exception], ...], HTTPStatus, str]] = (
    ((NotVisiting,), HTTPStatus.UNAUTHORIZED, ""),
    ((Unknown,), HTTPStatus.NOT_FOUND, ""),
    ((RuleError, Refusal), HTTPStatus.CONFLICT, ""),
    ((Mistaken, web.RequestPayloadError), HTTPStatus.BAD_REQUEST, MISTAKEN),
    ((TooFast,), HTTPStatus.TOO_MANY_REQUESTS, TOO_FAST),
    ((TimeoutError, ConnectionResetError), HTTPStatus.REQUEST_TIMEOUT, MISTAKEN),
    ((Interrupted,), HTTPStatus.SERVICE_UNAVAILABLE, INTERRUPTED),
    ((Unheard,), HTTPStatus.SERVICE_UNAVAILABLE, UNHEARD),
    ((Unavailable,), HTTPStatus.SERVICE_UNAVAILABLE, UNSAVED),
)
"""The status of each kind of error, and the sentence of one that carries none; the first row that fits counts."""


class Budget:
    """Limits each key to `burst` requests at once and `rate` a second in the long run."""

    def __init__(self, burst: float, rate: float) -> None:
        self._burst, self._rate = burst, rate
        self._spent: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()
        """How much of its burst each key has used, and when; the longest quiet key first."""

    def check(self, key: Hashable) -> None:
        """Raise TooFast if nothing is left."""
        if self._left(key, time.monotonic()) < 1:
            raise TooFast

    def spend(self, key: Hashable) -> None:
        """Count a request. Raises TooFast if nothing is left."""
        self.check(key)
        now = time.monotonic()
        self._spent[key] = (self._burst - self._left(key, now) + 1, now)
        self._spent.move_to_end(key)
        if len(self._spent) > MOST_KEYS:
            self._spent.popitem(last=False)

    def _left(self, key: Hashable, now: float) -> float:
        spent, at = self._spent.get(key, (0.0, now))
        return self._burst - max(spent - (now - at) * self._rate, 0)


def address_of(request: web.Request) -> str:
    """The client's address, as the proxy in front reports it; for IPv6, its network, unless it stands for an IPv4 one.

    Only a proxy on this machine or in a private network is believed, and only its own entry, which is the last one.
    """
    peer = request.remote or ""
    given = ",".join(request.headers.getall("X-Forwarded-For", ())).rpartition(",")[2].strip()
    try:
        address = ip_address(peer)
        if given and (address.is_private or address.is_loopback):
            address = ip_address(given)
    except ValueError:
        return peer
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    return str(ip_network((address, NETWORK), strict=False) if isinstance(address, IPv6Address) else address)


def answer(request: web.Request, told: object, status: int = HTTPStatus.OK, *, secret: bool = False) -> web.Response:
    """A JSON answer that no cache stores. An answer with a secret is not compressed, so its size reveals nothing."""
    body = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if not secret and len(body) >= WORTH_PACKING and takes_gzip(request):
        body = gzip.compress(body, 6, mtime=0)
        headers["Content-Encoding"] = "gzip"
    return web.Response(body=body, status=status, content_type="application/json", headers=headers)


def takes_gzip(request: web.Request) -> bool:
    return "gzip" in request.headers.get("Accept-Encoding", "")


def refusal(request: web.Request, error: Exception) -> web.Response:
    """The answer to an error: its sentence in the reader's language, and a status. Logs only bugs."""
    if isinstance(error, web.HTTPException):
        return answer(request, {"said": say(MISTAKEN)}, error.status)
    for kinds, status, sentence in KNOWN:
        if isinstance(error, kinds):
            said = error.said() if isinstance(error, SpokenError) else say(sentence)
            return answer(request, {"said": one_line(said)}, status)
    log.error("A bug: a request of the board page was not answered", exc_info=error)
    return answer(request, {"said": say(BROKEN)}, HTTPStatus.INTERNAL_SERVER_ERROR)
