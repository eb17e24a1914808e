"""A server that takes everything and answers nothing, as a frozen one: nobody waits for it for ever."""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.store import Store
from tests.support import postgres
from tests.support.slow_wire import SlowWire

pytestmark = pytest.mark.long

NEVER = 3600.0
"""The seconds by which the answers of a silent server are late."""
CANCELLED = 5.0
"""The seconds for which psycopg by itself waits for the server to stop a statement."""


@pytest.fixture
async def wire() -> AsyncIterator[SlowWire]:
    """A connection to a server that can fall silent."""
    with postgres.own_server() as server, tempfile.TemporaryDirectory(prefix="tidepool-wire-") as folder:
        async with SlowWire(Path(folder), server.folder) as one:
            yield one


async def written(store: Store, wire: SlowWire) -> None:
    """Write in a transaction, in the middle of which the server falls silent."""
    async with store.write() as tx:
        await tx.key_values.get("something")
        wire.seconds = NEVER
        await tx.key_values.get("something")


async def test_who_waits_no_more_need_not_wait_for_the_server(wire: SlowWire) -> None:
    async with Store.opened(wire.address) as store:
        begun = time.monotonic()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(written(store, wire), 1)
        assert time.monotonic() - begun < CANCELLED
        wire.seconds = 0
