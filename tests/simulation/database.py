"""A PostgreSQL server in which SQLite holds the data, while locks, connections and crashes are simulated.

A writing transaction holds the one lock for writing. Readers see the data committed before their first query. The
connection may break at any request, before or after the server has executed it, so that a commit may count without a
confirmation.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, cast

from storage.driver import Asked, Driver, Statement
from storage.errors import Unavailable, Unheard
from storage.postgres.connection import GONE, PATIENCE
from storage.sqlite.connection import Connection, ReadSession, Session
from storage.store import Store
from tests.simulation.network import Process, Simulation

LATENCY = 0.002
"""The usual seconds of the way to the server, and back."""
LOCK_TIMEOUT = 2.0
IDLE_TIMEOUT = 10.0
"""The server's timeouts in seconds, as `storage/postgres/connection.py` sets them."""
IDLE_LEADER = 15.0
"""Seconds after which the server closes the leader's idle connection, as `storage/postgres/lead.py` sets it."""
POLL = 0.2
"""Seconds between two tries to connect."""
COMMIT = "COMMIT"


class Broken(Exception):
    """The connection is broken."""


class Server:
    """The server and its data."""

    def __init__(self, simulation: Simulation, path: Path) -> None:
        self.simulation = simulation
        self.up = True
        self.cuts = 0.0
        """The probability that a request breaks its connection."""
        self.leader: Process | None = None
        self._path = path
        self._free: list[sqlite3.Connection] = []
        self._backends: list[Backend] = []
        self._holder: Backend | None = None
        self._waiting = deque[tuple[Backend, Callable[[], None]]]()

    def close(self) -> None:
        """Close all connections to the data."""
        for backend in list(self._backends):
            backend.close()
        for connection in self._free:
            connection.close()

    def rows(self, sql: str, *values: object) -> list[Any]:
        """The committed rows, for observers."""
        connection = self.lend()
        cursor = connection.cursor()
        cursor.row_factory = sqlite3.Row
        try:
            return cursor.execute(sql, values).fetchall()
        finally:
            self._free.append(connection)

    def lend(self) -> sqlite3.Connection:
        """A connection to the data that nothing else uses."""
        if self._free:
            return self._free.pop()
        connection = sqlite3.connect(self._path, isolation_level=None, cached_statements=1000)
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    def begin(self, backend: Backend) -> None:
        """A connection serves a new transaction."""
        self._backends.append(backend)

    def end(self, backend: Backend, data: sqlite3.Connection) -> None:
        """Roll back what this transaction has not committed, and release its lock."""
        if data.in_transaction:
            data.execute("ROLLBACK")
        self._free.append(data)
        self._backends.remove(backend)
        self._waiting = deque(entry for entry in self._waiting if entry[0] is not backend)
        self.release(backend)

    def lock(self, backend: Backend, granted: Callable[[], None]) -> None:
        """Call `granted` once this transaction has the lock for writing."""
        if self._holder is None:
            self._holder = backend
            granted()
        else:
            self._waiting.append((backend, granted))

    def holds(self, backend: Backend) -> bool:
        """Whether this transaction has the lock for writing."""
        return self._holder is backend

    def release(self, backend: Backend) -> None:
        """Pass the lock on if this transaction has it."""
        if self._holder is backend:
            self._holder = None
            if self._waiting:
                self._holder, granted = self._waiting.popleft()
                granted()

    def crash(self, seconds: float) -> None:
        """End at once, as `pg_ctl stop -m immediate` does, and accept connections again after this many seconds."""

        def start() -> None:
            self.up = True
            self.simulation.note("server", "starts")

        self.simulation.note("server", f"CRASHES for {seconds:.1f} s")
        self.up, self.leader = False, None
        for backend in list(self._backends):
            backend.close()
        self.simulation.after(seconds, start)

    def close_idle_leader(self, process: Process) -> None:
        """Take the lead from a process that is frozen."""
        if process.frozen and self.leader is process:
            self.leader = None
            self.simulation.note("server", f"closes the idle connection of {process.name}")


class Backend:
    """The connection of one transaction. Its public coroutines run in the process, the rest on the server."""

    def __init__(self, server: Server, process: Process) -> None:
        self._server, self._process = server, process
        self._conn = server.lend()
        self._open = True
        self._requests = 0
        self._waiting: list[asyncio.Future[Any]] = []
        self.committing = False
        """Whether the process has sent the commit."""
        server.begin(self)
        process.ended.append(self._close_soon)

    async def lock(self) -> None:
        """Wait for the lock for writing. Raises Broken, also after LOCK_TIMEOUT seconds."""
        waiting = self._begin_request(lambda: self._server.lock(self, lambda: self._answer(waiting, None, None)))
        timeout = self._process.loop.call_later(LOCK_TIMEOUT, self.close)
        try:
            await waiting
        finally:
            timeout.cancel()

    async def execute_all(self, statements: Sequence[Statement]) -> tuple[list[Any], int, Asked]:
        """Run statements up to the first that fails, as an SQLite connection does. Raises Broken."""
        self.committing = statements[-1][0] == COMMIT
        waiting = self._begin_request(lambda: self._execute(statements, waiting))
        answer: tuple[list[Any], int, Asked] = await waiting
        return answer

    async def rollback(self) -> None:
        self.end_reading()

    def end_reading(self) -> None:
        """End the transaction without waiting for it."""
        self._server.simulation.after(LATENCY, self.close)

    def close(self) -> None:
        """End the connection. What it has not committed is rolled back."""
        if self._open:
            self._open = False
            self._process.ended.remove(self._close_soon)
            self._server.end(self, self._conn)
            for waiting in self._waiting:
                if self._process.alive and not waiting.done():
                    waiting.set_exception(Broken())

    def _close_soon(self) -> None:
        """Notice that the process has ended. What it sent before may arrive first."""
        self._server.simulation.after(self._server.simulation.delay(LATENCY), self.close)

    def _begin_request(self, arrive: Callable[[], None]) -> asyncio.Future[Any]:
        """Send a request, which is lost if the connection ends first. Returns the future of its answer."""
        simulation = self._server.simulation
        if simulation.over:
            raise asyncio.CancelledError
        if not self._open:
            raise Broken
        waiting = self._process.loop.create_future()
        self._waiting.append(waiting)
        self._requests += 1
        simulation.after(simulation.delay(LATENCY), lambda: arrive() if self._open else None)
        return waiting

    def _execute(self, statements: Sequence[Statement], waiting: asyncio.Future[Any]) -> None:
        simulation, last = self._server.simulation, statements[-1][0]
        fate = simulation.chance.random()
        if fate < self._server.cuts / 2:
            simulation.note(self._process.name, f"connection lost before {last[:40]}")
            self.close()
            return
        result = error = None
        try:
            result = Connection._execute_all(cast("Connection", self), statements)
        except Exception as refusal:  # noqa: BLE001 (the answer)
            error = refusal
        if last == COMMIT and error is None:
            simulation.note(self._process.name, COMMIT)
            simulation.pass_moment()
            self._server.release(self)
        if fate < self._server.cuts:
            simulation.note(self._process.name, f"connection lost after {last[:40]}")
            self.close()
        else:
            self._answer(waiting, result, error)

    def _answer(self, waiting: asyncio.Future[Any], result: Any, error: Exception | None) -> None:
        """Send an answer. Closes the connection if the process then is silent for too long in its transaction."""
        simulation, requests = self._server.simulation, self._requests

        def arrive() -> None:
            if self._open and self._process.alive and not waiting.done():
                self._waiting.remove(waiting)
                if error is None:
                    waiting.set_result(result)
                else:
                    waiting.set_exception(error)

        def time_out() -> None:
            if self._open and self._requests == requests:
                simulation.note(self._process.name, "was silent in a transaction, which is rolled back")
                self.close()

        simulation.after(simulation.delay(LATENCY), arrive)
        if self._conn.in_transaction or self._server.holds(self):
            simulation.after(IDLE_TIMEOUT, time_out)


class Database:
    """The part of a `storage.driver.Driver` that a worker uses, for one process."""

    def __init__(self, server: Server, process: Process) -> None:
        self._server, self._process = server, process
        self._writing = asyncio.Lock()
        process.ended.append(self._resign)

    @classmethod
    def store(cls, server: Server, process: Process) -> Store:
        """A store on this server."""
        return Store(cast("Driver", cls(server, process)))

    def __getattr__(self, name: str) -> None:
        """The methods of a driver that no worker calls here."""
        if name not in dir(Driver):
            raise AttributeError(name)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Session]:
        async with self._writing, self._transaction(locks=True) as session:
            yield session

    def beside(self) -> AbstractAsyncContextManager[Session]:
        """Like `write`, because SQLite has only one writer."""
        return self._transaction(locks=True)

    def read(self) -> AbstractAsyncContextManager[Session]:
        return self._transaction(locks=False)

    read_once = read

    async def lead(self) -> None:
        while self._server.leader is not None or not self._server.up:  # noqa: ASYNC110 (as the real one)
            await asyncio.sleep(1)
        self._server.leader = self._process
        self._server.simulation.note(self._process.name, "leads")

    async def lead_lost(self) -> None:
        while self._server.leader is self._process:  # noqa: ASYNC110 (as the real one)
            await asyncio.sleep(1)
        self._server.simulation.note(self._process.name, "has lost the lead")

    def _resign(self) -> None:
        if self._server.leader is self._process:
            self._server.leader = None

    @asynccontextmanager
    async def _transaction(self, *, locks: bool) -> AsyncIterator[Session]:
        await self._connected()
        backend = Backend(self._server, self._process)
        connection = cast("Connection", backend)
        try:
            if locks:
                await backend.lock()
            async with Session(connection, "BEGIN IMMEDIATE") if locks else ReadSession(connection, "BEGIN") as session:
                yield session
        except Broken as error:
            if locks and backend.committing:
                raise Unheard("The database broke off while a transaction was ending.") from error
            raise Unavailable(GONE) from error
        finally:
            backend.end_reading()

    async def _connected(self) -> None:
        """Wait until the server accepts connections. Raises Unavailable."""
        if self._server.simulation.over:
            raise asyncio.CancelledError
        until = self._process.loop.time() + PATIENCE
        while not self._server.up:
            if self._process.loop.time() >= until:
                raise Unavailable(GONE)
            await asyncio.sleep(POLL)
