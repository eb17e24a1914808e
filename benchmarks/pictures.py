"""Pictures: how long one takes beside only encoding a ready picture of that size, and how many bytes it has."""

from __future__ import annotations

from io import BytesIO
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from PIL import Image

from render import BOARDS, THEMES, draw
from render.samples import random_scenes

if TYPE_CHECKING:
    from collections.abc import Callable

    from render import Scene

PLIES = 40
BEFORE = 3
"""How many other games are drawn first: a bot paints its sprites in the first hour and runs for months."""


def report() -> None:
    """Print, for each game and theme, the medians over the positions of a game in the order in which they come."""
    print("Pictures: a new game's positions one after another, against encoding each finished picture once more")
    print(f"{'game':<18}{'theme':<15}{'ms':>7}{'floor':>7}{'ratio':>7}{'KB':>6}{'most':>6}")
    for key in BOARDS:
        for theme in THEMES:
            for seed in range(BEFORE):
                for scene in scenes(key, theme, seed):
                    draw(scene)
            figures = [measured(scene) for scene in scenes(key, theme, BEFORE)]
            drawing, floor, size = (sorted(column) for column in zip(*figures, strict=True))
            ratio = median(whole / alone for whole, alone, _ in figures)
            print(
                f"{key:<18}{theme:<15}{median(drawing) * 1000:>7.1f}{median(floor) * 1000:>7.1f}{ratio:>7.2f}"
                f"{median(size) / 1000:>6.0f}{size[-1] / 1000:>6.0f}"
            )


def scenes(key: str, theme: str, seed: int) -> list[Scene]:
    """The positions of a game of seeded random moves."""
    return list(random_scenes(BOARDS[key].game.start(), seed, PLIES, theme=theme))


def measured(scene: Scene) -> tuple[float, float, float]:
    """Seconds to draw the scene, seconds to encode the finished picture alone, and its bytes."""
    drawing, data = timed(lambda: draw(scene))
    ready = Image.open(BytesIO(data))
    ready.load()
    floor, _ = timed(lambda: encoded(ready))
    return drawing, floor, len(data)


def encoded(ready: Image.Image) -> bytes:
    """The picture as Pillow alone encodes it."""
    stream = BytesIO()
    ready.save(stream, "PNG", compress_level=6)
    return stream.getvalue()


def timed(work: Callable[[], bytes]) -> tuple[float, bytes]:
    """How many seconds the work took, and what it gave."""
    begun = perf_counter()
    data = work()
    return perf_counter() - begun, data


if __name__ == "__main__":
    report()
