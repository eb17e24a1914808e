"""The colours of the pictures of a board in a theme, kept in `render/boards/palettes/<key>.json`."""

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
"""An image as Pillow's own functions have it, without the checks of `Image`."""
FOLDER = Path(__file__).parent / "boards" / "palettes"


class Palette:
    """The colours of all pictures of a board in a theme."""

    def __init__(self, colours: bytes) -> None:
        """`colours` has red, green and blue of each colour."""
        self.colours = colours

    def convert(self, image: Image.Image) -> Image.Image:
        """The image in these colours."""
        return image.quantize(palette=_image(self.colours), dither=Image.Dither.NONE)

    def pixels(self, colours: Pixels) -> Pixels:
        """The pixels in these colours: like `convert`, but without the objects that Pillow makes around pixels."""
        done: ImagingCore = colours.convert("P", Image.Dither.NONE, _image(self.colours).im)
        return done


@lru_cache(maxsize=8)
def _image(colours: bytes) -> Image.Image:
    """An image with this palette. Pillow adds half a MiB to it, in which it notes where each colour leads."""
    image = Image.new("P", (1, 1))
    image.putpalette(colours)
    image.load()  # so that Pillow's own functions know the palette, too
    return image


@cache
def colours_of(key: str) -> Mapping[str, bytes]:
    """The colours of the pictures of a board by theme. Raises LookupError if none are kept."""
    path = file(key)
    if not path.exists():
        raise LookupError(f"{key} has no palettes yet: python -m render.palettes {key}")
    return {theme: bytes.fromhex(colours) for theme, colours in json.loads(path.read_text(encoding="utf-8")).items()}


def file(key: str) -> Path:
    """The file in which the colours of a board are kept."""
    return FOLDER / f"{key}.json"
