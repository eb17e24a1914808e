"""The scenes of the picture tests: positions of the playthroughs."""

from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

from cogs.ui.picker.pages import choices
from cogs.ui.picker.stages import stage
from games import GAMES, Position
from render import Scene, samples
from tests.games.lines import paths, read

NAMES = ("Leilani", "Tane")
MOMENTS = ("start", "middle", "end")
SECOND = ("turned", "badges")
"""The moments that are drawn from the second seat's side, in the first theme only."""
MOST = 23
"""The most cells that the picker offers at once."""


def random_scenes(key: str, plies: int, **options: str) -> list[Scene[Any]]:
    """Every third position of a random game."""
    scenes = samples.random_scenes(GAMES[key].start(**options), 11, plies, names=("Leilani", "T" * 200))
    return list(islice(scenes, 1, None, 3))


@cache
def game(key: str) -> tuple[tuple[Position[Any], Any], ...]:
    """The positions of the game's first playthrough, each with the move that led to it."""
    if not paths(key):
        raise LookupError(f"{key} has no kept whole game yet: python -m tests.games.playthrough {key} 1")
    kept = read(paths(key)[0])
    position = GAMES[key].start(**kept.options)
    line: list[tuple[Position[Any], Any]] = [(position, None)]
    for text in kept.moves:
        move = position.parse(text)
        position = position.play(move)
        line.append((position, move))
    return tuple(line)


def scene_at(key: str, ply: int, theme: str, **more: Any) -> Scene[Any]:
    """The scene after `ply` moves of the first playthrough."""
    line = game(key)
    position, move = line[ply]
    return Scene(position, NAMES, line[ply - 1][0] if ply else None, move, theme=theme, **more)


def moment(key: str, name: str, theme: str) -> Scene[Any]:
    """The start, the middle or the end of the first playthrough.

    `turned` is the end and `badges` the middle from the second seat's side, the latter with what the picker shows at
    its first stage.
    """
    last = len(game(key)) - 1
    if name == "turned":
        return scene_at(key, last, theme, view=1)
    if name == "badges":
        return picker_scene(key, last // 2, theme)
    return scene_at(key, last * MOMENTS.index(name) // 2, theme)


def picker_scene(key: str, ply: int, theme: str) -> Scene[Any]:
    """The first stage of the picker for the second seat, with a button for typing a move."""
    scene = scene_at(key, ply, theme, view=1, plates=False)
    _, badges, offered = choices(scene.position, stage(scene.position, ()), 1, 1)
    return replace(scene, badges=badges, offered=offered)
