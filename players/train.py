"""`python -m players.train [game …]` fits the weights of the evaluations from games that the kernels play themselves.

How each game is trained stands in `training.json`: the weights to begin with, and for each pass how many games, how
many nodes a move, from which seed. A pass plays with the weights of the pass before, notes the features of every
position and who won, and fits them by logistic regression, so that the score becomes log-odds. Everything depends on
the seed alone: the same file gives the same weights. Needs numpy (`requirements-dev.txt`).
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import struct
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from games import GAMES
from players import engines

if TYPE_CHECKING:
    from collections.abc import Sequence

PLANS = Path(__file__).with_name("training.json")
BATCH = 10
"""So many games are played by a process before it takes others."""
Table = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class Pass:
    """One pass of a game's training."""

    games: int
    nodes: int
    seed: int
    opening: int = 6
    """So many random moves begin each game, for variety."""
    margin: int = 120
    """Later moves are picked among those that seem at most so many points worse than the best."""
    plies: int = 200
    """Games longer than this teach nothing and are left out."""
    decay: float = 1.0
    """A position counts less the more moves before the end it is: by this factor a move."""
    handicap: int = 1
    """How many times fewer nodes the second seat has, where it is the stronger one; negative: either seat in turn.

    Games between equals end in shuffling in some games, and nothing is learned from that.
    """


def play_some(key: str, weights: Sequence[int], plan: Pass, first: int) -> list[list[tuple[int, ...]]]:
    """Some games from number `first` on: of each the rows that the kernel wrote, none of an endless game."""
    engine = engines.Engine(engines.find_bridges()[key], [*weights, *weights])
    kernel = engine.prepare(GAMES[key].start())
    start = engine.bridge.written(GAMES[key].start())
    games = []
    for number in range(first, min(first + BATCH, plan.games)):
        kernel.write(start)
        kernel.call("set_position")
        kernel.write(struct.pack("<9i", plan.nodes, 0, 99, 1, plan.margin, 0, 0, 0, 0))
        seed = plan.seed * 1_000_000 + number
        count = kernel.call("self_play", seed, plan.opening, plan.plies, plan.handicap)
        width = 1 + len(weights)
        numbers = struct.unpack(f"<{count * width}i", kernel.read(4 * count * width))
        games.append([numbers[i : i + width] for i in range(0, len(numbers), width)])
    return games


def fit(features: Table, ends: Table, importance: Table, start: Table, tied: float) -> Table:
    """Logistic regression by Newton's method; `tied` holds the weights back towards `start`."""
    weights = start.copy()
    for _ in range(30):
        chances = 1 / (1 + np.exp(-np.clip(features @ weights, -30, 30)))
        slope = features.T @ (importance * (chances - ends)) + tied * (weights - start)
        bend = (features * (importance * chances * (1 - chances))[:, None]).T @ features + tied * np.eye(len(weights))
        change = np.linalg.solve(bend, slope)
        weights = weights - change
        if np.abs(change).max() < 1e-6:
            break
    return weights


def train(key: str, plan: dict[str, Any], jobs: int) -> dict[str, int]:
    """The weights of a game after all passes of its plan, by their names."""
    names = list(plan["start"])
    weights = [int(value) for value in plan["start"].values()]
    held: list[tuple[list[tuple[int, ...]], Pass]] = []
    for step in (Pass(**step) for step in plan["passes"]):
        before = time.monotonic()
        with multiprocessing.get_context("spawn").Pool(jobs) as pool:
            batches = pool.map(partial(play_some, key, weights, step), range(0, step.games, BATCH), chunksize=1)
        played = [(rows, step) for batch in batches for rows in batch if rows]
        held = (held + played)[-plan.get("keep", step.games) :]
        table = np.array([row for rows, _ in held for row in rows], dtype=np.float64)
        features, ends = table[:, 1:], table[:, 0] / 2
        importance = np.array([one.decay ** (len(rows) - i) for rows, one in held for i in range(len(rows))])
        start = np.zeros(len(names)) if not plan.get("tied_to_start") else np.array(weights) / engines.SCALE
        fitted = fit(features, ends, importance, start, plan.get("tied", 5.0))
        weights = [round(float(weight) * engines.SCALE) for weight in fitted]
        print(  # noqa: T201 (a command line tool)
            f"{key}: {len(played)} of {step.games} games ended, the first seat won "
            f"{sum(_first_seat(rows) for rows, _ in played) / len(played):.0%}, {len(features)} positions, "
            f"{time.monotonic() - before:.0f} s: {dict(zip(names, weights, strict=True))}",
            flush=True,
        )
    return dict(zip(names, weights, strict=True))


def _first_seat(rows: Sequence[tuple[int, ...]]) -> float:
    """What the game brought the side to move in its first row, which is the first seat after an even opening."""
    return rows[0][0] / 2


def main() -> None:
    """Train the games of the command line, or all that have a plan, and write their weights."""
    plans = json.loads(PLANS.read_text(encoding="utf-8"))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[[], *plans], default=list(plans))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--into", type=Path, default=engines.WEIGHTS, help="where to write the weights")
    arguments = parser.parse_args()
    for key in arguments.games:
        weights = train(key, plans[key], arguments.jobs)
        text = json.dumps({"weights": weights}, indent=2)
        (arguments.into / f"{key}.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
