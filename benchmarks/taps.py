"""Taps: how many a move takes in the picker, over whole matches of the computer players.

`python -m benchmarks.taps KEY` plays new matches of a game and prints them as they stand in `matches.txt`.
"""

import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from benchmarks._table import Line
from cogs.ui.picker.stages import EFFECT, Steps, played_at_once, stage
from games import GAMES, Position
from players import choose

RECORDED = Path(__file__).parent / "matches.txt"
"""A match on each line: the game's key, a colon, and the moves from the start."""
GOALS: Mapping[str, float] = {
    "konane": 2.6,
    "squalma": 3.0,
    "kings_convoy": 3.5,
    "brain_coral": 3.0,
    "branching_coral": 3.0,
    "coral_clash": 3.2,
}
"""The most taps of a move, on average, with **Move**."""
MATCHES, LONGEST = 3, 240
LEVELS = (2, 3, 4)


def measure() -> Iterator[Line]:
    """The mean taps of a move in each game."""
    for key in GAMES:
        yield Line("taps", f"{key}: a move, with Move", mean_taps(key), goal=GOALS.get(key))


def mean_taps(key: str) -> float:
    """The mean `taps` of a move over the recorded matches of a game or, if it has none, over new ones."""
    return mean(taps(*each) for line in _recorded().get(key) or _played(key) for each in _moves_of(key, line))


def taps(position: Position[Any], move: Any) -> int:  # noqa: ANN401 (a move of any game)
    """The taps that play a move: **Move**, each choice, and **Play** where the move is shown first.

    A choice is a cell, a whole move, a row of the board, or an effect that is not the usual one. A move is shown first
    if a step was taken automatically after the last choice, or if it ends the match without winning it.
    """
    steps, choices = position.steps(move), 0
    path: Steps = ()
    while (here := stage(position, path)).move != move:
        left = steps[len(here.settled) :]
        if here.effects and left[-1] == here.effects[1]:
            path += (EFFECT + left[-1],)
            choices += 1
            continue
        part = next(((part,) for part, inside in here.parts.items() if left[:1] in inside), None)
        path += part or next(choice for choice in here.following if left[: len(choice)] == choice)
        choices += 1
    return 1 + choices + (not played_at_once(position, path, here))


def _moves_of(key: str, line: Sequence[str]) -> Iterator[tuple[Position[Any], Any]]:
    """The moves of a match, each with the position before it."""
    position: Position[Any] = GAMES[key].start()
    for text in line:
        move = position.parse(text)
        yield position, move
        position = position.play(move)


def _recorded() -> Mapping[str, Sequence[Sequence[str]]]:
    """The recorded matches by the key of their game."""
    matches = dict[str, list[list[str]]]()
    for row in RECORDED.read_text(encoding="utf-8").splitlines():
        key, _, moves = row.partition(": ")
        matches.setdefault(key, []).append(moves.split())
    return matches


def _played(key: str) -> Iterator[list[str]]:
    """New matches between computer players of different levels."""
    for seed in range(MATCHES):
        levels = random.Random(seed).sample(LEVELS, 2)
        position: Position[Any] = GAMES[key].start()
        line: list[str] = []
        while position.legal_moves() and position.ply < LONGEST:
            move = choose(position, levels[position.turn], seed=seed * LONGEST + position.ply, seconds=0.1)
            line.append(position.format(move))
            position = position.play(move)
        yield line


if __name__ == "__main__":
    for key in sys.argv[1:]:
        for line in _played(key):
            print(f"{key}: {' '.join(line)}")
