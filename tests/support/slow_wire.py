"""A slow connection to a PostgreSQL server, which can be cut at any answer."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SOCKET = ".s.PGSQL.5432"
"""The name of the socket in the folder that an address gives as its host."""


class SlowWire:
    """Forwards the data of a socket in one folder to the server's socket in another, and the answers with a delay."""

    def __init__(self, folder: Path, server: Path) -> None:
        self.address = f"postgresql:///postgres?host={folder}&user=tidepool"
        self.seconds = 0.0
        """How much later each answer of the server arrives."""
        self.cut: Callable[[], bool] = lambda: False
        """Whether to end a connection in place of an answer of the server that is about to arrive."""
        self._from, self._to = folder / SOCKET, server / SOCKET
        self._listening: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._listening = await asyncio.start_unix_server(self._connected, self._from)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._listening is not None
        self._listening.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        with contextlib.suppress(OSError):
            answers, server = await asyncio.open_unix_connection(self._to)
            asking = asyncio.create_task(self._ask(reader, server))
            telling = asyncio.create_task(self._tell(answers, writer))
            await asyncio.wait((asking, telling), return_when=asyncio.FIRST_COMPLETED)
            for one in (asking, telling):
                one.cancel()
            await asyncio.gather(asking, telling, return_exceptions=True)
            server.close()
        writer.close()

    async def _ask(self, reader: asyncio.StreamReader, server: asyncio.StreamWriter) -> None:
        while words := await reader.read(1 << 16):
            server.write(words)
            await server.drain()

    async def _tell(self, answers: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while words := await answers.read(1 << 16):
            await asyncio.sleep(self.seconds)
            if self.cut():
                return
            writer.write(words)
            await writer.drain()
