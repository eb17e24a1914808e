"""Sprites in the colours of a theme and in the size in which they are shown; each is painted once and then cached."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from struct import Struct
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image
from zlib_ng import zlib_ng as zlib

from render.brush import Brush
from render.cache import Cache, kept
from render.paintings import about_sprite, about_theme, key_of, paintings

if TYPE_CHECKING:
    from render.brush import Sprite
    from render.theme import Theme


class Painted(NamedTuple):
    """A finished sprite without the empty pixels around it."""

    image: Image.Image
    """The image, which must not be changed."""
    left: int
    """The x of the left edge of the image, counted from the middle of the sprite."""
    top: int
    """The y of the top edge of the image, counted from the middle of the sprite."""


@dataclass(frozen=True, eq=False, slots=True)
class ThemedSprite:
    """A sprite in the colours of a theme, and the pixels that it covers, counted from its middle."""

    sprite: Sprite
    unit: float
    theme: Theme
    code: bytes
    """Four bytes that no other one has."""
    left: int
    top: int
    right: int
    bottom: int

    def painted(self) -> Painted:
        """The finished sprite."""
        large = (self.right - self.left) * (self.bottom - self.top) * 4 > PAINTED
        return _unpacked(self) if large else _painted(self)


THEMED = 1_000
"""The most bytes of a themed sprite, which is not painted."""
PAINTED = 125_000
"""The most bytes of a finished sprite that is kept as it is: the ground of a plate is larger."""
_SIZE = Struct(">hhhh")
_numbers = count()
_sprites = Cache("sprites", 6_000_000)
"""Sizes and compressed pixels: sprites have few colours."""


def paint(sprite: Sprite, unit: float, theme: Theme) -> Painted:
    """Paint a sprite, with `unit` pixels for the width of a cell."""
    brush = Brush(sprite.width, sprite.height, unit, theme)
    sprite.shape(brush, *sprite.details)
    whole = brush.finished()
    box = whole.getbbox() or (0, 0, 1, 1)
    return Painted(whole.crop(box), box[0] - whole.width // 2, box[1] - whole.height // 2)


@kept("themed sprites", 4_000_000, THEMED)
def themed(sprite: Sprite, unit: float, theme: Theme) -> ThemedSprite:
    """A sprite in the colours of a theme, with `unit` pixels for the width of a cell."""
    data = _packed(sprite, unit, theme)
    code = (next(_numbers) % 2**32).to_bytes(4, "big")
    _sprites.put(code, data)
    width, height, left, top = _SIZE.unpack_from(data)
    return ThemedSprite(sprite, unit, theme, code, left, top, left + width, top + height)


@kept("painted sprites", 12_000_000, PAINTED)
def _painted(sprite: ThemedSprite) -> Painted:
    """A sprite. It is kept as it is for a while, because it can reach into several tiles of a picture."""
    return _unpacked(sprite)


def _unpacked(sprite: ThemedSprite) -> Painted:
    data = _sprites.get(sprite.code)
    if data is None:
        data = _packed(sprite.sprite, sprite.unit, sprite.theme)
        _sprites.put(sprite.code, data)
    width, height, left, top = _SIZE.unpack_from(data)
    return Painted(Image.frombytes("RGBA", (width, height), zlib.decompress(data[_SIZE.size :])), left, top)


def _packed(sprite: Sprite, unit: float, theme: Theme) -> bytes:
    """The size of a painted sprite, and its pixels compressed."""
    return paintings.of(
        lambda: key_of(about_sprite(sprite), unit, about_theme(theme)), lambda: _pack(paint(sprite, unit, theme))
    )


def _pack(sprite: Painted) -> bytes:
    image, left, top = sprite
    return _SIZE.pack(*image.size, left, top) + zlib.compress(image.tobytes(), 5)
