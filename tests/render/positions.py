"""The scenes of the picture tests: positions of the playthroughs."""

from functools import cache
from itertools import islice
from typing import Any

from games import GAMES, Position
from render import Scene, cells, samples
from tests.games.lines import paths, read

NAMES = ("Leilani", "Tane")
MOMENTS = ("start", "middle", "end")
SECOND = ("turned", "letters")
"""The moments that are drawn from the second seat's side, in the first theme only."""
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The letters of the picker."""


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

    `turned` is the end and `letters` the middle from the second seat's side, the latter with letters on the cells where
    a move can begin.
    """
    last = len(game(key)) - 1
    if name == "turned":
        return scene_at(key, last, theme, view=1)
    if name == "letters":
        return scene_at(key, last // 2, theme, view=1, marks=letters(game(key)[last // 2][0]))
    return scene_at(key, last * MOMENTS.index(name) // 2, theme)


def letters(position: Position[Any]) -> dict[str, str]:
    """The picker's letters on the cells where a move can begin, as far as there are letters."""
    begun = dict.fromkeys(position.steps(move)[0] for move in position.legal_moves())
    return dict(zip((cell for cell in begun if cell in cells(position)), LETTERS, strict=False))
