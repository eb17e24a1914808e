"""Transactions: atomic, one after the other, and durable."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from matches.model import Person
from storage.errors import Unavailable
from storage.store import Store

ROOT = Path(__file__).parents[2]


async def known(store: Store, *ids: int) -> list[int]:
    async with store.read() as view:
        return [number for number in ids if await view.people.of(number)]


async def test_what_fails_leaves_nothing(store: Store) -> None:
    async def fail() -> None:
        async with store.write() as tx:
            await tx.people.save(Person(1, "Ann"))
            raise KeyError

    with pytest.raises(KeyError):
        await fail()
    async with store.write() as tx:
        await tx.people.save(Person(2, "Bob"))
    assert await known(store, 1, 2) == [2]


async def test_a_text_with_a_sign_that_a_database_cannot_store_is_stored_without_it(store: Store) -> None:
    async with store.write() as tx:
        await tx.people.save(Person(1, "Ann\0 Ünal 数"))
    async with store.read() as view:
        stored = await view.people.of(1)
    assert stored is not None
    assert stored.name.replace("\0", "") == "Ann Ünal 数"


async def test_transactions_at_once_do_not_mix(store: Store) -> None:
    async def remember(number: int) -> None:
        async with store.write() as tx:
            await tx.people.save(Person(number, "one half"))
            await asyncio.sleep(0)
            await tx.people.save(Person(-number, "the other"))
            if number % 2:
                raise KeyError

    await asyncio.gather(*(remember(number) for number in range(1, 21)), return_exceptions=True)
    assert await known(store, *range(-20, 21)) == [n for n in range(-20, 21) if n and n % 2 == 0]


async def test_a_reader_sees_one_state_while_others_write(store: Store) -> None:
    async with store.read() as view:
        assert await view.people.of(1) is None
        async with store.write() as tx:
            await tx.people.save(Person(1, "Ann"))
        assert await view.people.of(1) is None
    assert await known(store, 1) == [1]


async def test_what_is_asked_for_comes_with_the_next_query_once(store: Store) -> None:
    names = "SELECT name FROM person WHERE id = ?"
    async with store._driver.write() as session:
        session.change("INSERT INTO person (id, name) VALUES (?, ?)", 1, "Ann")
        session.ask(names, 1)
        session.ask(names, 2)
        session.change("UPDATE person SET name = ? WHERE id = ?", "Bob", 1)
        found = await session.row("SELECT count(*) AS number FROM person WHERE id IN (1, 2)")
        assert found is not None
        assert found["number"] == 1
        assert [row["name"] for row in await session.rows(names, 1)] == ["Ann"]
        assert [row["name"] for row in await session.rows(names, 1)] == ["Bob"]
        assert await session.row(names, 2) is None
        session.ask(names, 1)
        assert [row["name"] for row in await session.rows(names, 1)] == ["Bob"], "the first query is the asked one"
        session.change("UPDATE person SET name = ? WHERE id = ?", "Cat", 1)
        assert [row["name"] for row in await session.rows(names, 1)] == ["Cat"]
        session.ask(names, 1)  # nobody reads it
    async with store._driver.read() as session:
        session.ask(names, 1)
        assert await session.rows(names, 1)


async def test_a_reader_cannot_write(store: Store, address: Path | str) -> None:
    with pytest.raises(Unavailable, match="readonly" if isinstance(address, Path) else "does not answer"):
        async with store.read() as view:
            await view.people.save(Person(1, "Ann"))
    assert await known(store, 1) == []


async def test_readings_that_end_leave_no_connection_in_an_old_state(store: Store) -> None:
    for number in range(1, 9):  # each connection comes round
        await asyncio.gather(*(known(store, 0) for _ in range(3)))
        async with store.write() as tx:
            await tx.people.save(Person(number, "Ann"))
        assert await asyncio.gather(*(known(store, number) for _ in range(3))) == [[number]] * 3


async def test_a_cancelled_transaction_is_undone_and_the_next_one_begins(store: Store) -> None:
    for moments in range(12):
        begun = asyncio.Event()

        async def remember(number: int, begun: asyncio.Event) -> None:
            async with store.write() as tx:
                begun.set()
                await tx.people.save(Person(number, "Ann"))
                await tx.people.save(Person(-number, "Ann"))

        number = 100 + moments
        task = asyncio.create_task(remember(number, begun))
        await begun.wait()
        await asyncio.sleep(moments * 0.0003)
        task.cancel()
        await asyncio.wait([task])
        both = await known(store, number, -number)
        assert both in ([], [number, -number])
        async with store.write() as tx:
            await tx.people.save(Person(1, "Bob"))


async def test_a_task_cancelled_while_its_transaction_begins_leaves_none_open(store: Store) -> None:
    async def look() -> None:
        async with store.read() as view:
            await view.people.of(1)

    async def remember() -> None:
        async with store.write() as tx:
            await tx.people.save(Person(1, "Ann"))

    for use in (look, remember):
        for steps in range(1, 6):
            task = asyncio.create_task(use())
            for _ in range(steps):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait([task])
            for _ in range(4):  # every connection comes round
                await use()


WRITING = """
import asyncio, pathlib, sys
from matches.model import Person
from storage.opening import is_address
from storage.store import Store

async def main():
    where = sys.argv[1]
    store = await Store.open(where if is_address(where) else pathlib.Path(where))
    number = int(sys.argv[2])

    async def write(number):
        async with store.write() as tx:
            await tx.people.save(Person(number, "one half"))
            await tx.people.save(Person(-number, "the other"))
        print(number, flush=True)

    while True:
        await asyncio.gather(*(write(number + n) for n in range(1, 4)))
        number += 3

asyncio.run(main())
"""


def test_killing_the_process_loses_nothing_acknowledged_and_halves_nothing(address: Path | str) -> None:
    acknowledged = 0
    for cut in (1, 4, 17, 40):
        command = [sys.executable, "-c", WRITING, str(address), str(acknowledged)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as child:
            assert child.stdout is not None
            acknowledged = max(int(child.stdout.readline()) for _ in range(cut))
            os.kill(child.pid, signal.SIGKILL)
            acknowledged = max([acknowledged, *(int(line) for line in child.stdout if line.endswith("\n"))])
        stored = asyncio.run(_people(address))
        assert set(range(1, acknowledged + 1)) <= stored
        assert {-number for number in stored} == stored
        acknowledged = max(stored)


async def _people(address: Path | str) -> set[int]:
    store = await Store.open(address)
    async with store._driver.read() as session:
        found = {row["id"] for row in await session.rows("SELECT id FROM person")}
    await store.close()
    return found
