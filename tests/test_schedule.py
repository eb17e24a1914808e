"""Every test runs once, and some workers compute while others wait."""

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
