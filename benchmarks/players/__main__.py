"""`python -m benchmarks.players GAME A B …`: paired games between two players, with the score of A.

Results are appended to `--file` as they come, one JSON object a game; a run with the same words goes on where it ended.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.players.arena import MOST_PLIES, OPENING_PLIES, interval, one_game
from games import GAMES


def told(games: list[dict[str, Any]]) -> str:
    """The score of A over all games, and over those with either seat."""
    parts = []
    for name, some in (
        ("all", games),
        *((f"seat {seat}", [game for game in games if game["seat"] == seat]) for seat in (0, 1)),
    ):
        score = sum(game["score"] for game in some)
        low, high = interval(score, len(some))
        share = score / len(some) if some else 0
        draws = sum(game["score"] == 0.5 for game in some)
        parts.append(f"{name}: {share:.0%} [{low:.0%}-{high:.0%}] of {len(some)}, {draws} drawn")
    plies = sum(game["plies"] for game in games) / max(1, len(games))
    return "; ".join(parts) + f"; {plies:.0f} plies"


def main() -> None:
    """Play what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plies", type=int, help="random moves of the openings")
    parser.add_argument("--most", type=int, default=MOST_PLIES, help="a game of so many plies is drawn")
    parser.add_argument("--options", nargs="*", default=[], help="options of the game: size=6")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--file", type=Path)
    arguments = parser.parse_args()
    if arguments.plies is None:
        arguments.plies = OPENING_PLIES.get(arguments.game, 4)
    header = f"{arguments.game} {arguments.a} v {arguments.b} {' '.join(arguments.options)} seed {arguments.seed}"
    games: list[dict[str, Any]] = []
    if arguments.file and arguments.file.exists():
        lines = map(json.loads, arguments.file.read_text(encoding="utf-8").splitlines())
        games = [line for line in lines if line["what"] == header]
    done = {game["number"] for game in games}
    with multiprocessing.get_context("spawn").Pool(arguments.jobs) as pool:
        numbers = [number for number in range(arguments.games) if number not in done]
        for game in pool.imap_unordered(partial(one_game, arguments), numbers):
            games.append(game)
            if arguments.file:
                with arguments.file.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"what": header, **game}) + "\n")
    reasons = Counter(game["reason"].split(",")[0] for game in games).most_common(4)
    print(f"{header}: {told(games)}; {reasons}")


if __name__ == "__main__":
    main()
