"""A slow connection to a PostgreSQL server, which can be cut at any answer."""

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Self

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
        self._clients: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> Self:
        self._listening = await asyncio.start_unix_server(self._connected, self._from)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._listening is not None
        self._listening.close()
        for client in self._clients:
            client.transport.abort()  # which ends its task; one that is cancelled would be told of as a fault
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._clients.add(writer)
        task.add_done_callback(self._tasks.discard)
        try:
            with contextlib.suppress(OSError):
                answers, server = await asyncio.open_unix_connection(self._to)
                await self._forward(reader, server, answers, writer)
        finally:
            self._clients.discard(writer)
            writer.close()

    async def _forward(
        self,
        reader: asyncio.StreamReader,
        server: asyncio.StreamWriter,
        answers: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        asking = asyncio.create_task(self._ask(reader, server))
        telling = asyncio.create_task(self._tell(answers, writer))
        try:
            await asyncio.wait((asking, telling), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (asking, telling):
                task.cancel()
            await asyncio.gather(asking, telling, return_exceptions=True)
            server.close()

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
