"""Pictures: the processor time of one beside that of encoding a ready picture, and its size in bytes."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from io import BytesIO
from multiprocessing import get_context
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple

from PIL import Image
from zlib_ng import zlib_ng as zlib

from benchmarks._table import Line
from render import BOARDS, THEMES, alt_text, draw
from render.cache import cache_stats
from render.samples import random_scenes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from render import Scene
    from render.cache import CacheStats

PLIES = 40
BEFORE = 3
"""How many other games are drawn first, because a bot runs for months and paints its sprites in the first hour."""
MATCHES = (6, 50, 200)
ROUNDS = 8
"""How many moves each of the matches makes. The first ones are drawn in a new process, whose caches are empty."""
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


class InTurn(NamedTuple):
    """The figures of matches that take turns: the sums of each game, and the use of the caches at the end."""

    cold: dict[str, Figures]
    """Of the first picture of each match."""
    warm: dict[str, Figures]
    """Of all others."""
    uses: Sequence[CacheStats]


def measure() -> Iterator[Line]:
    """The ratios with several matches that take turns and with one match at a time, and the use of the caches."""
    for number in MATCHES:
        with ProcessPoolExecutor(1, get_context("spawn")) as afresh:
            in_turn = afresh.submit(drawn_in_turn, number).result()
        most = number == MATCHES[-1]
        for name, games in (("cold", in_turn.cold), ("warm", in_turn.warm)):
            goal = GOAL if most and name == "warm" else None
            total = sums(games.values())
            yield Line(
                "pictures",
                f"{number} matches in turn, {name}, beside Pillow 6",
                total.drawing / total.pillow,
                goal=goal,
            )
            yield Line("pictures", f"{number} matches in turn, {name}, beside zlib-ng 5", total.drawing / total.packing)
            for key, part in games.items() if goal else ():
                yield Line("pictures", f"{number}, warm, {key}, beside Pillow 6", part.drawing / part.pillow, goal=goal)
        for use in in_turn.uses if most else ():
            rate = use.hits / max(1, use.hits + use.misses)
            yield Line("pictures", f"{number}, cache of {use.name}: hits", rate * 100, "%")
            yield Line("pictures", f"{number}, cache of {use.name}: full", use.size / use.limit * 100, "%")
    for key in BOARDS:
        for seed in range(BEFORE):
            for scene in scenes(key, seed):
                draw(scene)
        one = [measured(scene) for scene in scenes(key, BEFORE)]
        total, sizes = sums(one), [figures.size for figures in one]
        yield Line("pictures", f"{key}, one match at a time, beside Pillow 6", total.drawing / total.pillow, goal=GOAL)
        yield Line("pictures", f"{key}, description beside Pillow 6", total.words / total.pillow)
        yield Line("pictures", f"{key}, the largest picture", max(sizes) / 1000, "kB", goal=80)


def scenes(key: str, seed: int, **more: object) -> list[Scene[Any]]:
    """The positions of a game of seeded random moves."""
    return list(random_scenes(BOARDS[key].game.start(), seed, PLIES, **more))


def drawn_in_turn(number: int) -> InTurn:
    """The figures of so many matches that move in turn, in a process that has drawn nothing before."""
    of_all = [(look(seed)[0], match(seed)) for seed in range(number)]
    cold, warm = dict[str, Figures](), dict[str, Figures]()
    for ply in range(ROUNDS):
        found = warm if ply else cold
        for key, scenes_of_it in of_all:
            figures = measured(scenes_of_it[min(5 + ply, len(scenes_of_it) - 1)])
            found[key] = sums([found[key], figures]) if key in found else figures
    return InTurn(cold, warm, cache_stats())


def look(seed: int) -> tuple[str, str, int]:
    """The game, the theme and the view of a match. Six in a row are of all games; 48 have each look of each game."""
    turn, game = divmod(seed, len(BOARDS))
    return list(BOARDS)[game], list(THEMES)[(game + turn) % len(THEMES)], (game + turn // len(THEMES)) % 2


def match(seed: int) -> list[Scene[Any]]:
    """A match with names of its own."""
    key, theme, view = look(seed)
    return scenes(key, seed, theme=theme, view=view, names=(f"Player {seed}", f"Opponent {seed}"))


def measured(scene: Scene[Any]) -> Figures:
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
