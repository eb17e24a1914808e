"""PostgreSQL is cut off or locked: writers get an error, nothing is half done, and all goes on afterwards.

`tests/e2e/test_database_trouble.py` makes it full and read-only.
"""

import asyncio
from collections.abc import AsyncIterator

import psycopg
import pytest

from service import Service
from storage.errors import Unavailable
from storage.store import Store
from tests.support import postgres
from tests.support.heap import Heap
from tests.support.matches import ANN, StillClock, begin
from tests.support.rows import everything

pytestmark = pytest.mark.long


@pytest.fixture
def address(postgres_server: str) -> str:
    return postgres.fresh(postgres_server)


@pytest.fixture
async def service(address: str) -> AsyncIterator[Service]:
    store = await Store.open(address)
    yield Service(store, StillClock(), games={"heap": Heap}, alone=False)
    await store.close()


async def all_works(service: Service, match_id: int) -> None:
    """Check that the same process can write everything again."""
    await service.interactions.check_writing()
    moved = await service.play.move(match_id, ANN.id, "take 1")
    assert moved.match.ply == 1
    assert len(await service.lookup.plies(match_id)) == 1


async def test_cut_off_in_mid_transaction(service: Service, address: str) -> None:
    match = (await begin(service)).match
    store = service.play._core.store
    before = await everything(store)
    with psycopg.connect(address, autocommit=True) as server:
        with pytest.raises(Unavailable):
            await half_done(store, server)
        assert await everything(store) == before
        drop(server)
    await all_works(service, match.id)


async def test_a_writer_that_is_frozen_holds_others_up_for_a_moment(service: Service, address: str) -> None:
    match = (await begin(service)).match
    with psycopg.connect(address) as frozen:
        frozen.execute("SELECT pg_advisory_xact_lock(%s)", (0x71DE,))
        await nothing_works_for_writers(service, match.id)
        frozen.rollback()
    await all_works(service, match.id)


async def nothing_works_for_writers(service: Service, match_id: int) -> None:
    with pytest.raises(Unavailable):
        await service.play.move(match_id, ANN.id, "take 1")


async def half_done(store: Store, server: psycopg.Connection) -> None:
    """Begin a transaction, in the middle of which the connection ends."""
    async with store.write() as tx:
        tx.key_values.set("half", "done")
        assert await tx.key_values.get("half") == "done"
        await asyncio.to_thread(drop, server)
        await tx.key_values.get("half")


def drop(server: psycopg.Connection) -> None:
    """End every connection but this one, as a restart of the server does."""
    server.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE pid <> pg_backend_pid() AND application_name LIKE 'tidepool%'"
    )
