"""Pictures: the processor time of one beside that of encoding a ready picture, and its size in bytes."""

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
"""How many other games are drawn first, because a bot runs for months and paints its sprites in the first hour."""
MATCHES = (6, 50, 200)
ROUNDS = 8
"""How many moves each of the matches makes; the first one is drawn with empty caches."""
GOAL = 1.0
"""The goal: the most that a picture may cost as a multiple of encoding it, with 200 matches that take turns."""


class Figures(NamedTuple):
    """Seconds of processor time for one picture, and its size in bytes."""

    drawing: float
    pillow: float
    """Seconds to encode the ready picture with Pillow, level 6."""
    packing: float
    """Seconds to compress the ready picture with zlib-ng, level 5, as the bot compresses its pictures."""
    words: float
    """Seconds to write the description of the position."""
    size: int


def measure() -> Iterator[Line]:
    """The ratios with several matches that take turns and with one match at a time, and the use of the caches."""
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
    """`number` matches of all games in all themes and views, each with other names, by game."""
    looks = list(product(BOARDS, THEMES, (0, 1)))
    found: dict[str, list[list[Scene]]] = {}
    for seed in range(number):
        key, theme, view = looks[seed % len(looks)]
        names = f"Player {seed}", f"Opponent {seed}"
        found.setdefault(key, []).append(scenes(key, seed, theme=theme, view=view, names=names))
    return found


def measured(scene: Scene) -> Figures:
    """The figures of the picture of a scene."""
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
    """The picture as Pillow encodes it."""
    stream = BytesIO()
    ready.save(stream, "PNG", compress_level=6)
    return stream.getvalue()


def timed(work: Callable[[], bytes]) -> tuple[float, bytes]:
    """The seconds of processor time that the work took, and its result."""
    begun = process_time()
    data = work()
    return process_time() - begun, data
