"""Sprites painted in a theme's colours at the size a picture needs, and cached."""

from dataclasses import dataclass
from itertools import count
from struct import Struct
from typing import NamedTuple

from PIL import Image
from zlib_ng import zlib_ng as zlib

from render.brush import Sprite
from render.cache import Cache, cache_results
from render.paintings import about_sprite, about_theme, key_of, paintings
from render.pixels import PixelBrush
from render.theme import Theme


class Painted(NamedTuple):
    """A painted sprite, cropped to its visible pixels."""

    image: Image.Image
    """The image in mode RGBA. It must not be changed."""
    left: int
    """The x coordinate of the image's left edge, relative to the sprite's centre."""
    top: int
    """The y coordinate of the image's top edge, relative to the sprite's centre."""


@dataclass(frozen=True, eq=False, slots=True)
class ThemedSprite:
    """A sprite in a given theme and size, which knows how far its pixels extend from its centre."""

    sprite: Sprite
    unit: float
    theme: Theme
    code: bytes
    """Four bytes that identify the sprite."""
    left: int
    top: int
    right: int
    bottom: int

    def paint(self) -> Painted:
        """Return the painted sprite, from a cache if possible."""
        large = (self.right - self.left) * (self.bottom - self.top) * 4 > PAINTED
        return _unpacked(self) if large else _paint_cached(self)


THEMED = 1_000
"""The maximum size, in bytes, that a themed sprite has in the cache, not counting its pixels."""
PAINTED = 125_000
"""The maximum size of a painted sprite that is cached uncompressed, in bytes. A plate's background is larger."""
_SIZE = Struct(">hhhh")
_numbers = count()
_sprites = Cache("sprites", 6_000_000)
"""The sizes and compressed pixels of sprites."""


def paint(sprite: Sprite, unit: float, theme: Theme) -> Painted:
    """Paint a sprite. `unit` is the cell width in pixels."""
    brush = PixelBrush(sprite.width, sprite.height, unit, theme)
    sprite.draw(brush)
    whole = brush.finished()
    box = whole.getbbox() or (0, 0, 1, 1)
    return Painted(whole.crop(box), box[0] - whole.width // 2, box[1] - whole.height // 2)


@cache_results("themed sprites", 4_000_000, THEMED)
def with_theme(sprite: Sprite, unit: float, theme: Theme) -> ThemedSprite:
    """Return a sprite in a theme's colours. `unit` is the cell width in pixels."""
    data = _packed(sprite, unit, theme)
    code = (next(_numbers) % 2**32).to_bytes(4, "big")
    _sprites.put(code, data)
    width, height, left, top = _SIZE.unpack_from(data)
    return ThemedSprite(sprite, unit, theme, code, left, top, left + width, top + height)


@cache_results("painted sprites", 12_000_000, PAINTED)
def _paint_cached(sprite: ThemedSprite) -> Painted:
    """Return a painted sprite. It is cached because it can cover several tiles of a picture."""
    return _unpacked(sprite)


def _unpacked(sprite: ThemedSprite) -> Painted:
    data = _sprites.get(sprite.code)
    if data is None:
        data = _packed(sprite.sprite, sprite.unit, sprite.theme)
        _sprites.put(sprite.code, data)
    width, height, left, top = _SIZE.unpack_from(data)
    return Painted(Image.frombytes("RGBA", (width, height), zlib.decompress(data[_SIZE.size :])), left, top)


def _packed(sprite: Sprite, unit: float, theme: Theme) -> bytes:
    """Return a painted sprite in packed form: its size and its compressed pixels."""
    return paintings.of(
        lambda: key_of(about_sprite(sprite), unit, about_theme(theme)), lambda: _pack(paint(sprite, unit, theme))
    )


def _pack(sprite: Painted) -> bytes:
    image, left, top = sprite
    return _SIZE.pack(*image.size, left, top) + zlib.compress(image.tobytes(), 5)
