"""Taps: how many a move takes in the picker, over whole matches of the computer players.

`python -m benchmarks.taps KEY` plays new matches of a game and prints them as they stand in `matches.txt`.
"""

import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from statistics import mean
from typing import Any

from benchmarks._table import Line
from cogs.ui.picker.stages import Steps, stage
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
"""The most taps of a move by `taps`, on average."""
MATCHES, LONGEST = 3, 240
LEVELS = (2, 3, 4)


def measure() -> Iterator[Line]:
    """The mean taps of a move in each game."""
    for key in GAMES:
        figure = mean_taps(key)
        yield Line("taps", f"{key}: taps of a move in the picker, with Play", figure, goal=GOALS.get(key))
        yield Line("taps", f"{key}: the same with Move, which opens the picker", figure + 1)


def mean_taps(key: str) -> float:
    """The mean taps of a move over the recorded matches of a game or, if it has none, over new ones."""
    lines = _recorded().get(key) or list(_played(key))
    return mean(chain.from_iterable(map(_taps_in, lines, [key] * len(lines))))


def taps(position: Position[Any], move: Any) -> int:  # noqa: ANN401 (a move of any game)
    """The taps after **Move** that play a move: one for each choice, and **Play**.

    A choice is a lettered cell, a whole move, a row of the board, or an effect that the preview does not show at first.
    """
    steps, count = position.steps(move), 1
    path: Steps = ()
    while (here := stage(position, path)).move != move:
        left = steps[len(here.settled) :]
        part = next(((part,) for part, choices in here.parts.items() if left[:1] in choices), None)
        path += part or next(choice for choice in here.following if left[: len(choice)] == choice)
        count += 1
    return count


def _taps_in(line: Sequence[str], key: str) -> Iterator[int]:
    """The taps of each move of a match."""
    position: Position[Any] = GAMES[key].start()
    for text in line:
        move = position.parse(text)
        yield taps(position, move)
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
