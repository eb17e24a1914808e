"""A process that is frozen in the middle of a transaction holds up the others only for a while."""

import asyncio
from contextlib import suppress
from typing import Any

import pytest

from matches.model import Person
from storage.errors import Unavailable
from storage.postgres import connection, opening
from storage.store import Store
from tests.support import postgres

pytestmark = pytest.mark.long

ANN, BOB = Person(1, "Ann"), Person(2, "Bob")


async def test_others_write_when_a_transaction_was_idle_for_too_long(
    postgres_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    soon = "SET LOCAL idle_in_transaction_session_timeout = '300ms'"
    monkeypatch.setattr(connection, "BEGIN_WRITE", (*connection.BEGIN_WRITE, soon))
    address = postgres.fresh(postgres_server)
    async with Store.opened(address) as frozen, Store.opened(address) as other:
        with pytest.raises(Unavailable):
            await interrupted(frozen, other)
        async with other.read() as view:
            assert await view.people.of(ANN.id) is None
            assert await view.people.of(BOB.id) is not None


async def interrupted(frozen: Store, other: Store) -> None:
    """Write in one process, and go on only when another one has written."""
    async with frozen.write() as tx:
        await tx.people.save(ANN)
        await tx.people.of(ANN.id)  # the transaction has begun, and holds the lock of all writers
        await remembered(other, BOB)
        await tx.people.of(ANN.id)


async def remembered(store: Store, person: Person) -> None:
    """Write somebody down, as soon as that can be done."""
    async with asyncio.timeout(120):
        while True:
            with suppress(Unavailable):
                async with store.write() as tx:
                    await tx.people.save(person)
                return


async def test_every_transaction_has_its_limits(postgres_server: str) -> None:
    async with Store.opened(postgres.fresh(postgres_server)) as store:
        for kind in (store._driver.write, store._driver.beside, store._driver.read):
            async with kind() as session:
                for name in connection.LIMITS:
                    (row,) = await session.rows(f"SELECT current_setting('{name}') AS most")
                    assert row["most"] in {"1s", "2s", "10s"}, name


async def test_others_start_though_one_is_frozen_in_its_start(
    postgres_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = postgres.fresh(postgres_server)
    migrate, started = opening._migrate, asyncio.Event()

    async def frozen(*_: Any) -> None:
        started.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(opening, "FROZEN", "300ms")
    monkeypatch.setattr(opening, "_migrate", frozen)
    one = asyncio.create_task(opening.prepare(address))
    await started.wait()
    monkeypatch.setattr(opening, "_migrate", migrate)
    await asyncio.wait_for(opening.prepare(address), 60)
    one.cancel()
    await asyncio.wait([one])
    async with Store.opened(address) as store:
        await remembered(store, ANN)
