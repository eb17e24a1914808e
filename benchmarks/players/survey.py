"""`python -m benchmarks players survey [GAME …]`: what hints and reviews say in games like those that people play.

Plays games between levels 1 to 3 and lets the strongest player judge some positions of each, with a share of the
positions that it looks at in two seconds. Games are appended to `--file`, so that a run goes on where it ended; those
of other levels, weights or kernels are left out. Prints for each game how many of the best moves have a reason, and how
true the chances are: among the positions in which a side was given some chance, the share that it won. Without
`--number` only what the file holds is printed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from benchmarks.players.arena import OPENING_PLIES
from benchmarks.players.opponents import fingerprint, opening, player, scaled
from games import GAMES, merit
from players import assess_as, engines
from players.levels import LEVELS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PAIRS = ((1, 2), (2, 1), (2, 3), (3, 2), (2, 2), (1, 3), (3, 1), (3, 3))
"""The levels of the first and the second seat, which games take in turn."""
JUDGED = 12
"""How many positions of a game are judged at most."""
MOST_PLIES = 200
"""A game of so many plies is drawn."""
SHARE = 0.05
"""The share of the positions of a full thought with which a position is judged: about that of a review."""
EDGES = (0.1, 0.3, 0.5, 0.7, 0.9, 1.01)
"""The upper ends of the groups of chances."""


def main(words: Sequence[str]) -> None:
    """Play what the file lacks, then tell of each game what was found."""
    parser = argparse.ArgumentParser("python -m benchmarks players survey", description=__doc__)
    parser.add_argument("games", nargs="*", choices=[[], *GAMES], default=[])
    parser.add_argument("--number", type=int, default=0, help="how many games to play of each")
    parser.add_argument("--seed", type=int, nargs="*", default=[1])
    parser.add_argument("--file", type=Path, default=Path("survey.jsonl"))
    asked = parser.parse_args(words)
    for key in asked.games or GAMES:
        found = [game for seed in asked.seed for game in survey(key, seed, asked.number, asked.file)]
        print(f"{key}: {len(found)} games, {sum(len(game['judged']) for game in found)} positions")
        print(f"  reasons: {_reasons(key, found)}")
        print(f"  chances: {_truth(found)}", flush=True)


def survey(key: str, seed: int, number: int, file: Path) -> Iterator[dict[str, Any]]:
    """The games of the file with this seed, as all would be played now, and those that it lacks up to this number."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    by = _players(key)
    asked = {"game": key, "seed": seed, "players": by}
    played = {game["number"]: game for game in map(json.loads, lines) if game.items() >= asked.items()}
    yield from played.values()
    for count in set(range(number)) - set(played):
        game = {**asked, "number": count, **_play(key, seed, count)}
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(game) + "\n")
        yield game


def _players(key: str) -> str:
    """The descriptions of those who play and judge the games, as one short text that changes with any of them."""
    start = GAMES[key].start()
    levels = [player(f"level={level}", start).description for pair in PAIRS for level in pair]
    judges = [f"{scaled(key, LEVELS[-1], seat, SHARE)}" for seat in range(2)]
    judging = fingerprint(engines.engine_for_chances(start), start)
    return hashlib.sha256(repr((levels, judges, judging)).encode()).hexdigest()[:12]


def _play(key: str, seed: int, number: int) -> dict[str, Any]:
    """One game: its moves, what the first seat scored, and the judged positions."""
    chance = Random(f"survey {seed} {number}")
    start = GAMES[key].start()
    position = opening(start, OPENING_PLIES.get(key, 4), chance)
    players = [player(f"level={level}", start) for level in PAIRS[number % len(PAIRS)]]
    first, moves, positions = position.encode(), [], []
    while not position.result() and position.ply < MOST_PLIES:
        positions.append(position)
        move = players[position.turn](position, seed * 1000 + number)
        moves.append(position.format(move))
        position = position.play(move)
    result = position.result()
    score = 0.5 if result is None or result.winner is None else float(result.winner == 0)
    judged = []
    for one in chance.sample(positions, min(JUDGED, len(positions))):
        strongest = scaled(key, LEVELS[-1], one.turn, SHARE)
        found = assess_as(one, strongest, seconds=strongest.seconds)
        judged.append(
            {
                "ply": one.ply,
                "chance": found.chances[0],
                "certain": found.certain,
                "best": one.format(found.line[0]),
            }
        )
    return {"from": first, "moves": moves, "score": score, "judged": judged}


def _reasons(key: str, games: Sequence[dict[str, Any]]) -> str:
    """The share of the best moves that have a reason, and which reasons these are."""
    said: Counter[str] = Counter()
    count = 0
    for game in games:
        position = GAMES[key].decode(game["from"])
        best = {one["ply"]: one["best"] for one in game["judged"]}
        for move in game["moves"]:
            if position.ply in best:
                count += 1
                reason = merit(position, position.parse(best[position.ply]))
                said.update([reason.message] if reason else [])
            position = position.play(position.parse(move))
    parts = ", ".join(f"{times / count:.0%} “{message}”" for message, times in said.most_common())
    return f"{said.total() / max(1, count):.0%} ({parts})"


def _pairs(games: Sequence[dict[str, Any]]) -> list[tuple[float, float]]:
    """The chance of the first seat as the search gave it, and what it scored, of each position that is not proven."""
    return [(one["chance"], game["score"]) for game in games for one in game["judged"] if not one["certain"]]


def _truth(games: Sequence[dict[str, Any]]) -> str:
    """The groups of chances with what was scored in them, the mean error and the mean surprise."""
    groups: dict[float, list[tuple[float, float]]] = {}
    judged = _pairs(games)
    for chance, score in judged:
        groups.setdefault(next(edge for edge in EDGES if chance < edge), []).append((chance, score))
    means = [
        (sum(chance for chance, _ in some) / len(some), sum(score for _, score in some) / len(some), len(some))
        for _, some in sorted(groups.items())
    ]
    table = ", ".join(f"{chance:.0%}: {score:.0%} of {count}" for chance, score, count in means)
    error = sum(abs(chance - score) * count for chance, score, count in means) / max(1, len(judged))
    return f"off by {error:.1%}, surprise {_surprise(judged):.3f}; {table}"


def _surprise(judged: Sequence[tuple[float, float]]) -> float:
    """The mean of what the results cost in log-odds (the logarithmic loss): 0.693 for one who always says 50 %."""
    kept = [(min(max(chance, 0.001), 0.999), score) for chance, score in judged]
    loss = sum(score * math.log(chance) + (1 - score) * math.log(1 - chance) for chance, score in kept)
    return -loss / max(1, len(kept))
