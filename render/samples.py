"""Reproducible scenes from random games, for palettes, benchmarks and tests."""

from collections.abc import Iterator
from random import Random
from typing import Any

from games.base import Position
from render.scene import Scene

NAMES = ("Black & White", "Zoë")


def random_scenes(start: Position[Any], seed: int, plies: int, **more: Any) -> Iterator[Scene[Any]]:  # noqa: ANN401 (fields of Scene)
    """Yield a game's first scene and those after up to `plies` random moves. The moves depend only on `seed`."""
    chance = Random(seed)  # noqa: S311 (reproducible moves)
    scene = Scene(start, **{"names": NAMES, **more})
    yield scene
    for _ in range(plies):
        moves = scene.position.legal_moves()
        if not moves:
            return
        scene = scene.played(chance.choice(moves))
        yield scene
