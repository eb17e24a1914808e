"""Pictures made of pixels: a ground in one palette is cut into strips, and each strip into tiles that are cached."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image

from render.brush import Sprite, painted
from render.png import packed, png

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from render.palette import Palette
    from render.png import Strip
    from render.theme import Theme

Box = tuple[int, int, int, int]
Cut = tuple[int, int, tuple[int, ...]]
"""A strip of the picture: its top, its bottom, and the x at which it is cut into tiles."""


class Stamp(NamedTuple):
    """A sprite whose middle lies at a point of the picture; one cell of it measures `unit` pixels."""

    sprite: Sprite
    x: int
    y: int
    unit: float

    def box(self, theme: Theme) -> Box:
        """The pixels that it covers in the theme."""
        image, left, top = painted(self.sprite, self.unit, theme)
        return self.x + left, self.y + top, self.x + left + image.width, self.y + top + image.height


class Canvas:
    """A ground on which pictures of one size are made. Several threads may use it at once."""

    def __init__(self, ground: Image.Image, cuts: Sequence[Cut], palette: Palette, theme: Theme) -> None:
        """`cuts` cover the picture from the top to the bottom without a gap, and each cut the whole width."""
        self._ground = palette.convert(ground)
        self._palette = palette
        self._colours = palette.colours
        self._theme = theme
        self._cuts = cuts
        self._tops = [top for top, _, _ in cuts]
        self._hit = lru_cache(maxsize=4096)(self._tiles)

    def png(self, stamps: Iterable[Stamp]) -> bytes:
        """The ground with the stamps on it; later stamps cover earlier ones."""
        content: list[dict[Box, list[Stamp]]] = [{} for _ in self._cuts]
        for stamp in stamps:
            for number, box in self._hit(stamp):
                content[number].setdefault(box, []).append(stamp)
        strips = [
            _strip(self, number, tuple((box, tuple(inside)) for box, inside in sorted(tiles.items())))
            for number, tiles in enumerate(content)
        ]
        return png(self._ground.width, self._colours, strips)

    def strip(self, number: int, tiles: Iterable[tuple[Box, tuple[Stamp, ...]]]) -> Strip:
        """A strip of the ground with the tiles that have stamps."""
        top, bottom, _ = self._cuts[number]
        image = self._ground.crop((0, top, self._ground.width, bottom))
        for (left, y0, right, y1), stamps in tiles:
            # Image.paste would check for each of some fifty tiles that both images are loaded and of one mode.
            image.im.paste(_tile(self, (left, y0, right, y1), stamps).im, (left, y0 - top, right, y1 - top))
        return packed(image)

    def tile(self, box: Box, stamps: tuple[Stamp, ...]) -> Image.Image:
        """A tile of the ground with the parts of the stamps that lie on it."""
        image = self._ground.crop(box).convert("RGB")
        for stamp in stamps:
            lay(image, stamp, box[:2], self._theme)
        return self._palette.convert(image)

    def _tiles(self, stamp: Stamp) -> tuple[tuple[int, Box], ...]:
        """The tiles that a stamp touches, each with the number of its strip."""
        left, top, right, bottom = stamp.box(self._theme)
        hit = []
        for number in range(max(0, bisect_right(self._tops, top) - 1), len(self._cuts)):
            y0, y1, xs = self._cuts[number]
            if y0 >= bottom:
                break
            hit += [(number, (x0, y0, x1, y1)) for x0, x1 in pairwise(xs) if x0 < right and left < x1]
        return tuple(hit)


@lru_cache(maxsize=2000)
def _strip(canvas: Canvas, number: int, tiles: tuple[tuple[Box, tuple[Stamp, ...]], ...]) -> Strip:
    """The packed strips of all canvases: those of some 200 pictures, at most 12 MB."""
    return canvas.strip(number, tiles)


@lru_cache(maxsize=4000)
def _tile(canvas: Canvas, box: Box, stamps: tuple[Stamp, ...]) -> Image.Image:
    """The finished tiles of all canvases, at most some 40 MB."""
    return canvas.tile(box, stamps)


def compose(size: tuple[int, int], stamps: Iterable[Stamp], theme: Theme) -> Image.Image:
    """The page with the stamps on it, in full colour."""
    image = Image.new("RGB", size, theme["page"])
    for stamp in stamps:
        lay(image, stamp, (0, 0), theme)
    return image


def lay(image: Image.Image, stamp: Stamp, origin: tuple[int, int], theme: Theme) -> None:
    """Paste a stamp on an image whose top left corner lies at `origin` of the picture."""
    sprite, left, top = painted(stamp.sprite, stamp.unit, theme)
    image.paste(sprite, (stamp.x + left - origin[0], stamp.y + top - origin[1]), sprite)
