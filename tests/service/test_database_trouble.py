"""PostgreSQL is cut off, read-only or full: writers get an error, nothing is half done, and all goes on afterwards."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import psycopg
import pytest

from service import Service
from storage.errors import Unavailable
from storage.store import Store
from tests.support import postgres
from tests.support.heap import Heap
from tests.support.matches import ANN, BOB, CHANNEL, StillClock, begin
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


def acts(service: Service, match_id: int) -> list[Callable[[], Awaitable[object]]]:
    """Acts that people may try meanwhile."""
    return [
        lambda: service.play.move(match_id, ANN.id, "take 1"),
        lambda: service.play.resign(match_id, BOB.id),
        lambda: service.challenges.invite("heap", ANN, BOB, CHANNEL),
        lambda: service.vacations.start(BOB.id, 2),
        lambda: service.blocks.add(ANN, BOB),
        lambda: service.agreements.offer_draw(match_id, ANN.id),
        service.schedule.beat,
        service.interactions.check_writing,
    ]


async def nothing_works(service: Service, match_id: int) -> None:
    """Check that each act reports that the database cannot be written, and has done nothing."""
    before = await everything(service.play._core.store)
    for act in acts(service, match_id):
        with pytest.raises(Unavailable):
            await act()
    assert await everything(service.play._core.store) == before


async def all_works(service: Service, match_id: int) -> None:
    """Check that the same process can write everything again."""
    await service.interactions.check_writing()
    moved = await service.play.move(match_id, ANN.id, "take 1")
    assert moved.match.ply == 1
    assert len(await service.lookup.plies(match_id)) == 1


async def test_read_only(service: Service, address: str) -> None:
    match = (await begin(service)).match
    role = "tidepool"
    with psycopg.connect(address, autocommit=True) as server:
        server.execute(f"ALTER ROLE {role} SET default_transaction_read_only = on".encode())
        drop(server)
        try:
            await nothing_works(service, match.id)
        finally:
            server.execute("SET default_transaction_read_only = off")
            server.execute(f"ALTER ROLE {role} RESET default_transaction_read_only".encode())
        drop(server)
    await all_works(service, match.id)


async def test_full(service: Service, address: str) -> None:
    match = (await begin(service)).match
    with postgres.full(address):
        await nothing_works(service, match.id)
    await all_works(service, match.id)


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
