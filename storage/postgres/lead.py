"""Which process leads: the one that holds a lock on a connection of its own."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

import psycopg

from storage.postgres.patience import Connection

log = logging.getLogger(__name__)

LEAD_LOCK = 0x71E0
BETWEEN = 1.0
"""Seconds between two looks: whether the lead is free, and whether it is still ours."""
PATIENCE = 5.0
"""Seconds after which a connection that does not answer is lost."""
GIVE_UP = (
    "SELECT set_config('idle_session_timeout', '15s', false) WHERE current_setting('server_version_num')::int >= 140000"
)
"""Lets the server end a connection that asks nothing for so long, because its process is frozen or cut off: the lead
goes on to another one. The process itself gives the lead up after PATIENCE seconds."""


class Lead:
    """The lead among all processes on one database. The server gives it on when its connection ends."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: Connection | None = None
        self._said = ""

    async def take(self) -> None:
        """Return as soon as this process leads; a database that does not answer is waited for."""
        while not await self._taken():  # noqa: ASYNC110 (the lock is another process's)
            await asyncio.sleep(BETWEEN)
        self._said = ""

    async def lost(self) -> None:
        """Return when this process leads no more, because its connection has ended."""
        try:
            while True:
                await asyncio.sleep(BETWEEN)
                await self._ask("SELECT %s", 1)
        except (psycopg.Error, TimeoutError) as error:
            log.warning("The lead is lost: %s", str(error) or "the database does not answer")

    async def close(self) -> None:
        """Give the lead on."""
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
        """Let the log tell what is waited for, once."""
        if line != self._said:
            log.info(line)
            self._said = line

    async def _ask(self, query: str, value: int) -> Any:  # noqa: ANN401 (what the query gives)
        assert self._connection is not None  # noqa: S101 (after `take`)
        async with asyncio.timeout(PATIENCE):
            row = await (await self._connection.execute(query.encode(), (value,))).fetchone()
        return row[0] if row else None
