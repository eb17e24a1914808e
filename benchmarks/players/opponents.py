"""Players for trials by short texts: `level=3`, `nodes=10000`, `seconds=2`, `random`, `beginner`.

`nodes=10000 weights=FILE kernels=FOLDER` is the full search with 10,000 nodes, with other weights or kernels. Any
field of `Level` may stand beside it or beside a level: `nodes=500 noise=0.1`, `level=3 noise=0`, `level=4 seconds=9`.
`level=4 share=0.1` examines a tenth of the positions of level 4; `full` gives the positions of level 5. The general
search, which needs no kernel, then has a tenth of the playouts and of the time.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from games import GAMES, Position
from games._placement import Placement
from players import engines, has_kernel, play_as
from players.general import wins
from players.levels import Level, level_of
from players.results import pick

FULL = {
    "konane": 8_000_000,
    "squalma": 2_500_000,
    "kings_convoy": 600_000,
    "brain_coral": 300_000,
    "branching_coral": 200_000,
    "coral_clash": 1_000_000,
}
"""How many positions, or simulations, count as all that level 5 looks at in two seconds, by game.

They were measured on a busy machine; a quiet one examines 1.5 to 3.3 times as many. The scores with a share in
docs/players.md depend on these numbers, so they stay.
"""
MORE = 3
"""How many times as many positions level 5 looks at as level 4, in games that are not in FULL."""

COUNTED = {
    "konane": {"movers": 1},
    "squalma": {"squares needed": 2, "ranks with a top": 1},
    "kings_convoy": {"attackers": 2, "defenders lost": 3, "corners in one": 30, "corners in two": 4, "king's moves": 1},
    "coral_clash": {
        "hunter dolphin": 9, "gatherer dolphin": 9, "hunter turtle": 5, "gatherer turtle": 5, "hunter pufferfish": 3,
        "gatherer pufferfish": 3, "hunter crab": 1, "gatherer crab": 1, "hunter octopus": 1, "gatherer octopus": 1,
        "area": 1,
    },
}  # fmt: skip
"""The features that a newcomer counts after a move, by the kernels' names: own minus opponent's."""


Mover: TypeAlias = "Callable[[Position[Any], int], Any]"
"""How a player moves: from a position and a number for the match, which varies its play, to a move."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player of a game.

    Called with a position and a number of the match, which varies its play, it returns a move.
    """

    description: str
    """How it plays: two players with the same description play the same.

    It contains a fingerprint of the weights and the kernel, because a file may change and keep its name.
    """
    move: Mover

    def __call__(self, position: Position[Any], seed: int) -> Any:  # noqa: ANN401 (each game has its own moves)
        return self.move(position, seed)


def player(spec: str, start: Position[Any]) -> Player:
    """The player that a text describes, for games from this start. Raises ValueError for any other text."""
    key, engine = start.info.key, engines.engine(start)
    words = dict(word.partition("=")[::2] for word in spec.split())
    if "random" in words:
        return Player(spec, lambda position, seed: _chance(position, seed, "random").choice(position.legal_moves()))
    name = spec
    if "level" in words:
        name, move = _level(words, key)
    elif "nodes" in words or "seconds" in words:
        engine = _engine(words, key)
        move = _search(engine, words)
    elif "beginner" in words:
        move = beginner(key)
    else:
        raise ValueError(f"{spec!r} names no player")
    return Player(f"{name} by {fingerprint(engine, start)}", move)


def fingerprint(engine: engines.Engine | None, start: Position[Any]) -> str:
    """A short text that changes with the engine's weights or with its kernel for games from this start."""
    if engine is None:
        return "the general search"
    kernel = engine.folder / f"{engine.bridge.kernel(start)}.wasm"
    return hashlib.sha256(repr(engine.weights).encode() + kernel.read_bytes()).hexdigest()[:12]


def _level(words: dict[str, str], key: str) -> tuple[str, Mover]:
    """The name of a level, with the fields that words set in either seat, and how it moves."""
    number, share = int(words.pop("level")), float(words.pop("share", 1))
    levels, names = [], []
    for seat in range(2):
        level = replace(scaled(key, number, seat, share), **_numbers(words))
        levels.append(level)
        names.append(f"{level} {level_of(key, 1, seat)} in a hurry" if level.hurry else str(level))
    name = " in the first seat, ".join(names) if names[0] != names[1] else names[0]
    return name, lambda position, seed: play_as(position, levels[position.turn], seed=seed)


def scaled(key: str, number: int, seat: int, share: float = 1) -> Level:
    """How level `number` plays in trials: with a share of its positions, which are not counted against a clock."""
    level = level_of(key, number, seat)
    if not has_kernel(GAMES[key].start()):
        return replace(level, playouts=round(level.playouts * share), seconds=level.seconds * share)
    if share < 1:
        level = replace(level, nodes=max(10, round((level.nodes or full(key)) * share)))
    return replace(level, seconds=0.0 if level.nodes else level.seconds)


def full(key: str) -> int:
    """How many positions, or simulations, count as all that level 5 looks at in two seconds."""
    return FULL.get(key) or MORE * max(level_of(key, 4, seat).nodes for seat in range(2))


def _chance(position: Position[Any], seed: int, name: str) -> Random:
    return Random(f"{seed} {position.ply} {name}")


def _numbers(words: dict[str, str]) -> dict[str, Any]:
    """The fields of `Level` that some words set. Raises ValueError for other words."""
    if unknown := words.keys() - {field.name for field in fields(Level)}:
        raise ValueError(f"a level has no {', '.join(sorted(unknown))}")
    whole = ("nodes", "plies", "least_plies", "blind_from", "playouts")
    return {name: int(value) if name in whole else float(value) for name, value in words.items()}


def _engine(words: dict[str, str], key: str) -> engines.Engine:
    """The engine with the weights and the kernels that some words name."""
    bridge = engines.find_bridges().get(key)
    if bridge is None:
        raise ValueError(f"{key} has no kernel that could look at positions; name a level instead, such as level=5")
    weights = None
    if path := words.pop("weights", None):
        if not Path(path).exists():
            raise ValueError(f"there are no weights in {path}")
        weights = engines.load_weights(Path(path))
    return engines.Engine(bridge, weights, Path(words.pop("kernels", engines.KERNELS)))


def _search(engine: engines.Engine, words: dict[str, str]) -> Mover:
    level = Level(**{"nodes": 0, "seconds": 0, "opening": float(words.get("margin", 0)), **_numbers(words)})

    def move(position: Position[Any], seed: int) -> Any:  # noqa: ANN401 (each game has its own moves)
        thought = engine.think(position, level, seconds=level.seconds, seed=seed)
        return pick(thought, level.margin, Random(f"{seed} {position.ply}"))

    return move


def beginner(key: str) -> Mover:
    """A beginner who looks one move ahead: takes a win, prevents a loss, and else plays what looks best.

    The best-looking move has the highest count of `COUNTED`, or of points in a game that has points. In other games all
    moves look the same.
    """
    counted = COUNTED.get(key)
    names = (
        list(json.loads((engines.WEIGHTS / f"{key}.json").read_text(encoding="utf-8"))["weights"]) if counted else []
    )

    def worth(before: Position[Any], after: Position[Any]) -> float:
        if counted and (engine := engines.engine(after)):
            features = zip(names, engine.describe(after), strict=True)
            return -sum(counted[name] * value for name, value in features if name in counted)
        if not isinstance(after, Placement):
            return 0
        points = after.scores()
        return points[before.turn] - points[1 - before.turn]

    def move(position: Position[Any], seed: int) -> Any:  # noqa: ANN401 (each game has its own moves)
        moves = list(position.legal_moves())
        _chance(position, seed, "beginner").shuffle(moves)
        if win := next((move for move in moves if wins(position, move)), None):
            return win
        moves.sort(key=lambda move: -worth(position, position.play(move)))
        return next((move for move in moves if not _gives_away(position, move)), moves[0])

    return move


def _gives_away(position: Position[Any], move: Any) -> bool:  # noqa: ANN401 (a move of any game)
    """Whether the move lets the opponent win at once or by the next move."""
    after = position.play(move)
    if result := after.result():
        return result.winner == after.turn
    return any(wins(after, reply) for reply in after.legal_moves())


def opening(position: Position[Any], plies: int, chance: Random) -> Position[Any]:
    """A position after `plies` random moves that is not over and in which no side can win at once."""
    while True:
        after = position
        for _ in range(plies):
            if after.result():
                break
            after = after.play(chance.choice(after.legal_moves()))
        moves = after.legal_moves()
        if len(moves) > 1 and not any(wins(after, move) for move in moves):
            return after
