"""The general search: it plays where there is no kernel, and says that it is weaker."""

from __future__ import annotations

import logging
from random import Random
from typing import TYPE_CHECKING

import pytest

import players
from games import GAMES
from players import LEVELS, assess, choose, engines, general
from tests.support.wide import MOVES, WIN, Triple, Wide

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def without_wasmtime(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(engines, "HAS_WASMTIME", False)
    engines.engine.cache_clear()
    players._say_weaker.cache_clear()
    yield
    engines.engine.cache_clear()


@pytest.mark.usefixtures("without_wasmtime")
@pytest.mark.parametrize("key", GAMES)
def test_without_wasmtime_every_game_is_played_and_it_is_said_once(key: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    position = GAMES[key].start()
    assert not players.has_kernel(key)
    for _ in range(2):
        assert choose(position, 2, seed=1, seconds=0.02) in position.legal_moves()
    assert assess(position, seconds=0.02).line[0] in position.legal_moves()
    (record,) = caplog.records
    assert "weaker" in record.getMessage()
    assert "wasmtime is not installed" in record.getMessage()


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
    looked, wins = [], general.wins

    def counted(position: Wide, move: Triple) -> bool:
        looked.append(move)
        return wins(position, move)

    monkeypatch.setattr(general, "wins", counted)
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
