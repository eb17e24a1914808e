"""Elects a leader among the processes: the one that holds an advisory lock on a connection of its own."""

import asyncio
import contextlib
import logging
from typing import Any

import psycopg

from storage.postgres.patience import Connection

log = logging.getLogger(__name__)

LEAD_LOCK = 0x71E0
POLL = 1.0
"""The interval between two checks of whether the lock is free or still held, in seconds."""
PATIENCE = 5.0
"""How long a connection may stay silent before it counts as lost, in seconds."""
GIVE_UP = (
    "SELECT set_config('idle_session_timeout', '15s', false) WHERE current_setting('server_version_num')::int >= 140000"
)
"""Makes the server close the idle connection of a frozen or disconnected process, so that another one can lead.

The process itself gives up the lead after PATIENCE seconds.
"""


class Lead:
    """Competes with other processes to lead a database. A process leads until its connection ends."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: Connection | None = None
        self._said = ""

    async def take(self) -> None:
        """Wait until this process becomes the leader, retrying while the database does not respond."""
        while not await self._taken():  # noqa: ASYNC110 (another process holds the lock)
            await asyncio.sleep(POLL)
        self._said = ""

    async def wait_until_lost(self) -> None:
        """Wait until the connection ends and this process is no longer the leader."""
        try:
            while True:
                await asyncio.sleep(POLL)
                await self._ask("SELECT %s", 1)
        except (psycopg.Error, TimeoutError) as error:
            log.warning("The lead is lost: %s", str(error) or "the database does not answer")

    async def close(self) -> None:
        """Close the connection, which gives up the lead."""
        if self._connection is not None:
            connection, self._connection = self._connection, None
            with contextlib.suppress(psycopg.Error):
                await connection.close()

    async def _taken(self) -> bool:
        try:
            if self._connection is None:
                self._connection = await Connection.connect(
                    self._address, autocommit=True, connect_timeout=5, application_name="tidepool lead"
                )
                await self._connection.execute(GIVE_UP)
            if await self._ask("SELECT pg_try_advisory_lock(%s)", LEAD_LOCK):
                return True
            self._say("Another process leads; this one stands by")
        except (psycopg.Error, TimeoutError):
            self._say("The database does not answer: waiting for it")
            await self.close()
        return False

    def _say(self, line: str) -> None:
        """Log what `take` is waiting for, unless the last log line said the same."""
        if line != self._said:
            log.info(line)
            self._said = line

    async def _ask(self, query: str, value: int) -> Any:  # noqa: ANN401 (the value of the query)
        assert self._connection is not None  # noqa: S101 (after `take`)
        async with asyncio.timeout(PATIENCE):
            row = await (await self._connection.execute(query.encode(), (value,))).fetchone()
        return row[0] if row else None
