"""`python -m benchmarks players` lets computer players of any game play."""

import importlib.util
import json
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import pytest

from benchmarks.players import __main__ as trials
from benchmarks.players.arena import share
from benchmarks.players.opponents import player
from games import GAMES, Position
from players import engines, general
from players.results import Candidate, SearchResult

SEVENTH = Path(__file__).parent.parent / "seventh" / "games" / "plumb.py.txt"


@pytest.fixture(scope="module", autouse=True)
def _seventh_game() -> Iterator[None]:
    """There is a seventh game, Plumb, which has no kernel and is named in no file of the players."""
    loader = SourceFileLoader("games.plumb", str(SEVENTH))
    spec = importlib.util.spec_from_loader("games.plumb", loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(sys.modules, "games.plumb", module)
        loader.exec_module(module)
        patched.setitem(GAMES, "plumb", module.GAME)
        yield


@pytest.mark.parametrize(
    "words",
    [
        "match plumb beginner random --number 2",
        pytest.param("match plumb level=3 level=2 --number 2", marks=pytest.mark.long),
        pytest.param("ladder plumb --rungs b2345 --share 0.01 --number 2", marks=pytest.mark.long),
        "speed plumb",
    ],
)
def test_a_seventh_game_without_a_kernel_is_played(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    trials.main(*words.split())
    assert "plumb" in capsys.readouterr().out


def test_the_speed_of_a_kernel_is_told_with_the_load(capsys: pytest.CaptureFixture[str]) -> None:
    trials.main("speed", "konane", "--share", "0.001")
    assert re.fullmatch(
        r"konane: [\d,]{4,} a second, in \d\.\d s of CPU\nload \d+\.\d at the end\n", capsys.readouterr().out
    )


@pytest.mark.parametrize(
    ("score", "said"),
    [(0.0, "0% [0-32] of 8"), (0.5, "50% [22-78] of 8, 8 drawn"), (1.0, "100% [68-100] of 8")],
)
def test_a_share_is_told_with_its_interval(score: float, said: str) -> None:
    assert share([{"score": score}] * 8) == said


def test_games_of_other_weights_are_played_again(tmp_path: Path, weights: Path) -> None:
    words = ["match", "konane", f"nodes=50 weights={weights}", "random", "--number", "2"]
    check_again_after(lambda: negate(weights), words, tmp_path)


def test_games_of_another_kernel_are_played_again(tmp_path: Path) -> None:
    kernels = shutil.copytree(engines.KERNELS, tmp_path / "kernels")

    def change() -> None:
        with (kernels / "konane.wasm").open("ab") as kernel:
            kernel.write(b"\x00\x02\x01x")  # a section that says nothing

    check_again_after(change, ["match", "konane", f"nodes=50 kernels={kernels}", "random", "--number", "2"], tmp_path)


@pytest.mark.parametrize(
    "words",
    [
        "match konane level=1 random --number 2",
        "match konane beginner random --number 2",
        "ladder konane --rungs b --number 2",
    ],
)
def test_games_of_other_weights_of_the_game_are_played_again(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = engines.engine(GAMES["konane"].start())
    assert engine

    def change() -> None:
        monkeypatch.setattr(engine, "weights", tuple(-weight for weight in engine.weights))

    check_again_after(change, words.split(), tmp_path)


def check_again_after(change: Callable[[], None], words: Sequence[str], folder: Path) -> None:
    """A command plays its games once, and once again after a change."""
    file = folder / "games.jsonl"
    played = []
    for _ in range(2):
        for _ in range(2):
            trials.main(*words, "--file", str(file))
            played.append(len(file.read_text(encoding="utf-8").splitlines()))
        change()
    once = played[0]
    assert played == [once, once, 2 * once, 2 * once]


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    """A file with the weights of Konane."""
    return Path(shutil.copy(engines.WEIGHTS / "konane.json", tmp_path / "weights.json"))


def negate(weights: Path) -> None:
    table = json.loads(weights.read_text(encoding="utf-8"))
    table["weights"] = {name: -weight for name, weight in table["weights"].items()}
    weights.write_text(json.dumps(table), encoding="utf-8")


@pytest.mark.parametrize(("spec", "playouts", "seconds"), [("level=3", 200, 2), ("level=3 share=0.1", 20, 0.2)])
def test_a_level_of_a_game_without_a_kernel_has_its_playouts_and_its_time(
    spec: str, playouts: int, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def think(position: Position[Any], *, playouts: int, seconds: float, seed: int) -> SearchResult[Any]:
        del seed
        asked.append((playouts, seconds))
        return SearchResult((Candidate(position.legal_moves()[0], 0.5),), ())

    monkeypatch.setattr(general, "think", think)
    start = GAMES["plumb"].start()
    player(spec, start)(start, 1)
    assert asked == [(playouts, seconds)]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("nonsense", "'nonsense' names no player"),
        ("level=6", "there are levels 1 to 5, not 6"),
        ("nodes=100 weight=3", "a level has no weight"),
        ("level=3 weight=3", "a level has no weight"),
    ],
)
def test_a_text_that_names_no_player_is_refused(spec: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        trials.main("match", "konane", "random", spec)
    assert f"error: {message}" in capsys.readouterr().err


def test_a_search_of_positions_is_refused_where_there_is_no_kernel() -> None:
    with pytest.raises(ValueError, match="plumb has no kernel"):
        player("nodes=100", GAMES["plumb"].start())


def test_a_search_by_weights_that_are_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no weights in missing"):
        player("nodes=100 weights=missing.json", GAMES["konane"].start())
