"""A game in which a side may move twice in a row."""

import random
from dataclasses import dataclass
from typing import Self

import pytest

from matches.errors import NotYourTurn, Refusal
from service import Service
from storage.store import Store
from tests.support.heap import Heap
from tests.support.matches import ANN, BOB, StillClock, begin, play_all


@dataclass(frozen=True, slots=True)
class Greedy(Heap):
    """A game in which a side that takes one moves again."""

    def play(self, move: int) -> Self:
        after = Heap.play(self, move)
        return type(self)(after.size, after.left, after.ply, self.turn if move == 1 else after.turn)


@pytest.fixture
def service(store: Store, clock: StillClock) -> Service:
    return Service(store, clock, random.Random(7), games={"heap": Greedy})


async def test_the_side_to_move_is_the_one_that_the_position_says(service: Service) -> None:
    snapshot = await play_all(service, await begin(service, clock="72+12/96h"), "1 1")
    assert (snapshot.match.ply, snapshot.match.turn) == (2, 0)
    with pytest.raises(NotYourTurn):
        await service.play.move(snapshot.match.id, BOB.id, "take 2")
    snapshot = await play_all(service, snapshot, "2")
    assert (snapshot.match.ply, snapshot.match.turn) == (3, 1)
    assert [ply.seat for ply in await service.lookup.plies(snapshot.match.id)] == [0, 0, 0]
    assert await service.lookup.snapshot(snapshot.match.id) == snapshot


async def test_an_answer_is_prepared_to_the_move_after_which_it_is_ones_turn(service: Service) -> None:
    match = (await begin(service)).match
    await service.conditional.prepare(match.id, BOB.id, ["take 2", "take 2"])
    with pytest.raises(Refusal, match="still be their turn"):
        await service.conditional.prepare(match.id, BOB.id, ["take 1", "take 2"])
    snapshot = await service.play.move(match.id, ANN.id, "take 2")
    assert (snapshot.match.ply, snapshot.match.turn) == (2, 0)
