"""Races that a transaction loses, and boards that are replayed before a transaction instead of in it."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from matches.errors import Refusal, Stale
from service import Service
from service.replay import SLICE, Replays
from storage.errors import Conflict
from storage.store import Store, Tables
from tests.support.heap import Heap
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock, begin, play_all
from tests.support.stores import Stores


class Racing(Store):
    """A store in which another transaction comes first a few times, and which says whether somebody is writing."""

    lost = 0
    writing = False

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Tables]:
        async with super().write() as tx:
            self.writing = True
            try:
                yield tx
                if self.lost:
                    self.lost -= 1
                    raise Conflict("Somebody else was first.")
            finally:
                self.writing = False


@pytest.fixture(scope="module")
def stores(stores_in_threads: Stores) -> Stores:
    """Stores whose statements run in threads: here the order in which they end matters."""
    return stores_in_threads


@pytest.fixture
def racing(store: Store) -> Racing:
    return Racing(store._driver)


@pytest.fixture
def service(racing: Racing, clock: StillClock) -> Service:
    return Service(racing, clock, games={"heap": Heap})


async def test_a_row_that_is_not_there_any_more_undoes_its_whole_transaction(service: Service, store: Store) -> None:
    match = (await begin(service)).match

    async def save() -> None:
        async with store.write() as tx:
            await tx.people.save(CAROL)
            await tx.matches.save(replace(match, rev=7, draw_by=0))

    with pytest.raises(Conflict):
        await save()
    async with store.read() as view:
        assert await view.people.of(CAROL.id) is None
    assert await service.lookup.match(match.id) == match


async def test_a_lost_race_is_tried_once_more(service: Service, racing: Racing) -> None:
    match = (await begin(service)).match
    racing.lost = 1
    assert (await service.play.move(match.id, ANN.id, "take 1")).match.rev == 2
    assert [ply.text for ply in await service.lookup.plies(match.id)] == ["take 1"]


async def test_what_loses_twice_is_stale_and_has_not_happened(service: Service, racing: Racing) -> None:
    match = (await begin(service)).match
    racing.lost = 2
    with pytest.raises(Stale, match="at the same moment"):
        await service.play.move(match.id, ANN.id, "take 1")
    assert await service.lookup.plies(match.id) == []
    assert (await service.lookup.snapshot(match.id)).match == match


async def test_everything_that_is_written_is_tried_once_more(service: Service, racing: Racing) -> None:
    racing.lost = 1
    challenge = await service.challenges.invite("heap", ANN, BOB, CHANNEL)
    racing.lost = 1
    begun = await service.challenges.accept(challenge.id, BOB)
    racing.lost = 1
    await service.blocks.add(ANN, BOB)
    racing.lost = 1
    await service.vacations.start(BOB.id, 2)
    racing.lost = 1
    await service.schedule.beat()
    assert (racing.lost, (await service.lookup.match(begun.match.id)).id) == (0, challenge.id)


async def test_what_is_due_takes_effect_once_though_it_loses_a_race(
    service: Service, racing: Racing, clock: StillClock
) -> None:
    challenge = await service.challenges.invite("heap", ANN, BOB, CHANNEL)
    clock.time = challenge.expires_at
    racing.lost = 1
    await service.schedule.act()
    assert (await service.challenges.of(challenge.id)).status == "expired"
    assert racing.lost == 0


async def test_a_refusal_is_not_tried_again(service: Service, racing: Racing) -> None:
    match = (await begin(service)).match
    racing.lost = 1
    with pytest.raises(Refusal, match="no clock"):
        await service.agreements.claim(match.id, BOB.id)
    assert racing.lost == 1


async def test_no_match_is_replayed_while_others_wait_to_write(
    service: Service, racing: Racing, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = [(await play_all(service, await begin(service), "1 1 1")).match for _ in range(3)]
    seen = []
    replayed = Replays.replay

    async def watched(*args: Any) -> object:
        seen.append(racing.writing)
        return await replayed(*args)

    monkeypatch.setattr(Replays, "replay", watched)
    cold = Service(racing, clock, games={"heap": Heap})
    assert (await cold.play.move(started[0].id, BOB.id, "take 1")).match.ply == 4
    back = await cold.agreements.take_back(started[1].id, ANN.id)
    assert (back.match.ply, back.move, back.taken_back) == (2, 1, "take 1")
    assert (await cold.play.resign(started[2].id, BOB.id)).position.ply == 3
    assert seen == [False] * 3


async def test_a_board_that_moves_on_while_it_is_replayed_is_replayed_anew(
    service: Service, racing: Racing, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = (await play_all(service, await begin(service), "1 1")).match
    replayed = Replays.replay

    async def overtaken(*args: Any) -> object:
        monkeypatch.undo()
        await service.agreements.take_back(match.id, BOB.id)
        await service.play.move(match.id, BOB.id, "take 2")
        return await replayed(*args)

    monkeypatch.setattr(Replays, "replay", overtaken)
    snapshot = await Service(racing, clock, games={"heap": Heap}).play.move(match.id, ANN.id, "take 1")
    assert (snapshot.match.ply, snapshot.position.encode()) == (3, "40 36 3")


def work(seconds: float) -> None:
    """Use so many seconds of processor time."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


async def test_a_long_replay_lets_others_have_their_turn(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot = await play_all(service, await begin(service), "1 " * 20)
    plies, parse = await service.lookup.plies(snapshot.match.id), Heap.parse
    turns = 0

    def slow(position: Heap, text: str) -> int:
        work(SLICE)
        return parse(position, text)

    async def others() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    monkeypatch.setattr(Heap, "parse", slow)
    beside = asyncio.create_task(others())
    await Replays({"heap": Heap}).replay(snapshot.match, plies)
    beside.cancel()
    assert turns >= 15


async def test_many_replays_at_once_hold_the_loop_no_longer_than_one(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    snapshot = await play_all(service, await begin(service), "1 " * 20)
    plies, parse = await service.lookup.plies(snapshot.match.id), Heap.parse
    parsed = most = 0

    def counted(position: Heap, text: str) -> int:
        nonlocal parsed
        work(SLICE)
        parsed += 1
        return parse(position, text)

    async def others() -> None:
        nonlocal parsed, most
        while True:
            await asyncio.sleep(0)
            most, parsed = max(most, parsed), 0

    monkeypatch.setattr(Heap, "parse", counted)
    replays = Replays({"heap": Heap})
    beside = asyncio.create_task(others())
    found = await asyncio.gather(*(replays.replay(snapshot.match, plies) for _ in range(8)))
    beside.cancel()
    assert {one.position for one in found} == {snapshot.position}
    assert most <= 2
