"""Any two legal moves of a position have pictures that differ visibly on a phone."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, combinations, count, islice
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageChops

from games import GAMES, Position
from render import BOARDS, THEMES, frame
from render.board import Board
from render.canvas import Stamp, compose
from render.geometry import Grid
from render.layout import Layout
from render.samples import random_scenes
from render.scene import Scene
from render.sprites import ThemedSprite, with_theme
from tests.support.samples import spread

# How many positions of each game `make test` compares, and how many `make test-all` does.
SHARE, ALL = 1, 8
# The most plies of a random game, and how many positions are taken from it.
LONGEST, EACH = 200, 4
# Pictures are compared in squares of 60 pixels, at a third of their size, as a small phone shows them.
SIDE, REDUCED = 60, 3
CLEAR = 90
"""A pixel differs clearly if the differences of its bands add up to more than this."""
LEAST = 100
"""The fewest pixels that must differ clearly, about as many as two letters of the coordinates have."""

Place = tuple[int, int]
"""The top left corner of a square."""
Content = tuple[Stamp, ...]
"""Everything that touches a square, lowest first."""


@pytest.mark.parametrize(("key", "theme"), spread(GAMES, THEMES))
def test_two_moves_never_look_alike(key: str, theme: str) -> None:
    _compare(key, SHARE, [theme])


@pytest.mark.long
@pytest.mark.parametrize("key", GAMES)
def test_two_moves_never_look_alike_in_many_positions(key: str) -> None:
    _compare(key, ALL, THEMES)


def _compare(key: str, number: int, themes: Sequence[str]) -> None:
    """Compare the pictures of all moves in this many positions, in these themes."""
    for position in islice(_positions(key), number):
        pictures = _Pictures(position)
        for theme in themes:
            for move, other in pictures.doubtful(theme):
                pixels = pictures.different(move, other, theme)
                assert pixels >= LEAST, (
                    f"{position.format(move)} and {position.format(other)} look alike in the theme {theme}: "
                    f"{pixels} pixels differ, at least {LEAST} should, in the position {position.encode()}"
                )


def _positions(key: str) -> Iterator[Position[Any]]:
    """Positions of random games with random options."""
    game, chance = GAMES[key], Random(key)
    for seed in count():
        start = game.start(**{name: chance.choice(values) for name, values in game.info.options.items()})
        played = [scene.position for scene in random_scenes(start, seed, LONGEST)]
        yield from chance.sample(played, min(EACH, len(played)))


class _Pictures:
    """The pictures of all moves of a position. Only squares that differ are drawn."""

    def __init__(self, position: Position[Any]) -> None:
        self._board = BOARDS[position.info.key]
        self._grid = self._board.grid(position, 0)
        self._layout = Layout(self._grid)
        scene = Scene(position, position.info.seats, plates=False)
        self._of = {move: self._squares(scene.played(move)) for move in position.legal_moves()}

    def doubtful(self, theme: str) -> Iterator[tuple[Any, Any]]:
        """The pairs of moves whose pictures do not differ enough in any single square."""
        groups, first = [list(self._of)], next(iter(self._of.values()), {})
        for place in {place for squares in self._of.values() for place, _ in squares.items() ^ first.items()}:
            groups = [part for group in groups if len(group) > 1 for part in self._parted(group, place, theme)]
        for group in groups:
            yield from combinations(group, 2)

    def different(self, move: Any, other: Any, theme: str) -> int:
        """How many pixels of two moves' pictures differ clearly."""
        first, second = self._of[move], self._of[other]
        return sum(
            self._different(place, first.get(place, ()), second.get(place, ()), theme) for place in {*first, *second}
        )

    def _parted(self, group: Sequence[Any], place: Place, theme: str) -> list[list[Any]]:
        """The group in parts, so that pictures of different parts differ enough in this square."""
        by_content: dict[Content, list[Any]] = {}
        for move in group:
            by_content.setdefault(self._of[move].get(place, ()), []).append(move)
        parts: list[list[Content]] = []
        for content in by_content:
            alike = [part for part in parts if any(self._different(place, content, c, theme) < LEAST for c in part)]
            parts = [part for part in parts if part not in alike] + [[content, *chain.from_iterable(alike)]]
        return [[move for content in part for move in by_content[content]] for part in parts]

    def _different(self, place: Place, first: Content, second: Content, theme: str) -> int:
        if first == second:
            return 0
        drawn = (_drawn(self._board, self._grid, place, content, theme) for content in (first, second))
        red, green, blue = ImageChops.difference(*drawn).split()
        return sum(ImageChops.add(ImageChops.add(red, green), blue).histogram()[CLEAR + 1 :])

    def _squares(self, scene: Scene[Any]) -> Mapping[Place, Content]:
        content: dict[Place, list[Stamp]] = {}
        for stamp in frame.stamps(self._board, scene, self._layout):
            sprite = _themed(self._board, stamp, THEMES[0])
            for left in _multiples(stamp.x + sprite.left, stamp.x + sprite.right):
                for top in _multiples(stamp.y + sprite.top, stamp.y + sprite.bottom):
                    content.setdefault((left, top), []).append(stamp)
        return {place: tuple(stamps) for place, stamps in content.items()}


def _multiples(start: int, end: int) -> range:
    """The multiples of SIDE whose squares contain a pixel from `start` to `end`."""
    return range(start // SIDE * SIDE, end, SIDE)


@lru_cache(maxsize=20_000)
def _drawn(board: Board[Any], grid: Grid, place: Place, content: Content, theme: str) -> Image.Image:
    """A square of a picture on its ground, at the reduced size."""
    left, top = place
    image = _ground(board, grid, theme).crop((left, top, left + SIDE, top + SIDE))
    for stamp in content:
        pixels, aside, down = _themed(board, stamp, theme).paint()
        image.paste(pixels, (stamp.x + aside - left, stamp.y + down - top), pixels)
    return image.reduce(REDUCED)


@cache
def _ground(board: Board[Any], grid: Grid, theme: str) -> Image.Image:
    layout = Layout(grid)
    return compose(layout.size, frame.background_stamps(board, layout), board.theme(theme))


def _themed(board: Board[Any], stamp: Stamp, theme: str) -> ThemedSprite:
    return with_theme(stamp.sprite, stamp.unit, board.theme(theme))
