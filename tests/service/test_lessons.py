"""What is done of a lesson is kept, and a lesson is offered to those to whom the game is new."""

import pytest

from games import RuleError
from lessons import LESSONS
from matches.errors import Unknown
from service import Service
from storage.store import Store
from tests.support.matches import ANN, BOB, StillClock, begin_game

STEPS = LESSONS["konane"]


@pytest.fixture
def service(store: Store, clock: StillClock) -> Service:
    """A service with all games."""
    return Service(store, clock)


async def learn(service: Service, *keys: str) -> None:
    """Do these steps of Konane; without any, all of them."""
    for step in STEPS:
        if not keys or step.key in keys:
            await service.lessons.answer(ANN.id, "konane", step.key, step.answer(step.board("konane")))


async def test_a_lesson_goes_on_where_the_person_stopped(service: Service) -> None:
    assert (await service.lessons.open(ANN.id, "konane")).next is STEPS[0]
    await learn(service, "start", "jump")
    assert (await service.lessons.open(ANN.id, "konane")).next is STEPS[2]
    assert (await service.lessons.open(BOB.id, "konane")).next is STEPS[0]


async def test_a_wrong_or_an_illegal_move_leaves_nothing(service: Service) -> None:
    answer = await service.lessons.answer(ANN.id, "konane", "jump", "d5-f5")
    assert (answer.right, str(answer.says)) == (False, STEPS[1].kinds[0].says)
    with pytest.raises(RuleError):
        await service.lessons.answer(ANN.id, "konane", "jump", "a1-b1")
    assert await service.lessons.all(ANN.id) == {}


@pytest.mark.parametrize(("game", "key"), [("konane", "gone"), ("heap", "jump")])
async def test_a_step_or_a_lesson_that_is_gone_is_refused(service: Service, game: str, key: str) -> None:
    with pytest.raises(Unknown):
        await service.lessons.answer(ANN.id, game, key, "d3")


async def test_a_finished_lesson_begins_again_and_stays_finished(service: Service, clock: StillClock) -> None:
    await learn(service)
    finished = await service.lessons.of(ANN.id, "konane")
    assert (finished.next, finished.finished_at) == (None, clock.time)
    clock.time += 1000
    await learn(service, "last")
    assert await service.lessons.of(ANN.id, "konane") == finished, "a second press of the last move changes nothing"
    again = await service.lessons.open(ANN.id, "konane")
    assert (again.next, again.finished_at) == (STEPS[0], finished.finished_at)
    assert (await service.standing.profile(ANN, BOB.id)).learned == ["konane"]


async def test_a_lesson_is_offered_to_somebody_who_has_neither_learned_nor_played_the_game(service: Service) -> None:
    assert await service.lessons.is_new(ANN.id, "konane")
    assert not await service.lessons.is_new(ANN.id, "heap"), "it has no lesson"
    assert not await service.lessons.is_new(-1, "konane"), "the computer learns nothing"
    match = (await begin_game(service)).match
    assert not await service.lessons.is_new(ANN.id, "konane")
    assert await service.lessons.is_new(ANN.id, "squalma")
    await service.play.resign(match.id, ANN.id)
    assert not await service.lessons.is_new(ANN.id, "konane")
    await learn(service, "start")
    assert await service.lessons.is_new(ANN.id, "konane", finished=1), "after a first match"
    await service.play.resign((await begin_game(service)).match.id, ANN.id)
    assert not await service.lessons.is_new(ANN.id, "konane", finished=1), "after a second one"
    assert await service.lessons.is_left(ANN.id, "konane"), "however many matches they have played"
    assert not await service.lessons.is_left(ANN.id, "heap")
    assert not await service.lessons.is_left(-1, "konane")


async def test_somebody_who_has_learned_a_game_is_not_offered_its_lesson(service: Service) -> None:
    await learn(service)
    assert not await service.lessons.is_left(ANN.id, "konane")
    assert not await service.lessons.is_new(ANN.id, "konane")
    await service.play.resign((await begin_game(service)).match.id, ANN.id)
    assert not await service.lessons.is_new(ANN.id, "konane", finished=1)


async def test_what_is_learned_is_exported_and_forgotten(service: Service) -> None:
    await learn(service, "start")
    export = await service.privacy.export(ANN.id)
    assert "start" in str(export)
    await service.privacy.forget(ANN.id)
    assert await service.lessons.all(ANN.id) == {}
