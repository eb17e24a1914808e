"""A process whose clock differs from that of the database refuses to work with it."""

import time

import pytest

from storage.errors import ClocksDiffer, StorageError, Unavailable
from storage.store import Store
from tests.support import postgres

pytestmark = pytest.mark.long


@pytest.mark.parametrize("ahead", [-60, 60])
async def test_clocks_that_differ_are_refused(
    postgres_server: str, monkeypatch: pytest.MonkeyPatch, ahead: int
) -> None:
    address = postgres.fresh(postgres_server)
    store = await Store.open(address)
    await store.check_clocks()
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + ahead)
    with pytest.raises(ClocksDiffer, match=r"differ by (59|60) seconds"):
        await store.check_clocks()
    with pytest.raises(ClocksDiffer):
        await Store.open(address)
    monkeypatch.undo()
    await store.close()


@pytest.mark.parametrize("ahead", [-1.9, 1.9])
async def test_clocks_that_differ_by_less_than_two_seconds_are_taken(
    postgres_server: str, monkeypatch: pytest.MonkeyPatch, ahead: float
) -> None:
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + ahead)
    async with Store.opened(postgres.fresh(postgres_server)) as store:
        await store.check_clocks()


async def test_a_host_that_is_not_there_is_passed_over(postgres_server: str) -> None:
    address = postgres.fresh(postgres_server)
    several = address.replace("host=", "host=/nowhere,")
    store = await Store.open(several)
    await store.lead()
    await store.set_value("key", "value")
    assert await store.get_value("key") == "value"
    await store.close()


async def test_a_server_that_is_not_there_yet_may_be_tried_again(postgres_server: str) -> None:
    with pytest.raises(Unavailable, match="cannot be opened"):
        await Store.open("postgresql://127.0.0.1:1/tidepool")
    with pytest.raises(StorageError, match="does not exist") as told:
        await Store.open(postgres_server.replace("/postgres?", "/nothing?"))
    assert not isinstance(told.value, Unavailable)
