"""Pixels: a ground in one palette, the rooms into which it is cut, and strips of finished rooms that make a picture."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from PIL import Image

from render.brush import Sprite, painted
from render.png import packed, png

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from render.png import Strip
    from render.theme import RGB, Theme

ALIKE = 8
"""Two plain colours are one if their bands differ by no more than this in all."""

Box = tuple[int, int, int, int]
Cut = tuple[int, int, tuple[int, ...]]
"""A strip of the picture from y to y, with the x at which it is cut into rooms."""


class Stamp(NamedTuple):
    """A sprite with its middle at a point of the picture; a cell of it is `unit` pixels."""

    sprite: Sprite
    x: int
    y: int
    unit: float

    def box(self, theme: Theme) -> Box:
        """The pixels it covers in the theme."""
        image, left, top = painted(self.sprite, self.unit, theme)
        return self.x + left, self.y + top, self.x + left + image.width, self.y + top + image.height


class Palette(NamedTuple):
    """The colours of all pictures of a board in a theme, as an image that Pillow converts to."""

    colours: Image.Image

    @classmethod
    def of(cls, ground: Image.Image, stamps: Iterable[Stamp], theme: Theme, shades: tuple[int, int]) -> Palette:
        """The theme's own colours, the commonest of the ground and of every sprite on it, and a choice of the rest.

        `shades` tells how many of plain areas there are, the theme's own among them, and how many of the rest.
        """
        many_plain, many_mixed = shades
        seen: Counter[Any] = Counter()
        for piece in [ground, *_pieces(ground, stamps, theme)]:
            seen.update({colour: count for count, colour in piece.getcolors(piece.width * piece.height) or []})
        plain = list(theme.colours.values())
        for colour, _ in seen.most_common(many_plain * 8):
            if len(plain) < many_plain and all(_difference(colour, other) > ALIKE for other in plain):
                plain.append(colour)
        pixels = Image.new("RGB", (len(seen), 1))
        pixels.putdata(list(seen))
        mixed = pixels.quantize(many_mixed, dither=Image.Dither.NONE).getpalette() or []
        bands = [band for colour in plain for band in colour] + mixed
        palette = Image.new("P", (1, 1))
        # Pillow looks colours up in steps of four: on a step each is found again exactly when a room is converted anew.
        palette.putpalette([min(252, round(band / 4) * 4) for band in bands])
        return cls(palette)

    def convert(self, image: Image.Image) -> Image.Image:
        """The image in these colours."""
        return image.quantize(palette=self.colours, dither=Image.Dither.NONE)


class Canvas:
    """A ground on which pictures are made, all of one size; threads may share it."""

    def __init__(self, ground: Image.Image, cuts: Sequence[Cut], palette: Palette, theme: Theme) -> None:
        """`cuts` go from the top to the bottom of the picture without a gap, and each from its left to its right."""
        self._ground = palette.convert(ground)
        self._palette = palette
        self._colours = bytes(palette.colours.getpalette() or [])
        self._theme = theme
        self._cuts = cuts
        self._tops = [top for top, _, _ in cuts]
        self._hit = lru_cache(maxsize=4096)(self._rooms)

    def png(self, stamps: Iterable[Stamp]) -> bytes:
        """The ground with the stamps on it, later ones above earlier ones."""
        content: list[dict[Box, list[Stamp]]] = [{} for _ in self._cuts]
        for stamp in stamps:
            for number, box in self._hit(stamp):
                content[number].setdefault(box, []).append(stamp)
        strips = [
            _strip(self, number, tuple((box, tuple(inside)) for box, inside in sorted(rooms.items())))
            for number, rooms in enumerate(content)
        ]
        return png(self._ground.width, self._colours, strips)

    def strip(self, number: int, rooms: Iterable[tuple[Box, tuple[Stamp, ...]]]) -> Strip:
        """A strip of the ground with these of its rooms furnished."""
        top, bottom, _ = self._cuts[number]
        image = self._ground.crop((0, top, self._ground.width, bottom))
        for (left, y0, right, y1), stamps in rooms:
            # Both are loaded and of one mode: Image.paste would look at that anew for each of some fifty rooms.
            image.im.paste(_furnished(self, (left, y0, right, y1), stamps).im, (left, y0 - top, right, y1 - top))
        return packed(image)

    def furnished(self, box: Box, stamps: tuple[Stamp, ...]) -> Image.Image:
        """A room of the ground with what of the stamps lies in it."""
        room = self._ground.crop(box).convert("RGB")
        for stamp in stamps:
            _lay(room, stamp, box[:2], self._theme)
        return self._palette.convert(room)

    def _rooms(self, stamp: Stamp) -> tuple[tuple[int, Box], ...]:
        """The rooms that a stamp reaches into, each behind the number of its strip."""
        left, top, right, bottom = stamp.box(self._theme)
        hit = []
        for number in range(max(0, bisect_right(self._tops, top) - 1), len(self._cuts)):
            y0, y1, xs = self._cuts[number]
            if y0 >= bottom:
                break
            hit += [(number, (x0, y0, x1, y1)) for x0, x1 in pairwise(xs) if x0 < right and left < x1]
        return tuple(hit)


@lru_cache(maxsize=2000)
def _strip(canvas: Canvas, number: int, rooms: tuple[tuple[Box, tuple[Stamp, ...]], ...]) -> Strip:
    """The packed strips of all canvases: those of some 200 pictures, 12 MB at the most."""
    return canvas.strip(number, rooms)


@lru_cache(maxsize=4000)
def _furnished(canvas: Canvas, box: Box, stamps: tuple[Stamp, ...]) -> Image.Image:
    """The finished rooms of all canvases, some 40 MB at the most."""
    return canvas.furnished(box, stamps)


def compose(size: tuple[int, int], stamps: Iterable[Stamp], theme: Theme) -> Image.Image:
    """A ground: the page with the stamps on it in full colour."""
    image = Image.new("RGB", size, theme["page"])
    for stamp in stamps:
        _lay(image, stamp, (0, 0), theme)
    return image


def _difference(one: RGB, other: RGB) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def _pieces(ground: Image.Image, stamps: Iterable[Stamp], theme: Theme) -> Iterator[Image.Image]:
    """Each sprite once, on the ground where it first stands."""
    for stamp in {stamp.sprite: stamp for stamp in stamps}.values():
        box = stamp.box(theme)
        piece = ground.crop(box)
        _lay(piece, stamp, box[:2], theme)
        yield piece


def _lay(image: Image.Image, stamp: Stamp, origin: tuple[int, int], theme: Theme) -> None:
    """Paste the stamp on an image whose top left corner is `origin` of the picture."""
    sprite, left, top = painted(stamp.sprite, stamp.unit, theme)
    image.paste(sprite, (stamp.x + left - origin[0], stamp.y + top - origin[1]), sprite)
