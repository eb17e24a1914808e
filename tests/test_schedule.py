"""Every test is handed out once, and some workers compute while others wait."""

import random
from types import SimpleNamespace
from typing import Any

import pytest

from tests.support.schedule import ALONE, WAITING, scheduler

TESTS = [
    *(f"tests/games/test_{file}.py::test_{number}" for file in range(12) for number in range(9)),
    *(f"tests/e2e/test_{file}.py::test_{number}[{file}]" for file in range(5) for number in range(4)),
    *(f"{ALONE[0]}::test_{number}" for number in range(7)),
    *(f"tests/page/test_{file}.py::test_{number}" for file in range(3) for number in range(4)),
]


class Worker:
    """A worker that notes the tests that it is sent, and runs them one by one."""

    def __init__(self, number: int) -> None:
        self.gateway = SimpleNamespace(id=f"gw{number}")
        self.shutting_down = False
        self.sent = list[int]()
        self.done = 0

    def send_runtest_some(self, indices: list[int]) -> None:
        assert not self.shutting_down
        self.sent += indices

    def shutdown(self) -> None:
        self.shutting_down = True

    @property
    def ready(self) -> bool:
        """Whether it runs its next test. Like a real one it does so only when it knows what comes after it."""
        return len(self.sent) - self.done > (0 if self.shutting_down else 1)

    @property
    def files(self) -> list[str]:
        return [TESTS[index].split("::")[0] for index in self.sent]


def begun(workers: list[Worker], tests: list[str]) -> Any:
    config = SimpleNamespace(
        getvalue=lambda name: ["popen"] * len(workers), option=SimpleNamespace(loadscopereorder=False)
    )
    made = scheduler(config, None)
    for worker in workers:
        made.add_node(worker)
    for worker in workers:
        made.add_node_collection(worker, tests)
    made.schedule()
    return made


def run(made: Any, workers: list[Worker], chance: random.Random) -> None:
    """Let the workers run their tests in any order until none is ready."""
    while ready := [worker for worker in workers if worker.ready]:
        worker = chance.choice(ready)
        worker.done += 1
        made.mark_test_complete(worker, worker.sent[worker.done - 1])


@pytest.mark.parametrize("count", [1, 2, 3, 4, 8])
@pytest.mark.parametrize("seed", range(10))
def test_every_test_is_run_once_and_none_that_computes_after_one_that_waits(count: int, seed: int) -> None:
    workers = [Worker(number) for number in range(count)]
    made = begun(workers, TESTS)
    first = [worker.files[0].startswith(WAITING) for worker in workers]
    assert first == [number % 2 == 1 for number in range(count)]
    run(made, workers, random.Random(seed))
    assert sorted(index for worker in workers for index in worker.sent) == list(range(len(TESTS)))
    assert all(worker.shutting_down for worker in workers)
    for worker in workers:
        waits = [file.startswith(WAITING) for file in worker.files]
        assert waits == sorted(waits)


def test_the_tests_of_a_file_stay_together_but_for_those_that_need_no_other() -> None:
    workers = [Worker(number) for number in range(4)]
    made = begun(workers, TESTS)
    run(made, workers, random.Random(3))
    homes = [{file for file in worker.files if file != ALONE[0]} for worker in workers]
    assert sum(map(len, homes)) == len(set.union(*homes))
    assert sum(ALONE[0] in worker.files for worker in workers) > 1


def test_all_workers_compute_where_nothing_waits() -> None:
    tests = [test for test in TESTS if not test.startswith(WAITING)]
    workers = [Worker(number) for number in range(4)]
    made = begun(workers, tests)
    run(made, workers, random.Random(4))
    assert all(worker.sent for worker in workers)


def test_a_worker_that_died_is_replaced() -> None:
    workers = [Worker(number) for number in range(2)]
    made = begun(workers, TESTS)
    dead, alive = workers
    assert made.remove_node(dead) == TESTS[0]
    fresh = Worker(2)
    made.add_node(fresh)
    made.add_node_collection(fresh, TESTS)
    made.schedule()
    run(made, [alive, fresh], random.Random(5))
    assert {*alive.sent, *fresh.sent} >= set(range(len(TESTS)))
    assert not fresh.files[0].startswith(WAITING)
