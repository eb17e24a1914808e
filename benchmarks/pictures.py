"""Pictures: the CPU time of one beside that of encoding a ready picture, and how many bytes it has."""

from __future__ import annotations

from io import BytesIO
from itertools import product
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image
from zlib_ng import zlib_ng as zlib

from render import BOARDS, THEMES, alt_text, draw
from render.cache import uses
from render.samples import random_scenes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from render import Scene

PLIES = 40
BEFORE = 3
"""How many other games are drawn first, because a bot paints its sprites in its first hour and runs for months."""
MATCHES = (6, 50, 200)
ROUNDS = 8
"""How many moves each of several matches makes; the first move is drawn with cold caches."""
GOAL = 1.0
"""The most that a picture may cost beside encoding it, with 200 matches in turn in all themes and views."""


class Figures(NamedTuple):
    """Seconds of CPU time for one picture, and its bytes."""

    drawing: float
    pillow: float
    """To encode the ready picture with Pillow, level 6."""
    packing: float
    """To compress the ready picture with zlib-ng, level 5, as our own pictures are."""
    words: float
    """To describe it."""
    size: int


def report() -> None:
    """Print the medians for one game after the other, and then the means for several matches in turn."""
    print("Pictures of one match at a time: CPU time beside encoding the ready picture (Pillow, level 6)")
    print(f"{'game':<18}{'theme':<15}{'ms':>7}{'encode':>7}{'ratio':>7}{'words':>7}{'KB':>6}{'most':>6}")
    for key, theme in product(BOARDS, THEMES):
        for seed in range(BEFORE):
            for scene in scenes(key, seed, theme=theme):
                draw(scene)
        one = [measured(scene) for scene in scenes(key, BEFORE, theme=theme)]
        drawing, pillow, _, words, size = (median(column) for column in zip(*one, strict=True))
        print(
            f"{key:<18}{theme:<15}{drawing * 1000:>7.1f}{pillow * 1000:>7.1f}{drawing / pillow:>7.2f}"
            f"{words / pillow:>7.2f}{size / 1000:>6.0f}{max(figures.size for figures in one) / 1000:>6.0f}"
        )
    print("\nPictures of several matches in turn, in all themes and views: CPU time beside encoding the ready picture")
    print(f"{'matches':<10}{'':<8}{'Pillow 6':>10}{'zlib-ng 5':>10}{'goal':>7}")
    for number in MATCHES:
        in_turn = matches(number)
        for name, rounds in (("first", range(1)), ("later", range(1, ROUNDS))):
            total = sums(measured(match[min(5 + ply, len(match) - 1)]) for ply in rounds for match in in_turn)
            goal = f"{GOAL:>7.2f}" if (number, name) == (MATCHES[-1], "later") else ""
            ratios = total.drawing / total.pillow, total.drawing / total.packing
            print(f"{number:<10}{name:<8}{ratios[0]:>10.2f}{ratios[1]:>10.2f}{goal}")
    print(f"\n{'cache':<10}{'entries':>8}{'MB':>7}{'of MB':>7}{'hits':>7}")
    for use in uses():
        rate = use.hits / max(1, use.hits + use.misses)
        print(f"{use.name:<10}{use.entries:>8}{use.size / 1e6:>7.1f}{use.limit / 1e6:>7.1f}{rate:>7.0%}")


def scenes(key: str, seed: int, **more: object) -> list[Scene]:
    """The positions of a game of seeded random moves."""
    return list(random_scenes(BOARDS[key].game.start(), seed, PLIES, **more))


def matches(number: int) -> list[list[Scene]]:
    """So many matches of all games in all themes and views, each with names of its own."""
    looks = list(product(BOARDS, THEMES, (0, 1)))
    found = []
    for seed in range(number):
        key, theme, view = looks[seed % len(looks)]
        found.append(scenes(key, seed, theme=theme, view=view, names=(f"Player {seed}", f"Opponent {seed}")))
    return found


def measured(scene: Scene) -> Figures:
    """What the picture of a scene costs."""
    drawing, data = timed(lambda: draw(scene))
    words, _ = timed(lambda: alt_text(scene).encode())
    ready = Image.open(BytesIO(data))
    ready.load()
    pillow, _ = timed(lambda: encoded(ready))
    pixels = ready.tobytes()
    packing, _ = timed(lambda: zlib.compress(pixels, 5))
    return Figures(drawing, pillow, packing, words, len(data))


def sums(figures: Iterable[Figures]) -> Figures:
    """The sum of each figure."""
    return Figures(*(sum(column) for column in zip(*figures, strict=True)))


def encoded(ready: Image.Image) -> bytes:
    """The picture as Pillow alone encodes it."""
    stream = BytesIO()
    ready.save(stream, "PNG", compress_level=6)
    return stream.getvalue()


def timed(work: Callable[[], bytes]) -> tuple[float, bytes]:
    """How many seconds of CPU time the work took, and what it gave."""
    begun = process_time()
    data = work()
    return process_time() - begun, data


if __name__ == "__main__":
    report()
