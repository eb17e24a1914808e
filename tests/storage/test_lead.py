"""One of several processes on a PostgreSQL database leads; when it is gone, another one does."""

import asyncio

import psycopg
import pytest

from storage.store import Store
from tests.support import postgres

pytestmark = pytest.mark.long


async def test_another_leads_when_the_first_is_closed(postgres_server: str) -> None:
    address = postgres.fresh(postgres_server)
    first, second = await Store.open(address), await Store.open(address)
    await first.lead()
    waiting = asyncio.create_task(second.lead())
    await asyncio.sleep(1.5)
    assert not waiting.done()
    await first.close()
    await asyncio.wait_for(waiting, 10)
    await second.close()


async def test_who_loses_the_connection_hears_of_it(postgres_server: str) -> None:
    async with Store.opened(postgres.fresh(postgres_server)) as store:
        await store.lead()
        lost = asyncio.create_task(store.lead_lost())
        await asyncio.sleep(1.5)
        assert not lost.done()
        with psycopg.connect(postgres_server, autocommit=True) as server:
            server.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tidepool lead'"
            )
        await asyncio.wait_for(lost, 10)
