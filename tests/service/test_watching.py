"""Waiting for changes of a match, in one process and with several."""

import asyncio
import random

import pytest

from service import Service, watching
from storage.store import Store
from tests.support.heap import Heap
from tests.support.matches import ANN, StillClock, begin

LONG = 60.0


@pytest.mark.parametrize("alone", [True, False])
async def test_a_change_by_anybody_ends_the_wait(
    store: Store, clock: StillClock, alone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "POLL", 0.01)
    service = Service(store, clock, random.Random(7), games={"heap": Heap}, alone=alone)
    other = service if alone else Service(store, clock, random.Random(8), games={"heap": Heap}, alone=False)
    match, beside, third = [(await begin(service)).match for _ in range(3)]
    waits = asyncio.create_task(service.watching.until_newer({match.id: match.rev}, LONG))
    waits_beside = asyncio.create_task(service.watching.until_newer({beside.id: beside.rev, third.id: third.rev}, LONG))
    while len(service.watching._core.watched) < 3:  # noqa: ASYNC110 (the service has no event for it)
        await asyncio.sleep(0)
    await other.play.move(match.id, ANN.id, "take 1")
    await asyncio.wait_for(waits, LONG)
    assert not waits_beside.done()
    waits_beside.cancel()
    await asyncio.gather(waits_beside, return_exceptions=True)
    assert not service.watching._core.watched
    assert not service.watching._seen


async def test_a_wait_ends_at_once_for_an_old_revision_and_in_time_for_the_newest(service: Service) -> None:
    match = (await begin(service)).match
    await asyncio.wait_for(service.watching.until_newer({match.id: match.rev - 1}, LONG), LONG / 2)
    await service.watching.until_newer({match.id: match.rev}, 0.01)
