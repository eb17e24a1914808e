"""`python -m players.train [game …]` fits the evaluation weights to games that the kernels play against themselves.

`training.json` has the plan for each game: the initial weights and, for each pass, the number of games, the nodes per
move and the seed. A pass plays with the weights of the previous pass and stores each position's features, the score of
the search and the result of the game. It then fits the weights by logistic regression to a target for each position
(`targets_of`), so that scores become log-odds. Results depend only on the plan: the same plan gives the same weights.
Needs numpy (`requirements-dev.txt`).
"""

import argparse
import hashlib
import json
import multiprocessing
import struct
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from games import GAMES
from players import engines
from players.levels import SEATS

PLANS = Path(__file__).with_name("training.json")
BATCH = 10
"""How many games a process plays per task."""
Table = np.ndarray[Any, np.dtype[np.float64]]


DRAWN = 0
UNFINISHED = -2
MOST_UNPROVEN = 4000
"""Unproven scores are clipped to this."""
COLUMNS = 3
"""How many columns of a row precede its features: the side to move, the search's score, and the game's result."""


@dataclass(frozen=True, slots=True)
class Pass:
    games: int
    nodes: int
    seed: int
    opening: int = 6
    """The minimum number of random moves at the start of each game, for variety."""
    spread: int = 1
    """Game number `n` starts with `n % spread` random moves in addition to `opening`."""
    margin: int = 120
    """After the random moves, each move is chosen at random from those at most this many points below the best one."""
    plies: int = 200
    """A game is stopped at this ply."""
    persistence: float = 1.0
    """How much the end of a game counts for the positions before it, from 0 to 1. `targets_of` explains it."""


def play_some(key: str, weights: Sequence[int], plan: Pass, first: int) -> list[Table]:
    """Play up to BATCH games, numbered from `first`, and return an array of rows for each game."""
    engine = engines.Engine(engines.find_bridges()[key], [*weights, *weights])
    kernel = engine.prepare(GAMES[key].start())
    start = engine.bridge.encode(GAMES[key].start())
    games = []
    width = COLUMNS + len(weights)
    for number in range(first, min(first + BATCH, plan.games)):
        kernel.write(start)
        kernel.call("set_position")
        kernel.write(struct.pack("<9i", plan.nodes, 0, 99, 1, plan.margin, 0, 0, 0, 0))
        seed = plan.seed * 1_000_000 + number
        count = kernel.call("self_play", seed, plan.opening + number % plan.spread, plan.plies)
        rows = np.frombuffer(kernel.read(4 * count * width), dtype="<i4").reshape(count, width)
        games.append(rows.astype(np.float64))
    return games


def targets_of(rows: Table, persistence: float) -> Table:
    """Return the targets of the fit: the winning chance of the side to move at each position of a game.

    Targets are computed backwards. Each mixes the next position's target, weighted with `persistence`, and the chance
    that the search found. The last target is the result or, if the game was stopped, the chance that the search found.
    With a persistence of 1, all targets equal the result; below 1, games without a winner count, too.
    """
    turns, scores, ends = rows[:, 0], rows[:, 1], rows[:, 2]
    chances = 1 / (1 + np.exp(-np.clip(scores, -MOST_UNPROVEN, MOST_UNPROVEN) / engines.SCALE))
    chances = np.where(np.abs(scores) >= engines.PROVEN, scores > 0, chances)
    targets = np.empty(len(rows))
    for i in range(len(rows) - 1, -1, -1):
        if i == len(rows) - 1:
            targets[i] = chances[i] if ends[i] == UNFINISHED else (ends[i] + 1) / 2
        else:
            later = targets[i + 1] if turns[i + 1] == turns[i] else 1 - targets[i + 1]
            targets[i] = (1 - persistence) * chances[i] + persistence * later
    return targets


def fit(features: Table, targets: Table, ridge: float) -> Table:
    """Fit a logistic regression by Newton's method. `ridge` is the strength of the L2 penalty on the weights.

    `features` has the shape (positions, weights), `targets` (positions,).
    """
    weights = np.zeros(features.shape[1])
    for _ in range(30):
        chances = 1 / (1 + np.exp(-np.clip(features @ weights, -30, 30)))
        gradient = features.T @ (chances - targets) + ridge * weights
        hessian = (features * (chances * (1 - chances))[:, None]).T @ features + ridge * np.eye(len(weights))
        change = np.linalg.solve(hessian, gradient)
        weights = weights - change
        if np.abs(change).max() < 1e-6:
            break
    return weights


def checksum(games: Iterable[Table]) -> str:
    """Return a checksum of eight hexadecimal digits, which changes if any game is played differently."""
    return hashlib.sha256(b"".join(rows.tobytes() for rows in games)).hexdigest()[:8]


def train(key: str, plan: dict[str, Any], jobs: int, trail: list[dict[str, Any]] | None = None) -> dict[str, int]:
    """Run all passes of a game's training plan, and return a dict from feature names to weights.

    For each pass, this adds to `trail` the checksum of each batch of games and the weights fitted to the games.
    """
    names = list(plan["start"])
    weights = [int(value) for value in plan["start"].values()]
    kept: list[tuple[Table, float]] = []
    for step in (Pass(**step) for step in plan["passes"]):
        before = time.monotonic()
        with multiprocessing.get_context("spawn").Pool(jobs) as pool:
            batches = pool.map(partial(play_some, key, weights, step), range(0, step.games, BATCH), chunksize=1)
        played = [rows for batch in batches for rows in batch if len(rows)]
        kept = (kept + [(rows, step.persistence) for rows in played])[-plan.get("keep", step.games) :]
        table = np.concatenate([rows for rows, _ in kept])
        targets = np.concatenate([targets_of(rows, persistence) for rows, persistence in kept])
        unproven = np.abs(table[:, 1]) < engines.PROVEN
        features = table[unproven, COLUMNS:]
        fitted = fit(features, targets[unproven], plan.get("ridge", 5.0))
        weights = [round(float(weight) * engines.SCALE) for weight in fitted]
        if trail is not None:
            trail.append({"games": " ".join(map(checksum, batches)), "fitted": weights})
        ended = [rows[0] for rows in played if rows[0, 2] != UNFINISHED]
        won = sum(row[2] == (1 if row[0] == 0 else -1) for row in ended)
        drawn = sum(row[2] == DRAWN for row in ended)
        print(  # noqa: T201 (a command line tool)
            f"{key}: {len(ended)} of {step.games} games ended, the first seat won {won}, {drawn} were drawn; "
            f"{len(features)} positions, {time.monotonic() - before:.0f} s: {dict(zip(names, weights, strict=True))}",
            flush=True,
        )
    return dict(zip(names, weights, strict=True))


def main(argv: Sequence[str]) -> None:
    """Train the games named on the command line, or else all games with a plan, and write their weights."""
    plans = json.loads(PLANS.read_text(encoding="utf-8"))
    parser = argparse.ArgumentParser("python -m players.train", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="game", help=f"what to train; otherwise all: {', '.join(plans)}")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--into", type=Path, default=engines.WEIGHTS, help="where to write the weights")
    parser.add_argument("--trails", type=Path, help="where to write what the tests repeat a part of")
    arguments = parser.parse_args(argv)
    if unknown := set(arguments.games).difference(plans):
        parser.error(f"there is no plan for {', '.join(sorted(unknown))}: choose from {', '.join(plans)}")
    for folder in filter(None, (arguments.into, arguments.trails)):
        if not folder.is_dir():
            parser.error(f"there is no folder {folder}")
    for key in arguments.games or plans:
        trail: list[dict[str, Any]] = []
        weights = train(key, plans[key], arguments.jobs, trail)
        table: dict[str, Any] = {"weights": weights}
        if seat := plans[key].get("seat"):  # the other seat keeps the weights set by hand
            by_hand = {other: plans[key][other] for other in SEATS if other in plans[key]}
            table = {"weights": plans[key]["start"], **by_hand, seat: weights, "chances": seat}
        text = json.dumps(table, indent=2)
        (arguments.into / f"{key}.json").write_text(f"{text}\n", encoding="utf-8")

        if arguments.trails:
            text = json.dumps({"plan": plans[key], "passes": trail})
            (arguments.trails / f"{key}.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
