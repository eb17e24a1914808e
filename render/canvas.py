"""Pictures made of pixels: a ground in one palette is cut into strips, and each strip into tiles that are cached."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import count
from struct import Struct
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image
from zlib_ng import zlib_ng as zlib

from render.cache import Cache, Seen, kept
from render.png import Strip, pack, png
from render.sprites import paint, themed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from render.brush import Sprite
    from render.palette import Palette, Pixels
    from render.sprites import Painted, ThemedSprite
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
        sprite = themed(self.sprite, self.unit, theme)
        return self.x + sprite.left, self.y + sprite.top, self.x + sprite.right, self.y + sprite.bottom


_Placed = tuple[bytes, "ThemedSprite", int, int]
"""A stamp on a tile: a code of what it looks like and where it lies, its sprite, and the pixel of its middle."""
_Tiles = list[tuple[int, int]]
"""Tiles of the picture: the number of each strip, and that of the tile in its strip."""


class Ground(NamedTuple):
    """A strip of the ground, which must not be changed."""

    rows: bytes
    """The pixels, row by row; each row begins with the byte 0 for "not filtered"."""
    image: Image.Image
    """The rows with their first bytes as an image with the palette."""


@dataclass(frozen=True, slots=True)
class _Tile:
    """A tile that has stamps. Tiles that look the same are equal."""

    key: bytes
    """A key that only tiles which look the same have in common."""
    number: int = field(compare=False)
    """The number of the tile in its strip."""
    placed: Sequence[_Placed] = field(compare=False)


TILE_LEVEL = 2
"""How hard tiles are compressed for the cache: 5 would save a sixth of the bytes and cost twice the time."""
PLACED = 1200
"""The most bytes that are kept of a stamp on the tiles that it touches, of which there are few."""
GROUND = 170_000
"""The most bytes of a strip of a ground; those of the smallest boards are the largest."""
TILE = 50_000
"""The most bytes of a tile of a ground; those of the smallest boards are the largest."""
_CODE = Struct(">4shh")
_SUMS = Struct(">II")
_numbers = count()
_strips = Cache("strips", 12_000_000)
"""The compressed strips of all pictures. From one move to the next most strips of a picture stay the same."""
_tiles = Cache("tiles", 12_000_000)
"""The compressed tiles that pictures needed again: many share them, but most are soon covered by the next move."""
_made_before = Seen(10_000)
"""The tiles that were made: to compress one takes as long as to make it, so it is done only the second time."""


class Canvas:
    """A ground on which pictures of one size are made. Several threads may use it at once."""

    def __init__(self, ground: Sequence[bytes], cuts: Sequence[Cut], palette: Palette, theme: Theme) -> None:
        """`cuts` cover the picture from the top to the bottom without a gap, and each cut the whole width.

        `ground` has the pixels of each of these strips as `strips_of` makes them.
        """
        self._number = (next(_numbers) % 2**32).to_bytes(4, "big")
        self._palette = palette
        self._theme = theme
        self._width = cuts[0][2][-1]
        self._cuts = cuts
        self._tops = [top for top, _, _ in cuts]
        self._ground = ground

    def png(self, stamps: Iterable[Stamp], left_out: Sequence[int] = ()) -> bytes:
        """The ground with the stamps on it; later stamps cover earlier ones. These of its strips are left out."""
        content: list[dict[int, list[_Placed]]] = [{} for _ in self._cuts]
        for stamp in stamps:
            placed, touched = _placed(self, stamp)
            for number, tile in touched:
                content[number].setdefault(tile, []).append(placed)
        without = {number % len(content) for number in left_out}
        strips = [self._strip(number, on_it) for number, on_it in enumerate(content) if number not in without]
        return png(self._width, self._palette.colours, strips)

    def ground(self, number: int) -> Ground:
        """A strip of the ground in the colours of the palette."""
        top, bottom, _ = self._cuts[number]
        rows = zlib.decompress(self._ground[number])
        image = Image.frombuffer("P", (self._width + 1, bottom - top), rows, "raw", "P", 0, 1)
        image.putpalette(self._palette.colours)
        image.load()  # so that Pillow's own functions know the palette, too
        return Ground(rows, image)

    def placed(self, stamp: Stamp) -> tuple[_Placed, _Tiles]:
        """A stamp as it lies on the tiles, and the tiles that it touches."""
        plain, x, y, unit = stamp
        sprite = themed(plain, unit, self._theme)
        touched = self._touched(x + sprite.left, y + sprite.top, x + sprite.right, y + sprite.bottom)
        return (_CODE.pack(sprite.code, x, y), sprite, x, y), touched

    def _touched(self, left: int, top: int, right: int, bottom: int) -> _Tiles:
        """The tiles that these pixels touch."""
        touched = []
        for number in range(max(0, bisect_right(self._tops, top) - 1), len(self._cuts)):
            y0, y1, xs = self._cuts[number]
            if y0 >= bottom:
                break
            tile = max(0, bisect_right(xs, left) - 1)
            while tile < len(xs) - 1 and xs[tile] < right:
                touched.append((number, tile))
                tile += 1
            if bottom <= y1:
                break
        return touched

    def _strip(self, number: int, content: Mapping[int, Sequence[_Placed]]) -> Strip:
        """A strip of the ground with the stamps on its tiles, by the number of the tile."""
        own, tiles = self._number, sorted(content.items())
        keys = [b"".join([own, bytes((number, tile)), *[one[0] for one in placed]]) for tile, placed in tiles]
        key = b"".join([own, bytes((number,)), *keys])
        data = _strips.get(key)
        if data is not None:
            return Strip(data[_SUMS.size :], *_SUMS.unpack_from(data))
        strip = self._made_strip(number, [_Tile(one, *tile) for one, tile in zip(keys, tiles, strict=True)])
        _strips.put(key, _SUMS.pack(strip.length, strip.adler) + strip.data)
        return strip

    def _made_strip(self, number: int, tiles: Sequence[_Tile]) -> Strip:
        top, bottom, xs = self._cuts[number]
        rows = bytearray(_ground(self, number).rows)
        image = Image.frombuffer("P", (self._width + 1, bottom - top), rows, "raw", "P", 0, 1)  # it writes into `rows`
        for tile in tiles:
            box = xs[tile.number] + 1, 0, xs[tile.number + 1] + 1, bottom - top
            # Image.paste would check for each of some fifty tiles that both images are loaded and of one mode.
            image.im.paste(_finished(self, number, tile), box)
        return pack(rows)

    def tile(self, number: int, tile: _Tile) -> Pixels:
        """A tile of a strip with its stamps, in the colours of the palette."""
        top, bottom, xs = self._cuts[number]
        left, right = xs[tile.number], xs[tile.number + 1]
        pixels = _tiles.get(tile.key)
        if pixels is not None:
            size = right - left, bottom - top
            return Image.frombuffer("P", size, zlib.decompress(pixels), "raw", "P", 0, 1).im
        # The methods of Image would check each time what is known here, and make an image and a palette each.
        colours = _ground(self, number).image.im.crop((left + 1, 0, right + 1, bottom - top)).convert("RGB", 0)
        for _, sprite, x, y in tile.placed:
            image, aside, down = sprite.painted()
            aside, down = aside + x - left, down + y - top
            colours.paste(image.im, (aside, down, aside + image.width, down + image.height), image.im)
        done = self._palette.pixels(colours)
        if _made_before.again(tile.key):
            _tiles.put(tile.key, zlib.compress(_bytes_of(done), TILE_LEVEL))
        return done


@kept("placed stamps", 2_400_000, PLACED)
def _placed(canvas: Canvas, stamp: Stamp) -> tuple[_Placed, _Tiles]:
    """A stamp on the tiles of a canvas: most stamps of a picture are those of the picture before."""
    return canvas.placed(stamp)


@kept("grounds", 5_440_000, GROUND)
def _ground(canvas: Canvas, number: int) -> Ground:
    """A strip of the ground of a canvas."""
    return canvas.ground(number)


@kept("finished tiles", 25_600_000, TILE)
def _finished(canvas: Canvas, number: int, tile: _Tile) -> Pixels:
    """A tile of a strip, which must not be changed: those of a few matches, most of them far smaller than TILE."""
    return canvas.tile(number, tile)


def strips_of(ground: Image.Image, cuts: Sequence[Cut], palette: Palette) -> list[bytes]:
    """The rows of each strip of a ground in the colours of a palette, as a PNG has them, compressed."""
    rows = _rows(ground, palette)
    length = ground.width + 1
    return [zlib.compress(rows[top * length : bottom * length]) for top, bottom, _ in cuts]


def _rows(image: Image.Image, palette: Palette) -> bytes:
    """The pixels of an image in the colours of a palette; each row begins with the byte for "not filtered"."""
    rows = Image.new("P", (image.width + 1, image.height))
    rows.paste(palette.convert(image), (1, 0))
    return rows.tobytes()


def _bytes_of(pixels: Pixels) -> bytearray:
    data = bytearray(pixels.size[0] * pixels.size[1])
    Image.frombuffer("P", pixels.size, data, "raw", "P", 0, 1).im.paste(pixels, (0, 0, *pixels.size))
    return data


def compose(size: tuple[int, int], stamps: Iterable[Stamp], theme: Theme) -> Image.Image:
    """The page with the stamps on it, in full colour."""
    image = Image.new("RGB", size, theme["page"])
    done: dict[tuple[Sprite, float], Painted] = {}
    for sprite, x, y, unit in stamps:
        if (sprite, unit) not in done:
            done[sprite, unit] = paint(sprite, unit, theme)
        _lay(image, done[sprite, unit], (x, y))
    return image


def whole(image: Image.Image, palette: Palette) -> bytes:
    """A page as a PNG in the colours of a palette."""
    return png(image.width, palette.colours, [pack(_rows(image, palette))])


def lay(image: Image.Image, stamp: Stamp, origin: tuple[int, int], theme: Theme) -> None:
    """Paste a stamp on an image whose top left corner lies at `origin` of the picture."""
    _lay(image, themed(stamp.sprite, stamp.unit, theme).painted(), (stamp.x - origin[0], stamp.y - origin[1]))


def _lay(image: Image.Image, sprite: Painted, middle: tuple[int, int]) -> None:
    """Paste a sprite on an image, with its middle at this pixel."""
    image.paste(sprite.image, (middle[0] + sprite.left, middle[1] + sprite.top), sprite.image)
