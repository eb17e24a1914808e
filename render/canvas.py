"""Composes pictures from stamps and a background, and caches parts of the pictures, called strips and tiles."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from struct import Struct
from typing import NamedTuple

from PIL import Image
from zlib_ng import zlib_ng as zlib

from render.brush import Sprite
from render.cache import AdmissionFilter, Cache, cache_results
from render.png import Strip, pack, png
from render.sprites import Painted, ThemedSprite, paint, with_theme
from render.theme import Palette, Pixels, Theme

Cut = tuple[int, int, tuple[int, ...]]
"""A strip of the picture: its top, its bottom, and the x coordinates at which it is cut into tiles, all in pixels."""


class Stamp(NamedTuple):
    """A sprite and the pixel of the picture on which it is centred. `unit` is the cell width in pixels."""

    sprite: Sprite
    x: int
    y: int
    unit: float


_Placed = tuple[bytes, "ThemedSprite", int, int]
"""A stamp on a canvas, given by a key for its look and position, its sprite, and the pixel at its centre."""
_Tiles = list[tuple[int, int]]
"""Tiles of the picture. Each is given by the number of its strip and by its own number in that strip."""


class Background(NamedTuple):
    """A strip of the background. It must not be changed."""

    rows: bytes
    """The palette indices, row by row. Before each row is a byte 0 (PNG filter type "none")."""
    image: Image.Image
    """The same rows, including their filter bytes, as an image with the palette."""


@dataclass(frozen=True, slots=True)
class _Tile:
    """A tile and its stamps. Two tiles are equal if they have the same pixels."""

    key: bytes
    """The tile's key. Only tiles with the same pixels have the same key."""
    number: int = field(compare=False)
    """The tile's number in the strip."""
    placed: Sequence[_Placed] = field(compare=False)


TILE_LEVEL = 2
"""The zlib level for cached tiles. Level 5 would save a sixth of the bytes but take twice as long."""
PLACED = 1400
"""The maximum size, in bytes, of a placed stamp including the list of tiles that it touches."""
STRIP = 170_000
"""The maximum size of a background strip, in bytes. The smallest boards have the largest strips."""
TILE = 50_000
"""The maximum size of a tile, in bytes. The smallest boards have the largest tiles."""
_CODE = Struct(">4shh")
_SUMS = Struct(">II")
_strips = Cache("strips", 12_000_000)
"""The compressed strips. Most strips of a picture do not change from one move to the next."""
_tiles = Cache("tiles", 6_000_000)
"""The compressed tiles needed more than once."""
_made = AdmissionFilter(10_000)
"""The tiles made so far. Only those made again are stored, because compressing takes as long as making them."""


class Canvas:
    """A thread-safe background for composing any number of pictures of the same size."""

    def __init__(self, strips: Sequence[bytes], cuts: Sequence[Cut], palette: Palette, theme: Theme) -> None:
        """Create a canvas. `cuts` says how to divide the picture, from top to bottom, into full-width strips.

        `strips` are those of the background, in the form that `strips_of` returns.
        """
        self._palette = palette
        self._theme = theme
        self._width = cuts[0][2][-1]
        self._cuts = cuts
        self._tops = [top for top, _, _ in cuts]
        self._strips = strips
        about = [strip + palette.colours + repr(cut).encode() for strip, cut in zip(strips, cuts, strict=True)]
        self._names = [blake2b(strip, digest_size=8).digest() for strip in about]
        """What identifies the strips. Canvases can share them and their tiles."""

    def png(self, stamps: Iterable[Stamp], left_out: Sequence[int] = ()) -> bytes:
        """Return a PNG of the background with the stamps on it.

        Later stamps cover earlier ones. Strips whose numbers are in `left_out` are omitted.
        """
        content: list[dict[int, list[_Placed]]] = [{} for _ in self._cuts]
        for stamp in stamps:
            placed, touched = self.place_stamp(stamp)
            for number, tile in touched:
                content[number].setdefault(tile, []).append(placed)
        without = {number % len(content) for number in left_out}
        strips = [self._strip(number, on_it) for number, on_it in enumerate(content) if number not in without]
        return png(self._width, self._palette.colours, strips)

    @cache_results("grounds", 5_440_000, STRIP)
    def _background(self, number: int) -> Background:
        """Return a decompressed strip of the background."""
        top, bottom, _ = self._cuts[number]
        rows = zlib.decompress(self._strips[number])
        image = Image.frombuffer("P", (self._width + 1, bottom - top), rows, "raw", "P", 0, 1)
        image.putpalette(self._palette.colours)
        image.load()  # Pillow's C functions need the palette
        return Background(rows, image)

    @cache_results("placed stamps", 2_400_000, PLACED)
    def place_stamp(self, stamp: Stamp) -> tuple[_Placed, _Tiles]:
        """Return a stamp's key, sprite and pixel, and the tiles it touches.

        The result is cached, because most stamps of a picture were also in the previous one.
        """
        plain, x, y, unit = stamp
        sprite = with_theme(plain, unit, self._theme)
        touched = self._touched_tiles(x + sprite.left, y + sprite.top, x + sprite.right, y + sprite.bottom)
        return (_CODE.pack(sprite.code, x, y), sprite, x, y), touched

    def _touched_tiles(self, left: int, top: int, right: int, bottom: int) -> _Tiles:
        """Return the tiles containing at least one pixel of this box."""
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
        """Return a compressed strip. `content` maps the number of each tile to the stamps on it."""
        own, tiles = self._names[number], sorted(content.items())
        keys = [b"".join([own, bytes((tile,)), *[stamp[0] for stamp in placed]]) for tile, placed in tiles]
        key = b"".join([own, *keys])
        data = _strips.get(key)
        if data is not None:
            return Strip(data[_SUMS.size :], *_SUMS.unpack_from(data))
        strip = self._made_strip(number, [_Tile(tile_key, *tile) for tile_key, tile in zip(keys, tiles, strict=True)])
        _strips.put(key, _SUMS.pack(strip.length, strip.adler) + strip.data)
        return strip

    def _made_strip(self, number: int, tiles: Sequence[_Tile]) -> Strip:
        top, bottom, xs = self._cuts[number]
        rows = bytearray(self._background(number).rows)
        image = Image.frombuffer("P", (self._width + 1, bottom - top), rows, "raw", "P", 0, 1)  # a view of `rows`
        for tile in tiles:
            box = xs[tile.number] + 1, 0, xs[tile.number + 1] + 1, bottom - top
            # Image.paste would check the modes of both images for each of about fifty tiles
            image.im.paste(self._tile(number, tile), box)
        return pack(rows)

    @cache_results("finished tiles", 25_600_000, TILE)
    def _tile(self, number: int, tile: _Tile) -> Pixels:
        """Return the palette indices of a tile with its stamps. The caller must not modify them."""
        top, bottom, xs = self._cuts[number]
        left, right = xs[tile.number], xs[tile.number + 1]
        data = _tiles.get(tile.key)
        if data is not None:
            size = right - left, bottom - top
            return Image.frombuffer("P", size, zlib.decompress(data), "raw", "P", 0, 1).im
        # the methods of Image would repeat checks, and each would create an image and a palette
        colours = self._background(number).image.im.crop((left + 1, 0, right + 1, bottom - top)).convert("RGB", 0)
        for _, sprite, x, y in tile.placed:
            image, aside, down = sprite.paint()
            aside, down = aside + x - left, down + y - top
            colours.paste(image.im, (aside, down, aside + image.width, down + image.height), image.im)
        pixels = self._palette.pixels(colours)
        if _made.seen_before(tile.key):
            _tiles.put(tile.key, zlib.compress(_bytes_of(pixels), TILE_LEVEL))
        return pixels


def strips_of(background: Image.Image, cuts: Sequence[Cut], palette: Palette) -> list[bytes]:
    """Cut a background into strips, and return each strip's compressed rows.

    The rows are in PNG format and compressed with zlib.
    """
    rows = _rows(background, palette)
    length = background.width + 1
    return [zlib.compress(rows[top * length : bottom * length]) for top, bottom, _ in cuts]


def _rows(image: Image.Image, palette: Palette) -> bytes:
    """Return an image's palette indices, row by row. Each row begins with the PNG filter byte for "none"."""
    rows = Image.new("P", (image.width + 1, image.height))
    rows.paste(palette.convert(image), (1, 0))
    return rows.tobytes()


def _bytes_of(pixels: Pixels) -> bytearray:
    data = bytearray(pixels.size[0] * pixels.size[1])
    Image.frombuffer("P", pixels.size, data, "raw", "P", 0, 1).im.paste(pixels, (0, 0, *pixels.size))
    return data


def compose(size: tuple[int, int], stamps: Iterable[Stamp], theme: Theme) -> Image.Image:
    """Draw stamps on an empty page, and return an RGB image."""
    image = Image.new("RGB", size, theme["page"])
    painted: dict[tuple[Sprite, float], Painted] = {}
    for sprite, x, y, unit in stamps:
        if (sprite, unit) not in painted:
            painted[sprite, unit] = paint(sprite, unit, theme)
        pixels, left, top = painted[sprite, unit]
        image.paste(pixels, (x + left, y + top), pixels)
    return image


def encode_page(image: Image.Image, palette: Palette) -> bytes:
    """Return a page as a PNG with this palette."""
    return png(image.width, palette.colours, [pack(_rows(image, palette))])
