"""The general search: it plays where there is no kernel, and says that it is weaker."""

from __future__ import annotations

import logging
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest
import wasmtime

import players
from games import GAMES, GameInfo, Result, other_side
from players import LEVELS, assess, choose, engines, general
from players.general import wins
from players.wasm import Kernel
from tests.support.heap import Heap
from tests.support.wide import MOVES, WIN, Triple, Wide


class Broken:
    """Stands first among the finders of modules, and refuses to load one of them."""

    def __init__(self, name: str, error: Exception) -> None:
        self.name = name
        self.error = error

    def find_spec(self, name: str, *_: object) -> None:
        if name == self.name:
            raise self.error


@pytest.fixture(autouse=True)
def _nothing_loaded() -> Iterator[None]:
    """No kernel is loaded before a test, and nothing was said about one."""
    _forget()
    yield
    _forget()


def _forget() -> None:
    for one in (engines.find_bridges, engines._start_engine, engines._for_chances):
        one.cache_clear()
    players._warned.clear()


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Exception], None]:
    """A function that lets every import of a module raise an error, as if it had never been imported."""

    def fail(broken: str, error: Exception) -> None:
        for name in [name for name in sys.modules if f"{name}.".startswith((f"{broken}.", "players.wasm."))]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.setattr(sys, "meta_path", [Broken(broken, error), *sys.meta_path])

    return fail


@pytest.mark.parametrize("key", GAMES)
def test_without_wasmtime_every_game_is_played_and_it_is_said_once(
    key: str, caplog: pytest.LogCaptureFixture, without: Callable[[str, Exception], None]
) -> None:
    without("wasmtime", ModuleNotFoundError("No module named 'wasmtime'", name="wasmtime"))
    caplog.set_level(logging.WARNING)
    position = GAMES[key].start()
    assert not players.has_kernel(position)
    for _ in range(2):
        assert choose(position, 2, seed=1, seconds=0.02) in position.legal_moves()
    assert assess(position, seconds=0.02).line[0] in position.legal_moves()
    (record,) = caplog.records
    assert "weaker" in record.getMessage()
    reason = "No module named 'wasmtime'" if key in engines.find_bridges() else "it has no kernel"
    assert reason in record.getMessage()


@pytest.mark.parametrize("error", [ImportError("blocked"), OSError("wrong ELF class"), RuntimeError("unsupported")])
def test_where_wasmtime_cannot_be_loaded_the_general_search_plays_and_the_log_says_why(
    error: Exception, caplog: pytest.LogCaptureFixture, without: Callable[[str, Exception], None]
) -> None:
    without("wasmtime", error)
    position = GAMES["konane"].start(size="6")
    assert choose(position, 2, seed=1, seconds=0.02) in position.legal_moves()
    assert f"its kernel cannot run ({type(error).__name__}: {error})" in caplog.text


@pytest.mark.parametrize("share", [0, 0.5, None], ids=["empty", "cut", "missing"])
@pytest.mark.parametrize(("name", "size", "other"), [("konane", "6", "10"), ("konane_large", "10", "6")])
def test_where_a_kernel_is_damaged_or_missing_the_general_search_plays_and_the_log_says_why(
    name: str,
    size: str,
    other: str,
    share: float | None,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shutil.copytree(engines.KERNELS, tmp_path, dirs_exist_ok=True)
    damaged = tmp_path / f"{name}.wasm"
    whole = damaged.read_bytes()
    damaged.unlink()
    if share is not None:
        damaged.write_bytes(whole[: int(share * len(whole))])
    bridge = engines.find_bridges()["konane"]
    named = bridge.kernel
    monkeypatch.setattr(bridge, "kernel", lambda position: str(tmp_path / named(position)))
    choose(GAMES["konane"].start(size=other), 2, seed=1)
    assert not caplog.records, "the other kernel runs"
    position = GAMES["konane"].start(size=size)
    for _ in range(2):
        assert choose(position, 2, seed=1, seconds=0.02) in position.legal_moves()
    assert assess(position, seconds=0.02).line[0] in position.legal_moves()
    (record,) = caplog.records
    assert "is played by the general search" in record.getMessage()
    assert "its kernel cannot run" in record.getMessage()
    assert "\n" not in record.getMessage()


def test_where_the_weights_are_missing_the_general_search_plays_and_the_log_says_why(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "WEIGHTS", tmp_path)
    position = GAMES["konane"].start(size="6")
    assert choose(position, 2, seed=1, seconds=0.02) in position.legal_moves()
    assert "its kernel cannot run (ValueError: its weights are missing)" in caplog.text
    assert engines.engine(GAMES["brain_coral"].start()), "its kernel needs no weights"


@pytest.mark.parametrize("key", ["konane", "kings_convoy"])
def test_where_a_kernel_fails_in_its_thoughts_the_general_search_plays_and_the_log_says_why_once(
    key: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def trap(kernel: Kernel, function: str, *numbers: int) -> object:
        if function == "think":
            calls.append(function)
            raise wasmtime.WasmtimeError(f"trap {len(calls)}")
        return call(kernel, function, *numbers)

    call = Kernel.call
    monkeypatch.setattr(Kernel, "call", trap)
    position = GAMES[key].start()
    for _ in range(2):
        assert choose(position, 2, seed=1, seconds=0.02) in position.legal_moves()
    assert assess(position, seconds=0.02).line[0] in position.legal_moves()
    assert len(calls) >= 3, "the kernel is tried again"
    (record,) = caplog.records
    assert "is played by the general search" in record.getMessage()
    assert "its kernel cannot run (WasmtimeError: trap 1)" in record.getMessage()


def test_a_kernel_that_could_not_start_is_tried_again(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    position = GAMES["konane"].start()
    with monkeypatch.context() as short:
        short.setattr(engines.Engine, "start", fail)
        assert choose(position, 1, seed=1, seconds=0.02) in position.legal_moves()
    assert "its kernel cannot run (MemoryError)" in caplog.text
    assert players.has_kernel(position)


def test_a_broken_bridge_breaks_no_other_game(
    caplog: pytest.LogCaptureFixture, without: Callable[[str, Exception], None]
) -> None:
    without("players.bridges.konane", SyntaxError("invalid syntax"))
    position = GAMES["konane"].start()
    assert choose(position, 2, seed=1, seconds=0.02) in position.legal_moves()
    assert "players.bridges.konane cannot be loaded (SyntaxError: invalid syntax)" in caplog.text
    assert players.has_kernel(GAMES["squalma"].start())


def test_a_game_without_a_kernel_is_said_to_have_none() -> None:
    assert engines.engine(GAMES["konane"].start())
    assert engines.load(Wide.start()) == "it has no kernel"


PROGRAM = """
import sys
asked = []
class Finder:
    def find_spec(self, name, *_):
        if name == "wasmtime":
            asked.append(name)
            raise ImportError("blocked")
sys.meta_path.insert(0, Finder())
import bot
assert "players" in sys.modules
assert not asked
"""


def test_the_bot_starts_without_a_look_at_wasmtime() -> None:
    """It never thinks in its own process, so it needs neither the memory nor the time."""
    subprocess.run([sys.executable, "-c", PROGRAM], check=True)


def test_it_beats_a_random_mover() -> None:
    won = 0
    for game in range(6):
        chance, position = Random(game), GAMES["konane"].start(size="6")
        while not position.result():
            if position.turn == game % 2:
                thought = general.think(position, playouts=40, seconds=60, seed=game)
                position = position.play(thought.candidates[0].move)
            else:
                position = position.play(chance.choice(position.legal_moves()))
        result = position.result()
        won += result is not None and result.winner == game % 2
    assert won >= 5


@pytest.mark.parametrize("level", LEVELS)
def test_each_move_is_looked_at_once_for_a_win_in_one(level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []

    def counted(position: Wide, move: Triple) -> bool:
        looked.append(move)
        return wins(position, move)

    for module in (players, general):
        monkeypatch.setattr(module, "wins", counted)
    choose(Wide.start(), level, seed=1, seconds=0)
    assert sorted(looked) == sorted(MOVES)


def test_the_search_proves_a_win_that_it_can_see() -> None:
    position = GAMES["konane"].start(size="6")
    chance = Random(4)
    while len(position.legal_moves()) != 2 or position.ply < 12:
        position = position.play(chance.choice(position.legal_moves()))
        if position.result():
            position = GAMES["konane"].start(size="6")
    assert general.think(position, playouts=3000, seconds=60, seed=1).certain


def test_a_single_playout_says_little_of_the_chance_of_a_move() -> None:
    chance, position = Random(2), GAMES["konane"].start(size="6")
    for _ in range(8):
        position = position.play(chance.choice(position.legal_moves()))
    chances = [one.chance for one in general.think(position, playouts=1, seconds=0, seed=1).candidates]
    assert len(chances) > 3
    assert 0.05 < max(chances) - min(chances) < 0.3, "most playouts were won or lost by chance"


@pytest.mark.parametrize("level", LEVELS)
def test_thousands_of_moves_take_little_more_than_hundreds_and_hide_no_win_in_one(level: int) -> None:
    position = Wide.start()
    Wide.listed.clear()
    move = choose(position, level, seed=1, seconds=0)
    assert move in MOVES
    assert len(Wide.listed) < len(MOVES), "only a part of the moves is followed further"
    if level > 1:
        assert position.format(move) == WIN
    thought = general.think(position, playouts=20, seconds=60, seed=2)
    assert position.format(thought.candidates[0].move) == WIN
    assert thought.certain


@dataclass(frozen=True, slots=True)
class Lost(Heap):
    """A game in which every move loses at once."""

    def legal_moves(self) -> Sequence[int]:
        return range(1, self.left + 1)

    def play(self, move: int) -> Lost:
        del move
        return Lost(self.size, 0, self.ply + 1, other_side(self.turn))

    def result(self) -> Result | None:
        return None if self.left else self.info.ended("last", self.turn)


def test_a_full_tree_whose_moves_all_lose_ends_the_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(general, "MOST_NODES", general.MOST_TRIED)
    position = Lost("40", general.MOST_TRIED + 10, 0, 0)
    thought = general.think(position, playouts=2, seconds=60, seed=1)
    assert len(thought.candidates) == general.MOST_TRIED
    assert {one.chance for one in thought.candidates} == {0.0}


@dataclass(frozen=True, slots=True)
class Twice(Heap):
    """A game in which each side takes two times in a row, and a heap of 4 counts as fair."""

    info: ClassVar[GameInfo] = replace(Heap.info, fair={"size": "4"})

    @classmethod
    def at(cls, left: int, ply: int) -> Twice:
        return cls("4", left, ply, 1 if ply // 2 % 2 else 0)

    def play(self, move: int) -> Twice:
        return self.at(self.left - move, self.ply + 1)

    def result(self) -> Result | None:
        return None if self.left else self.info.ended("last", self.at(0, self.ply - 1).turn)


@pytest.mark.parametrize("ply", [0, 1, 2, 3])
@pytest.mark.parametrize("left", range(3, 12))
def test_a_side_that_moves_twice_in_a_row_is_not_taken_for_its_opponent(left: int, ply: int) -> None:
    def winner(position: Twice) -> int:
        """The seat that wins if both play their best."""
        result = position.result()
        if result:
            assert result.winner is not None
            return result.winner
        mover = position.turn
        return mover if mover in {winner(position.play(move)) for move in position.legal_moves()} else 1 - mover

    position = Twice.at(left, ply)
    found = assess(position, seconds=60)
    assert found.certain
    assert found.chances[winner(position)] == 1
    assert winner(position.play(choose(position, 5, seed=1, seconds=60))) == winner(position)
