"""The page's connections: how many there may be, and when those are dropped whose clients do not read."""

import asyncio
import socket
from contextlib import suppress

from aiohttp import web

IDLE = 20.0
"""Seconds for which a connection may stay open without a request, or with an answer that its client does not read."""

MOST_CONNECTIONS = 4_000
"""How many connections the page may have open at once, if these take at most half of the process's files."""
MOST_FILES = 16_384
"""How many files and connections the process may have open at once."""


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
