"""Turns of the board page: people in turn, Discord first, and nothing held back for good."""

import asyncio
from collections.abc import Callable, Iterator

import pytest

from service import Service, turns
from service.turns import Turns, aside, pass_on


async def at_once(_: float) -> None:
    """Nobody in Discord waits."""
    await asyncio.sleep(0)


def nothing() -> None:
    """What a turn costs without limits."""


async def work(
    granting: Turns, person: str, done: list[str], steps: int = 1, spend: Callable[[], None] = nothing
) -> None:
    """Work in a turn for so many steps, and note each."""
    async with granting.hold(person, spend):
        for step in range(steps):
            done.append(person)
            if step + 1 < steps:
                await pass_on()


async def test_people_have_turns_in_turn_however_much_each_asks_for() -> None:
    granting, done = Turns(at_once), list[str]()
    many = [work(granting, "ann", done) for _ in range(50)]
    long = work(granting, "bob", done, 50)
    await asyncio.gather(*many, long, *(work(granting, "carol", done) for _ in range(5)))
    assert len(done) == 105
    assert done[:15].count("carol") >= 4
    assert abs(done[:60].count("ann") - done[:60].count("bob")) <= 2


async def test_a_newcomer_is_served_in_the_next_round_and_has_saved_nothing_up() -> None:
    granting, done = Turns(at_once), list[str]()
    first = asyncio.create_task(work(granting, "ann", done, 100))
    while len(done) < 40:  # noqa: ASYNC110 (nothing announces it)
        await asyncio.sleep(0)
    before = len(done)
    await asyncio.gather(*(work(granting, "bob", done) for _ in range(20)))
    assert done[before:].count("ann") >= 18
    assert "bob" in done[before : before + 3]
    await first


async def test_cancelled_requests_take_no_turns() -> None:
    looked = 0

    async def quiet(_: float) -> None:
        nonlocal looked
        looked += 1
        await asyncio.sleep(0)

    granting, done = Turns(quiet), list[str]()
    cancelled = [asyncio.create_task(work(granting, "ann", done)) for _ in range(50)]
    await asyncio.sleep(0)
    for task in cancelled:
        task.cancel()
    await asyncio.gather(*cancelled, work(granting, "bob", done), work(granting, "ann", done), return_exceptions=True)
    assert sorted(done) == ["ann", "bob"]
    assert looked <= 4


async def test_no_more_than_a_few_requests_work_at_once() -> None:
    granting, working, most = Turns(at_once), set[int](), 0

    async def one(number: int) -> None:
        nonlocal most
        async with granting.hold(number % 7):
            working.add(number)
            most = max(most, len(working))
            for _ in range(10):
                await asyncio.sleep(0)
            working.discard(number)

    await asyncio.gather(*map(one, range(30)))
    assert most == turns.AT_ONCE


async def test_a_request_that_has_begun_is_finished_before_others_of_the_same_person() -> None:
    granting, done = Turns(at_once), list[str]()

    begun, most = 0, 0

    async def one() -> None:
        nonlocal begun, most
        async with granting.hold("ann"):
            begun += 1
            most = max(most, begun - len(done))
            for _ in range(5):
                await pass_on()
            done.append("ann")

    await asyncio.gather(*(one() for _ in range(10)))
    assert most <= turns.AT_ONCE + 1


async def test_work_that_may_take_no_more_turns_ends_and_gives_its_turn_back() -> None:
    granting, done, left = Turns(at_once), list[str](), 3

    def spend() -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise PermissionError

    for _ in range(3):
        left = 3
        with pytest.raises(PermissionError):
            await work(granting, "ann", done, 10, spend)
    left = 0
    for _ in range(3):
        with pytest.raises(PermissionError):
            await work(granting, "never", done, 1, spend)
    await work(granting, "bob", done)
    assert done == [*["ann"] * 9, "bob"]


async def test_a_turn_left_for_a_long_wait_goes_to_others() -> None:
    granting, done, over = Turns(at_once), list[str](), asyncio.Event()

    async def waiting() -> None:
        async with granting.hold("ann"), aside():
            await over.wait()

    held = [asyncio.create_task(waiting()) for _ in range(10)]
    await asyncio.sleep(0)
    await work(granting, "ann", done, 3)
    over.set()
    await asyncio.gather(*held)
    assert done == ["ann"] * 3


async def test_a_cancelled_request_gives_its_turn_back() -> None:
    granting, done, never = Turns(at_once), list[str](), asyncio.Event()

    async def hanging(where: list[str]) -> None:
        async with granting.hold("ann"):
            where.append("in")
            await never.wait()

    began = list[str]()
    hangs = [asyncio.create_task(hanging(began)) for _ in range(turns.AT_ONCE + 3)]
    while len(began) < turns.AT_ONCE:  # noqa: ASYNC110 (nothing announces it)
        await asyncio.sleep(0)
    hangs[-1].cancel()  # while it waits
    for hang in hangs[:-1]:
        hang.cancel()
    await asyncio.gather(*hangs, return_exceptions=True)
    await work(granting, "bob", done, 3)
    assert done == ["bob"] * 3


@pytest.mark.parametrize("rounds", range(8))
async def test_a_turn_that_comes_as_its_request_is_cancelled_is_not_lost(rounds: int) -> None:
    granting, done = Turns(at_once), list[str]()
    for _ in range(3):
        asked = asyncio.create_task(work(granting, "ann", done))
        for _ in range(rounds):
            await asyncio.sleep(0)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
    await work(granting, "bob", done)
    assert done[-1] == "bob"


async def test_a_task_that_outlives_its_request_takes_no_turn() -> None:
    granting, done = Turns(at_once), list[str]()

    async def begun() -> asyncio.Task[None]:
        async def later() -> None:
            await asyncio.sleep(0)
            await pass_on()

        async with granting.hold("ann"):
            return asyncio.create_task(later())

    await (await begun())
    await work(granting, "bob", done)
    assert granting._working == 0


async def test_nothing_is_granted_while_an_interaction_waits_for_its_answer(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 1000.0)
    done = list[str]()
    asked = asyncio.create_task(work(service.interactions.turns, "ann", done, 100))
    while len(done) < 10:  # noqa: ASYNC110 (nothing announces it)
        await asyncio.sleep(0)
    for number in (1, 2):
        service.interactions.expect(number)
    began = len(done)
    for _ in range(500):
        await asyncio.sleep(0)
    service.interactions.note_answered(1)
    for _ in range(500):
        await asyncio.sleep(0)
    assert len(done) - began <= 1  # the turn that was granted at that moment
    service.interactions.note_answered(2)
    await asked
    assert len(done) == 100


async def test_the_page_goes_on_beside_an_interaction_that_is_never_answered(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 0.0)
    done = list[str]()
    service.interactions.expect(1)
    await work(service.interactions.turns, "ann", done, 5)
    assert done == ["ann"] * 5


async def test_what_has_arrived_is_taken_in_before_each_turn(service: Service) -> None:
    """An interaction passes through several tasks until it is expected, which takes a round of the loop each."""
    done, between = list[str](), list[int]()

    async def counting() -> None:
        rounds, seen = 0, 0
        while not asked.done():
            await asyncio.sleep(0)
            rounds += 1
            if len(done) > seen:
                seen = len(done)
                between.append(rounds)
                rounds = 0

    asked = asyncio.create_task(work(service.interactions.turns, "ann", done, 20))
    await counting()
    assert min(between[1:]) >= 8


async def test_a_long_replay_of_the_page_passes_its_turn_on(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.replay.SLICE", -1.0)
    done = list[str]()

    def steps() -> Iterator[str]:
        for _ in range(50):
            done.append("ann")
            yield "step"

    async def replayed() -> None:
        async with service.interactions.turns.hold("ann"):
            await service.replays.in_slices(steps())

    asked = asyncio.create_task(replayed())
    await work(service.interactions.turns, "bob", done, 5)
    assert done.index("bob") < 5
    assert len(done) - done[::-1].index("bob") <= 15
    await asked
