"""Pictures: the CPU time of one beside that of encoding a ready picture, and how many bytes it has."""

from __future__ import annotations

from io import BytesIO
from itertools import chain, product
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image
from zlib_ng import zlib_ng as zlib

from benchmarks._table import Line
from render import BOARDS, THEMES, alt_text, draw
from render.cache import uses
from render.samples import random_scenes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

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


def measure() -> Iterator[Line]:
    """The ratios with several matches in turn, then those of one match at a time, and how the caches were used."""
    for number in MATCHES:
        in_turn = matches(number)
        for name, rounds in (("cold", range(1)), ("warm", range(1, ROUNDS))):
            costs = {
                key: [measured(match[min(5 + ply, len(match) - 1)]) for ply in rounds for match in of_game]
                for key, of_game in in_turn.items()
            }
            goal = GOAL if (number, name) == (MATCHES[-1], "warm") else None
            total = sums(chain.from_iterable(costs.values()))
            yield Line(
                "pictures",
                f"{number} matches in turn, {name}, beside Pillow 6",
                total.drawing / total.pillow,
                goal=goal,
            )
            yield Line("pictures", f"{number} matches in turn, {name}, beside zlib-ng 5", total.drawing / total.packing)
            for key, found in costs.items() if goal else ():
                total = sums(found)
                yield Line(
                    "pictures", f"{number}, {name}, {key}, beside Pillow 6", total.drawing / total.pillow, goal=goal
                )
    for use in uses():
        rate = use.hits / max(1, use.hits + use.misses)
        yield Line("pictures", f"cache of {use.name}: hits", rate * 100, "%")
        yield Line("pictures", f"cache of {use.name}: full", use.size / use.limit * 100, "%")
    for key in BOARDS:
        for seed in range(BEFORE):
            for scene in scenes(key, seed):
                draw(scene)
        one = [measured(scene) for scene in scenes(key, BEFORE)]
        total, sizes = sums(one), [figures.size for figures in one]
        yield Line("pictures", f"{key}, one match at a time, beside Pillow 6", total.drawing / total.pillow, goal=GOAL)
        yield Line("pictures", f"{key}, description beside Pillow 6", total.words / total.pillow)
        yield Line("pictures", f"{key}, the largest picture", max(sizes) / 1000, "kB", goal=80)


def scenes(key: str, seed: int, **more: object) -> list[Scene]:
    """The positions of a game of seeded random moves."""
    return list(random_scenes(BOARDS[key].game.start(), seed, PLIES, **more))


def matches(number: int) -> dict[str, list[list[Scene]]]:
    """`number` matches of all games in all themes and views, each with names of its own, by game."""
    looks = list(product(BOARDS, THEMES, (0, 1)))
    found: dict[str, list[list[Scene]]] = {}
    for seed in range(number):
        key, theme, view = looks[seed % len(looks)]
        names = f"Player {seed}", f"Opponent {seed}"
        found.setdefault(key, []).append(scenes(key, seed, theme=theme, view=view, names=names))
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
