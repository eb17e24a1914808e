"""Training: the targets of positions, and that a plan gives the same weights every time."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from players import engines
from players import train as training
from players.levels import SEATS
from players.train import BATCH, PLANS, UNFINISHED, Pass, checksum, play_some, targets_of, train

PLANNED = json.loads(PLANS.read_text(encoding="utf-8"))
TRAILS = Path(__file__).with_name("trails")
SHARE = 25
"""One batch of games in so many is played again."""
AGAIN = "run `make train` and commit the weights and their trails"


def trail(key: str) -> Any:
    """The plan that was followed, and for each pass what its games were and which weights were fitted to them."""
    return json.loads((TRAILS / f"{key}.json").read_text(encoding="utf-8"))


def committed(key: str) -> dict[str, int]:
    """The weights of a game that come from its plan."""
    table = json.loads((engines.WEIGHTS / f"{key}.json").read_text(encoding="utf-8"))
    weights: dict[str, int] = table[PLANNED[key].get("seat", "weights")]
    return weights


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
    plan = PLANNED["squalma"]
    plan = plan | {"passes": [{**step, "games": 3, "nodes": 100, "plies": 80} for step in plan["passes"][:2]]}
    first, second = (train("squalma", plan, jobs) for jobs in (1, 2))
    assert first == second


@pytest.mark.long
def test_a_plan_gives_the_committed_weights_again() -> None:
    """The plan with the fewest games: to follow all plans takes minutes."""
    key = min(PLANNED, key=lambda key: sum(step["games"] for step in PLANNED[key]["passes"]))
    assert train(key, PLANNED[key], 1) == committed(key)


@pytest.mark.long
@pytest.mark.parametrize("key", PLANNED)
def test_each_pass_of_a_plan_plays_the_same_games_again(key: str) -> None:
    """Some batches of each pass, with the weights that the pass before gave."""
    weights = list(PLANNED[key]["start"].values())
    for number, (step, was) in enumerate(zip(PLANNED[key]["passes"], trail(key)["passes"], strict=True)):
        for batch, games in list(enumerate(was["games"].split()))[number::SHARE]:
            assert checksum(play_some(key, weights, Pass(**step), batch * BATCH)) == games, AGAIN
        weights = was["fitted"]


@pytest.mark.parametrize("key", PLANNED)
def test_the_committed_weights_were_trained_by_the_plan(key: str) -> None:
    assert trail(key)["plan"] == PLANNED[key], AGAIN
    for step, was in zip(PLANNED[key]["passes"], trail(key)["passes"], strict=True):
        assert len(was["games"].split()) == -(-step["games"] // BATCH), AGAIN
    assert trail(key)["passes"][-1]["fitted"] == list(committed(key).values()), AGAIN


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("nonsense", "there is no plan for nonsense: choose from squalma, konane"),
        ("konane --into nowhere", "there is no folder nowhere"),
        ("konane --trails nowhere", "there is no folder nowhere"),
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
    for key, plan in PLANNED.items():
        table = json.loads((engines.WEIGHTS / f"{key}.json").read_text(encoding="utf-8"))
        assert list(table["weights"]) == list(plan["start"])
        assert table.get("chances") == plan.get("seat")
        for seat in SEATS:
            if seat != plan.get("seat"):
                assert table.get(seat) == plan.get(seat), f"training would not write the {seat} of {key} again"
