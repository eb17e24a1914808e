"""Heavy work for people runs one at a time for each person and two at a time in all."""

import asyncio

import pytest

from matches.errors import Refusal
from service import Service
from service.file_work import MOST, FileWork


class Work:
    """Heavy work that lasts until it is let go."""

    def __init__(self, file_work: FileWork) -> None:
        self._file_work = file_work
        self.let_go = asyncio.Event()
        self.running: list[int] = []
        self.told: dict[int, int] = {}

    async def do(self, person: int) -> None:
        async def waits(ahead: int) -> None:
            self.told[person] = ahead

        async with self._file_work.turn(person, waits):
            self.running.append(person)
            try:
                await self.let_go.wait()
            finally:
                self.running.remove(person)


async def begun(work: Work, people: int) -> list[asyncio.Task[None]]:
    tasks = [asyncio.create_task(work.do(person)) for person in range(people)]
    for _ in range(3):
        await asyncio.sleep(0)  # each task runs until it has to wait
    return tasks


async def test_two_work_at_once_and_the_next_are_told_how_many_come_first(service: Service) -> None:
    work = Work(service.file_work)
    tasks = await begun(work, 5)
    assert work.running == [0, 1]
    assert work.told == {2: 1, 3: 2, 4: 3}
    work.let_go.set()
    await asyncio.gather(*tasks)
    assert not work.running


async def test_a_person_has_one_turn_at_a_time(service: Service) -> None:
    file_work = service.file_work
    work = Work(file_work)
    (task,) = await begun(work, 1)
    with pytest.raises(Refusal, match="still working on a file for you"):
        await work.do(0)
    work.let_go.set()
    await task
    async with file_work.turn(0):
        pass


async def test_too_many_people_are_asked_to_try_again(service: Service) -> None:
    file_work = service.file_work
    work = Work(file_work)
    tasks = await begun(work, MOST)
    with pytest.raises(Refusal, match="Please try again in a minute"):
        await work.do(MOST)
    with pytest.raises(Refusal, match="Please try again in a minute"):  # who cannot be told to wait
        async with file_work.turn(MOST):
            pass
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    async with file_work.turn(MOST):
        assert not work.running
