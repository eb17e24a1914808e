"""Many simulations keep all promises, and the simulation finds faults that are put into the program."""

from collections.abc import Callable
from typing import Any

import pytest

from cogs.posts import boards
from cogs.wire.replies import Reply
from service import outbox
from service.outbox import Outbox
from storage.driver import STATEMENTS
from tests.simulation.seeds import Seeds
from tests.support.kills import draw_nothing

QUICK = 20
"""The number of seeds that `make test` tries."""
SHARE = 120
"""The number of seeds of each long test."""
ENOUGH = 5000
"""The number of seeds within which a fault must be found."""


@pytest.fixture(scope="session")
def seeds(tmp_path_factory: pytest.TempPathFactory) -> Seeds:
    return Seeds(tmp_path_factory.mktemp("simulation"))


@pytest.fixture(autouse=True)
def _no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)


def check(seeds: Seeds, numbers: range) -> None:
    for seed in numbers:
        sentence, trace = seeds.play(seed)
        if sentence:
            again = f"`python -m tests.simulation {seed}` repeats this."
            pytest.fail("\n".join([f"Seed {seed}: {sentence}", *trace, again]), pytrace=False)


def test_some_courses_keep_all_promises(seeds: Seeds) -> None:
    check(seeds, range(QUICK))


@pytest.mark.long
@pytest.mark.parametrize("share", range(15))
def test_many_more_courses_keep_all_promises(seeds: Seeds, share: int) -> None:
    check(seeds, range(share * SHARE, (share + 1) * SHARE))


def test_a_seed_always_gives_the_same_course(seeds: Seeds) -> None:
    assert seeds.play(1) == seeds.play(1)


async def _nothing(*_: object) -> None: ...


async def _no_messages(*_: object) -> list[Any]:
    return []


def no_look_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Post a board again without a look at the channel."""
    monkeypatch.setattr(boards, "recent_messages", _no_messages)


def no_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deliver at once what another process has held, and may still be sending."""
    monkeypatch.setattr(outbox, "SEARCH_DELAY", 0)


def no_look_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Post a board by the own route without asking whether the lost answer arrived."""
    monkeypatch.setattr(Reply, "_looked_up", _nothing)


def no_strays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the buttons on boards that were never recorded."""
    monkeypatch.setattr(Outbox, "doubt", _nothing)
    monkeypatch.setattr(STATEMENTS["outbox"], "search_for_strays", _nothing)


@pytest.mark.parametrize(
    ("fault", "likely"),
    [
        (no_look_back, 103),
        pytest.param(no_strays, 24, marks=pytest.mark.long),
        pytest.param(no_look_up, 8, marks=pytest.mark.long),
        pytest.param(no_delay, 260, marks=pytest.mark.long),
    ],
)
def test_a_fault_in_the_program_is_found(
    seeds: Seeds, monkeypatch: pytest.MonkeyPatch, fault: Callable[[pytest.MonkeyPatch], None], likely: int
) -> None:
    """The seed that has found it before is tried first, since that takes a moment."""
    fault(monkeypatch)
    assert any(seeds.play(seed)[0] for seed in (likely, *range(ENOUGH)))
