"""The contract of `choose` and `assess`: every game, every level, with tiny budgets."""

import itertools
import math
import pickle
import random
import subprocess
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from games import GAMES, Position
from players import LEVELS, Assessment, assess, assess_as, choose, engines, think, wasm
from players.levels import level_of
from tests.players import CROWDED
from tests.support.samples import spread
from tests.support.shares import share

pytestmark = pytest.mark.usefixtures("kernels_run")
every_game = pytest.mark.parametrize("key", GAMES)
ROOT = Path(__file__).parents[2]


def somewhere(key: str, seed: int, plies: int) -> Position[Any]:
    """A position after at most `plies` random moves, not over."""
    chance = random.Random(seed)
    position = GAMES[key].start()
    for _ in range(plies):
        following = position.play(chance.choice(position.legal_moves()))
        if following.result():
            break
        position = following
    return position


@pytest.mark.parametrize(("key", "level"), share(2, product(GAMES, LEVELS)))
def test_a_level_plays_a_legal_move(key: str, level: int) -> None:
    for plies in (0, 1, 7, 24):
        position = somewhere(key, 5, plies)
        assert choose(position, level, seed=3, seconds=0.02) in position.legal_moves()


@pytest.mark.parametrize(("key", "level"), spread(GAMES, LEVELS[:3]))
def test_the_same_seed_gives_the_same_move(key: str, level: int) -> None:
    position = somewhere(key, 1, 9)
    assert choose(position, level, seed=11, seconds=60) == choose(position, level, seed=11, seconds=60)


@every_game
def test_a_win_in_one_is_played_from_level_2_on(key: str) -> None:
    position = winnable(key)
    for level in LEVELS[1:]:
        for seed in range(3):
            after = position.play(choose(position, level, seed=seed, seconds=0.02)).result()
            assert after is not None
            assert after.winner == position.turn


def winnable(key: str) -> Position[Any]:
    """A position with several moves, one of which wins."""
    chance = random.Random(0)
    while True:
        position = GAMES[key].start()
        for _ in range(400):
            moves = position.legal_moves()
            wins = [move for move in moves if (end := position.play(move).result()) and end.winner == position.turn]
            if wins and len(moves) > len(wins):
                return position
            position = position.play(chance.choice(moves))
            if position.result():
                break


@every_game
def test_a_thought_can_be_handed_to_another_process(key: str) -> None:
    position = somewhere(key, 2, 5)
    assert pickle.loads(pickle.dumps(choose))
    move = choose(position, 1, seed=0, seconds=0.02)
    assert pickle.loads(pickle.dumps((position, move))) == (position, move)
    judged = assess(position, seconds=0.02)
    assert pickle.loads(pickle.dumps(judged)) == judged


@every_game
def test_chances_add_up_and_the_line_can_be_played(key: str) -> None:
    position = somewhere(key, 4, 6)
    judged = assess(position, seconds=0.05)
    assert sum(judged.chances) == pytest.approx(1)
    assert judged.line
    for move in judged.line:
        assert move in position.legal_moves()
        position = position.play(move)


@pytest.mark.parametrize("key", sorted(engines.find_bridges()))
@pytest.mark.parametrize("seed", range(3))
def test_the_chances_are_about_the_same_before_and_after_the_best_move(key: str, seed: int) -> None:
    """The sides may think by other weights, but the chances of a position are those of both."""
    position = somewhere(key, seed, 6)
    before = _chances(position)
    assert before.line
    after = _chances(position.play(before.line[0]))
    assert after.chances == pytest.approx(before.chances, abs=0.25)


def test_a_search_that_ends_early_takes_no_move_that_it_has_proven_lost() -> None:
    board = "pgthTGy1:btgthph/cgoh1wwww1og1/1og:bchcgbdhch1/4:y3/1DH1DGy1:y2/1CGy1OHy:yOGyCH1/CH1OG3OHCG/PHTH1WWWW1THPG"
    position = GAMES["coral_clash"].decode(f"text 26 {board}")
    level = level_of("coral_clash", LEVELS[-1], position.turn)
    for nodes in range(16_000, 34_000, 2000):
        thought = think(position, replace(level, nodes=nodes), seconds=0, seed=0)
        best = thought.candidates[0]
        assert best.chance > 0
        assert best.move == thought.line[0]
        assert not thought.certain


MOST_FOLLOWED = 1 << 20
"""The positions up to which a kernel follows captures while it looks at all replies."""


@pytest.mark.parametrize(
    "level", [1, *(pytest.param(level, marks=pytest.mark.long) for level in LEVELS[1:-1]), LEVELS[-1]]
)
def test_a_thought_about_a_crowded_board_ends_without_a_clock(level: int) -> None:
    position = GAMES["coral_clash"].decode(CROWDED)
    how = level_of("coral_clash", level, position.turn)
    thought = think(position, replace(how, nodes=how.nodes or 2000), seconds=0, seed=1)
    assert thought.candidates
    assert thought.nodes < 1.01 * MOST_FOLLOWED


def test_a_review_keeps_its_time_on_a_crowded_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel looks at its clock every 256 positions. Here a millisecond has passed each time."""
    looks = itertools.count()
    monkeypatch.setattr(wasm, "_milliseconds", lambda: float(next(looks)))
    assert assess(GAMES["coral_clash"].decode(CROWDED), seconds=0.3).line
    assert next(looks) < 330


def _chances(position: Position[Any]) -> Assessment:
    """A judgement of 2,000 positions or simulations, which is the same on every machine."""
    how = replace(level_of(position.info.key, LEVELS[-1], position.turn), nodes=2000)
    return assess_as(position, how, seconds=0)


def test_a_finished_game_is_judged_by_its_result_and_refused_by_choose() -> None:
    position = GAMES["konane"].start(size="6")
    while not position.result():
        position = position.play(position.legal_moves()[0])
    result = position.result()
    assert result is not None
    assert result.winner is not None
    judged = assess(position, seconds=1)
    assert judged.certain
    assert judged.chances[result.winner] == 1
    assert not judged.line
    with pytest.raises(ValueError, match="over"):
        choose(position, 3)


@pytest.mark.parametrize("level", [0, 6, True, 1.0, "1", None])
def test_other_levels_are_refused(level: Any) -> None:
    choose(GAMES["konane"].start(), 1, seconds=0)
    with pytest.raises(ValueError, match="levels 1 to 5"):
        choose(GAMES["konane"].start(), level)


@pytest.mark.parametrize("seed", ["abc", 1.5, b"1"])
def test_a_seed_that_is_no_whole_number_is_refused(seed: Any) -> None:
    """The kernel could not take it, and the general search, which is weaker, would play."""
    with pytest.raises(TypeError, match="integer"):
        choose(GAMES["konane"].start(), 3, seed=seed)


@pytest.mark.parametrize("seed", [-1, 2**80])
def test_any_whole_number_is_a_seed(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    first = choose(GAMES["konane"].start(), 1, seed=seed, seconds=0)
    assert choose(GAMES["konane"].start(), 1, seed=seed, seconds=0) == first
    assert not caplog.messages


@pytest.mark.parametrize("key", ["konane", "brain_coral"])
@pytest.mark.parametrize("seconds", [-1, math.nan, math.inf, 1e9])
def test_a_time_that_no_thought_can_take_is_refused(key: str, seconds: float) -> None:
    with pytest.raises(ValueError, match="from 0 to 86400 seconds"):
        choose(GAMES[key].start(), 1, seconds=seconds)
    with pytest.raises(ValueError, match="from 0 to 86400 seconds"):
        assess(GAMES[key].start(), seconds=seconds)


def test_a_level_that_counts_positions_may_have_any_time_up_to_a_day() -> None:
    for seconds in (0, 0.0001, 86400):
        assert choose(GAMES["konane"].start(size="6"), 1, seconds=seconds)


INTERRUPTED = """
import os, signal, threading
from games import GAMES
from players import choose, think
from players.levels import Level
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell lets background jobs ignore it
position = GAMES["squalma"].start()
choose(position, 1, seed=1, seconds=0)
stronger = Level(nodes=10**9, seconds=0)
for thought in [lambda: choose(position, 5, seed=1, seconds=600), lambda: think(position, stronger, seconds=0, seed=1)]:
    try:
        threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT]).start()
        thought()
    except KeyboardInterrupt:
        print("interrupted")
print(position.format(choose(position, 1, seed=1, seconds=0)))
"""


def test_a_thought_can_be_interrupted_and_the_process_goes_on() -> None:
    run = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], check=False, capture_output=True, text=True, timeout=60, cwd=ROOT
    )
    assert run.returncode == 0, run.stderr
    *interrupted, move = run.stdout.split()
    assert interrupted == ["interrupted", "interrupted"]
    assert GAMES["squalma"].start().parse(move)
