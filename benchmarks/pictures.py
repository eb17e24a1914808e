"""Pictures: the processor time of one beside that of encoding a ready picture, and its size in bytes."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from io import BytesIO
from multiprocessing import get_context
from time import process_time
from typing import Any, NamedTuple

from PIL import Image

from benchmarks._table import Line
from render import BOARDS, THEMES, Scene, alt_text, draw
from render.cache import CacheStats, cache_stats
from render.samples import random_scenes

PLIES = 40
SIZES = (6, 200)
"""How many matches move in turn."""
ROUNDS = 8
"""How many moves each of the matches makes. The first ones are drawn in a new process, whose caches are empty."""
FIRST = 5
"""The ply of the first picture."""
GOAL = 1.0
"""The most that a picture may cost as a multiple of encoding it, with the caches warm."""


class Figures(NamedTuple):
    """Seconds of processor time of pictures, and the size of the largest one in bytes."""

    drawing: float = 0.0
    encoding: float = 0.0
    """Encoding the ready picture with Pillow, level 6."""
    words: float = 0.0
    """Describing the position."""
    size: int = 0


def measure() -> Iterator[Line]:
    """The cost of a picture with few and many matches that move in turn, and the use of the caches with many."""
    for number in SIZES:
        with ProcessPoolExecutor(1, get_context("spawn")) as fresh:
            cold, warm, used = fresh.submit(drawn_in_turn, number).result()
        for name, games in (("cold", cold), ("warm", warm)):
            total = _sum(games.values())
            goal = GOAL if name == "warm" else None
            what = f"{number} matches in turn, {name}, beside encoding"
            yield Line("pictures", what, total.drawing / total.encoding, goal=goal)
    for key, figures in warm.items():
        yield Line("pictures", f"{number}, warm, {key}", figures.drawing / figures.encoding)
        yield Line("pictures", f"{number}, warm, {key}, the largest picture", figures.size / 1000, "kB", goal=80)
    yield Line("pictures", f"{number}, warm, descriptions beside encoding", total.words / total.encoding)
    for use in used:
        rate = use.hits / max(1, use.hits + use.misses)
        yield Line("pictures", f"{number}, cache of {use.name}: hits", rate * 100, "%")
        yield Line("pictures", f"{number}, cache of {use.name}: full", use.size / use.limit * 100, "%")


def drawn_in_turn(number: int) -> tuple[dict[str, Figures], dict[str, Figures], Sequence[CacheStats]]:
    """The figures of so many matches that move in turn, by game, in a process that has drawn nothing before.

    The first ones are of the first picture of each match, the second of all others; then the use of the caches.
    """
    matches = [_match(seed) for seed in range(number)]
    cold, warm = dict[str, Figures](), dict[str, Figures]()
    for ply in range(ROUNDS):
        games = warm if ply else cold
        for key, scenes in matches:
            scene = scenes[min(FIRST + ply, len(scenes) - 1)]
            games[key] = _sum([games.get(key, Figures()), _measured(scene)])
    return cold, warm, cache_stats()


def _match(seed: int) -> tuple[str, list[Scene[Any]]]:
    """A match with names of its own. Six in a row are of all games; 48 have each theme and view of each game."""
    turn, game = divmod(seed, len(BOARDS))
    key, theme, view = list(BOARDS)[game], list(THEMES)[(game + turn) % len(THEMES)], (game + turn // len(THEMES)) % 2
    look: dict[str, Any] = {"theme": theme, "view": view, "names": (f"Player {seed}", f"Opponent {seed}")}
    return key, list(random_scenes(BOARDS[key].game.start(), seed, PLIES, **look))


def _measured(scene: Scene[Any]) -> Figures:
    drawing, data = _timed(lambda: draw(scene))
    words, _ = _timed(lambda: alt_text(scene).encode())
    ready = Image.open(BytesIO(data))
    ready.load()
    encoding, _ = _timed(lambda: _encoded(ready))
    return Figures(drawing, encoding, words, len(data))


def _sum(figures: Iterable[Figures]) -> Figures:
    drawing, encoding, words, sizes = zip(*figures, strict=True)
    return Figures(sum(drawing), sum(encoding), sum(words), max(sizes))


def _encoded(ready: Image.Image) -> bytes:
    stream = BytesIO()
    ready.save(stream, "PNG", compress_level=6)
    return stream.getvalue()


def _timed(work: Callable[[], bytes]) -> tuple[float, bytes]:
    """The seconds of processor time that the work took, and its result."""
    begun = process_time()
    data = work()
    return process_time() - begun, data
