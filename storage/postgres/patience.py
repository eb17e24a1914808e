"""A connection that is cut when its server says nothing for long, as behind a broken network or on a frozen machine."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress
from typing import Any

import psycopg


class Connection(psycopg.AsyncConnection[Any]):
    """A connection that waits neither for ever, nor for a server that is to stop what nobody waits for any more."""

    silence: float | None = 12.0
    """Seconds after which the connection is cut when the server has said nothing; None: never.

    The server itself is to end each statement before.
    """

    async def wait(self, gen: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 (as psycopg's own)
        if self.silence is None:
            return await super().wait(gen, *args, **kwargs)
        cutting = asyncio.get_running_loop().call_later(self.silence, self.cut)
        try:
            return await super().wait(gen, *args, **kwargs)
        finally:
            cutting.cancel()

    async def cancel_safe(self, *, timeout: float = 0.0) -> None:  # noqa: ARG002, ASYNC109 (psycopg's own parameter)
        """Cut the connection. psycopg calls this where a wait is cancelled, and would ask the server for seconds."""
        self.cut()

    def cut(self) -> None:
        """End the connection without a word to the server; whoever waits for an answer gets an OperationalError."""
        with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(self.pgconn.socket)) as ending:
            ending.shutdown(socket.SHUT_RDWR)
