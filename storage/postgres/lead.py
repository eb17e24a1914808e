"""Which process leads: the one that holds a lock on a connection of its own."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import psycopg

from storage.errors import Unavailable

log = logging.getLogger(__name__)

LEAD_LOCK = 0x71E0
BETWEEN = 1.0
"""Seconds between two looks: whether the lead is free, and whether it is still ours."""
PATIENCE = 5.0
"""Seconds after which a connection that does not answer is lost."""


class Lead:
    """The lead among all processes on one database. The server gives it on when its connection ends."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: psycopg.AsyncConnection[Any] | None = None

    async def take(self) -> None:
        """Return as soon as this process leads. Raises Unavailable if the database does not answer."""
        try:
            self._connection = await psycopg.AsyncConnection.connect(
                self._address, autocommit=True, connect_timeout=5, application_name="tidepool lead"
            )
            standing_by = False
            while not await self._ask("SELECT pg_try_advisory_lock(%s)", LEAD_LOCK):
                if not standing_by:
                    log.info("Another process leads; this one stands by")
                    standing_by = True
                await asyncio.sleep(BETWEEN)
        except (psycopg.Error, TimeoutError) as error:
            raise Unavailable("The database does not answer just now.") from error

    async def lost(self) -> None:
        """Return when this process leads no more, because its connection has ended."""
        try:
            while True:
                await asyncio.sleep(BETWEEN)
                await self._ask("SELECT %s", 1)
        except (psycopg.Error, TimeoutError) as error:
            log.warning("The lead is lost: %s", error)

    async def close(self) -> None:
        """Give the lead on."""
        if self._connection is not None:
            await self._connection.close()

    async def _ask(self, query: str, value: int) -> Any:  # noqa: ANN401 (what the query gives)
        assert self._connection is not None  # noqa: S101 (after `take`)
        async with asyncio.timeout(PATIENCE):
            row = await (await self._connection.execute(query.encode(), (value,))).fetchone()
        return row[0] if row else None
