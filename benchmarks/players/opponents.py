"""Players for trials by short texts: `level=3`, `nodes=10000`, `seconds=2`, `random`, `flat=100`, `beginner`, `glance`.

`nodes=10000 weights=FILE kernels=FOLDER` is the full search with so many nodes, with other weights or kernels. Any
field of `Level` may stand beside it or beside a level: `nodes=500 noise=0.1`, `level=3 noise=0`, `level=4 seconds=9`.
`level=4 share=0.1` looks at a tenth as many positions as level 4; level 5 counts as if it looked at FULL.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from players import engines, play_as
from players.levels import Level, level_of
from players.thought import pick

if TYPE_CHECKING:
    from collections.abc import Callable

    from games import Position


FULL = {
    "konane": 8_000_000,
    "squalma": 2_500_000,
    "kings_convoy": 600_000,
    "brain_coral": 300_000,
    "branching_coral": 200_000,
    "coral_clash": 1_000_000,
}
"""So many positions, or simulations, level 5 looks at in two seconds of a quiet core."""


def player(spec: str, key: str) -> Callable[[Position[Any], int], Any]:
    """The player of a game that the text names; raises ValueError for a text that names none.

    It finds a move in a position, and is told a number for the game by which it may vary.
    """
    words = dict(word.partition("=")[::2] for word in spec.split())
    if "level" in words:
        level = level_of(key, int(words.pop("level")))
        share = float(words.pop("share", 1))
        level = replace(level, nodes=max(10, round((level.nodes or FULL[key]) * share)) if share < 1 else level.nodes)
        level = replace(level, **_numbers(words))
        return lambda position, seed: play_as(position, level, seed=seed)
    if "random" in words:
        return lambda position, seed: Random(f"{seed} {position.ply} random").choice(position.legal_moves())
    if "flat" in words:
        return lambda position, seed: flat(position, int(words["flat"]), seed)
    if "beginner" in words:
        return beginner
    if "glance" in words:
        return glance
    if "nodes" not in words and "seconds" not in words:
        raise ValueError(f"{spec!r} names no player")
    return _search(words, key)


def _numbers(words: dict[str, str]) -> dict[str, Any]:
    """Fields of `Level`."""
    whole = ("nodes", "plies", "least_plies", "blind_from", "playouts")
    return {name: int(value) if name in whole else float(value) for name, value in words.items()}


def _search(words: dict[str, str], key: str) -> Callable[[Position[Any], int], Any]:
    bridge = engines.find_bridges()[key]
    weights = None
    if path := words.pop("weights", None):
        weights = engines.load_weights(Path(path))
    engine = engines.Engine(bridge, weights, Path(words.pop("kernels", engines.KERNELS)))
    level = Level(**{"nodes": 0, "seconds": 0, "opening": float(words.get("margin", 0)), **_numbers(words)})

    def move(position: Position[Any], seed: int) -> Any:  # noqa: ANN401 (each game has its own moves)
        thought = engine.think(position, level, seconds=level.seconds, seed=seed)
        return pick(thought, level.margin, Random(f"{seed} {position.ply}"))

    return move


def flat(position: Position[Any], playouts: int, seed: int) -> Any:  # noqa: ANN401 (a move of any game)
    """The move with the most wins in so many random playouts each, played by the rules alone."""
    chance = Random(f"{seed} {position.ply}")

    def wins(move: Any) -> float:  # noqa: ANN401 (a move of any game)
        won = 0.0
        for _ in range(playouts):
            end = position.play(move)
            while moves := end.legal_moves():
                end = end.play(chance.choice(moves))
            result = end.result()
            won += 0.5 if not result or result.winner is None else result.winner == position.turn
        return won

    return max(position.legal_moves(), key=wins)


def beginner(position: Position[Any], seed: int) -> Any:  # noqa: ANN401 (a move of any game)
    """A scripted beginner who looks one move ahead: takes a win, avoids giving one, else the best by a glance.

    The glance is by mobility: after the move the opponent should have few moves, and few of them that win.
    """
    chance = Random(f"{seed} {position.ply} beginner")
    moves = list(position.legal_moves())
    chance.shuffle(moves)
    best, fewest = moves[0], 1e9
    for move in moves:
        after = position.play(move)
        result = after.result()
        if result:
            worth = -1e9 if result.winner == position.turn else 1e8
        else:
            replies = after.legal_moves()
            worth = float(len(replies))
            if any((end := after.play(reply).result()) and end.winner == after.turn for reply in replies):
                worth += 1e6
        if worth < fewest:
            best, fewest = move, worth
    return best


def glance(position: Position[Any], seed: int) -> Any:  # noqa: ANN401 (a move of any game)
    """A beginner without any judgement: takes a win, avoids giving one, else any move."""
    chance = Random(f"{seed} {position.ply} glance")
    moves = list(position.legal_moves())
    chance.shuffle(moves)
    for move in moves:
        if _wins(position, move):
            return move
    for move in moves:
        after = position.play(move)
        if not any(_wins(after, reply) for reply in after.legal_moves()):
            return move
    return moves[0]


def opening(position: Position[Any], plies: int, chance: Random) -> Position[Any]:
    """A position after so many random moves in which the game is not over and no side can win at once."""
    while True:
        after = position
        for _ in range(plies):
            if after.result():
                break
            after = after.play(chance.choice(after.legal_moves()))
        moves = after.legal_moves()
        if len(moves) > 1 and not any(_wins(after, move) for move in moves):
            return after


def _wins(position: Position[Any], move: Any) -> bool:  # noqa: ANN401 (a move of any game)
    result = position.play(move).result()
    return result is not None and result.winner == position.turn
