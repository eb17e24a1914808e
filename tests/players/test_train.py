"""Training: the targets of positions, and that a plan gives the same weights every time."""

import json
from typing import Any

import numpy as np
import pytest

from players import engines
from players import train as training
from players.levels import SEATS
from players.train import PLANS, UNFINISHED, targets_of, train


def rows(*games: tuple[int, int, int]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Rows with side to move, score and result, and one feature."""
    return np.array([[*row, 1] for row in games], dtype=np.float64)


def test_with_full_persistence_every_position_learns_the_end() -> None:
    won_by_first = rows((0, -500, 1), (1, 300, -1), (0, 0, 1))
    assert targets_of(won_by_first, 1.0).tolist() == [1, 0, 1]


def test_without_persistence_every_position_learns_its_score() -> None:
    targets = targets_of(rows((0, 0, 1), (1, 1000, -1), (0, 29_990, 1)), 0.0)
    assert targets[0] == 0.5
    assert targets[1] == pytest.approx(0.731, abs=0.001)
    assert targets[2] == 1


def test_a_game_that_was_broken_off_teaches_what_the_search_found_last() -> None:
    targets = targets_of(rows((0, 0, UNFINISHED), (1, 1000, UNFINISHED)), 1.0)
    assert targets[1] == pytest.approx(0.731, abs=0.001)
    assert targets[0] == pytest.approx(1 - 0.731, abs=0.001)


@pytest.mark.long
def test_the_number_of_processes_does_not_change_the_weights() -> None:
    plan = json.loads(PLANS.read_text(encoding="utf-8"))["squalma"]
    plan["passes"] = [{**step, "games": 3, "nodes": 100, "plies": 80} for step in plan["passes"][:2]]
    first, second = (train("squalma", plan, jobs) for jobs in (1, 2))
    assert first == second


@pytest.mark.long
@pytest.mark.parametrize("key", json.loads(PLANS.read_text(encoding="utf-8")))
def test_the_plans_give_the_committed_weights_again(key: str) -> None:
    plan = json.loads(PLANS.read_text(encoding="utf-8"))[key]
    table = json.loads((engines.WEIGHTS / f"{key}.json").read_text(encoding="utf-8"))
    assert train(key, plan, 1) == table[plan.get("seat", "weights")]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("nonsense", "there is no plan for nonsense: choose from squalma, konane"),
        ("konane --into nowhere", "there is no folder nowhere"),
    ],
)
def test_a_training_that_cannot_be_written_does_not_begin(
    words: str, message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(training, "train", pytest.fail)
    with pytest.raises(SystemExit):
        training.main(words.split())
    assert message in capsys.readouterr().err


def test_every_weights_file_of_a_plan_has_the_plans_features() -> None:
    for key, plan in json.loads(PLANS.read_text(encoding="utf-8")).items():
        table = json.loads((engines.WEIGHTS / f"{key}.json").read_text(encoding="utf-8"))
        assert list(table["weights"]) == list(plan["start"])
        assert table.get("chances") == plan.get("seat")
        for seat in SEATS:
            if seat != plan.get("seat"):
                assert table.get(seat) == plan.get(seat), f"training would not write the {seat} of {key} again"
