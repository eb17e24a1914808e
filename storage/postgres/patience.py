"""A PostgreSQL connection that times out if the server stops responding, such as after a network failure."""

import asyncio
import os
import socket
from contextlib import suppress
from typing import Any

import psycopg


class Connection(psycopg.AsyncConnection[Any]):
    """A connection that closes itself if the server takes too long to respond or if a wait is cancelled."""

    silence: float | None = 12.0
    """How long the server may be silent before the connection is cut, in seconds; None for no limit."""

    async def wait(self, gen: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 (as psycopg's own)
        if self.silence is None:
            return await super().wait(gen, *args, **kwargs)
        cutting = asyncio.get_running_loop().call_later(self.silence, self.cut)
        try:
            return await super().wait(gen, *args, **kwargs)
        finally:
            cutting.cancel()

    async def cancel_safe(self, *, timeout: float = 0.0) -> None:  # noqa: ARG002, ASYNC109 (psycopg's own parameter)
        """Close the connection when psycopg cancels a wait, because psycopg's own version can take seconds."""
        self.cut()

    def cut(self) -> None:
        """Close the connection without telling the server.

        A task that waits for the server gets an OperationalError.
        """
        with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(self.pgconn.socket)) as ending:
            ending.shutdown(socket.SHUT_RDWR)
