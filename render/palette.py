"""The palettes of each board, one for each theme, stored in `render/boards/palettes/<key>.json`."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PIL._imaging import ImagingCore

Pixels: TypeAlias = "ImagingCore"
"""Pillow's internal image, without the checks of `Image`."""
FOLDER = Path(__file__).parent / "boards" / "palettes"


class Palette:
    """The palette of all pictures of a board in a theme."""

    def __init__(self, colours: bytes) -> None:
        """`colours` has the red, green and blue bytes of each colour."""
        self.colours = colours

    def convert(self, image: Image.Image) -> Image.Image:
        """The image converted to this palette without dithering."""
        return image.quantize(palette=_image(self.colours), dither=Image.Dither.NONE)

    def pixels(self, colours: Pixels) -> Pixels:
        """Like `convert`, but for Pillow's internal images."""
        pixels: ImagingCore = colours.convert("P", Image.Dither.NONE, _image(self.colours).im)
        return pixels


@lru_cache(maxsize=8)
def _image(colours: bytes) -> Image.Image:
    """An image with this palette. Pillow adds a colour lookup table of half a MiB to it."""
    image = Image.new("P", (1, 1))
    image.putpalette(colours)
    image.load()  # Pillow's C functions need the palette
    return image


@cache
def colours_of(key: str) -> Mapping[str, bytes]:
    """The palettes of a board by theme. Raises LookupError if it has none."""
    path = file(key)
    if not path.exists():
        raise LookupError(f"{key} has no palettes yet: python -m render.palettes {key}")
    return {theme: bytes.fromhex(colours) for theme, colours in json.loads(path.read_text(encoding="utf-8")).items()}


def file(key: str) -> Path:
    return FOLDER / f"{key}.json"
