"""`python -m tests.games.playthrough KEY SEED [option=value …]` finds a short whole game and writes a playthrough.

The moves are random, except that a side that can win at once does so. A game that lasts longer than 120 plies is given
up and the next seed is tried, 300 at most. The file is `playthroughs/<key>.txt`, or `<key>-<value>-….txt` with options;
a value that several options of the game have stands behind the name of its option, as in `<key>-<option>-<value>.txt`.
"""

import random
import sys
from collections.abc import Mapping

from games import GAMES, GameInfo, OptionError
from tests.games.lines import FOLDER, told_result, write

MOST_PLIES = 120
MOST_SEEDS = 300


def played(key: str, seed: int, options: Mapping[str, str]) -> list[str] | None:
    """The move texts of the seed's game, or None if it reaches no result within 120 plies."""
    dice = random.Random(seed)
    position = GAMES[key].start(**options)
    moves: list[str] = []
    while position.result() is None:
        if len(moves) == MOST_PLIES:
            return None
        candidates = [(move, position.play(move)) for move in position.legal_moves()]
        wins = [pair for pair in candidates if (end := pair[1].result()) and end.winner == position.turn]
        move, after = dice.choice(wins or candidates)
        moves.append(position.format(move))
        position = after
    return moves


def file_name(info: GameInfo, options: Mapping[str, str]) -> str:
    """The file of a game with these options; no other choice of options has the same."""
    alone = [value for values in info.options.values() for value in values]
    words = [value if alone.count(value) == 1 else f"{name}-{value}" for name, value in options.items()]
    return "-".join([info.key, *words]) + ".txt"


def main(key: str, seed: int, *words: str) -> None:
    """Search from the seed on, and write the first game that ends."""
    options = dict(word.split("=", 1) for word in words)
    try:
        GAMES[key].start(**options)
    except OptionError as refusal:
        sys.exit(str(refusal))
    for tried in range(seed, seed + MOST_SEEDS):
        if moves := played(key, tried, options):
            seed = tried
            break
    else:
        sys.exit(
            f"None of {MOST_SEEDS} random games of {key} ended within {MOST_PLIES} plies: "
            "find a line in another way and keep it with `tests.games.lines.write`."
        )
    path = FOLDER / file_name(GAMES[key].info, options)
    command = " ".join(["python -m tests.games.playthrough", key, str(seed), *words])
    write(path, f"Random moves, a win taken at once: `{command}`", key, options, moves)
    position = GAMES[key].start(**options)
    for text in moves:
        position = position.play(position.parse(text))
    sys.stdout.write(f"{path.name}: seed {seed}, {len(moves)} plies, {told_result(position)}\n")


if __name__ == "__main__":
    match sys.argv[1:]:
        case [key, seed, *words] if key in GAMES and seed.isdigit() and all("=" in word for word in words):
            main(key, int(seed), *words)
        case _:
            sys.exit(f"python -m tests.games.playthrough KEY SEED [option=value …], where KEY is {', '.join(GAMES)}")
