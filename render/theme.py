"""Each board's colours in the four themes, and its pictures' palettes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from PIL import Image

from language import mark

RGB = tuple[int, int, int]

THEME_NAMES = {
    "classic": mark("classic"),
    "dark": mark("dark"),
    "high-contrast": mark("high contrast"),
    "colour-blind": mark("colour-blind"),
}
THEMES = tuple(THEME_NAMES)

Colours = tuple[str, str, str, str]
"""A colour, written as `#rrggbb`, for each theme in the order of `THEMES`."""

FRAME: Mapping[str, Colours] = {
    "page": ("#f0e8d8", "#14181f", "#000000", "#f0f0ee"),
    "ink": ("#22313a", "#e8ebee", "#ffffff", "#1d2530"),
    "faint": ("#616965", "#98a3ad", "#ffffff", "#5f6772"),
    "plate": ("#fbf7ee", "#222932", "#000000", "#ffffff"),
    "plate edge": ("#cfc4b0", "#3a444f", "#ffffff", "#c3c6cb"),
    "turn": ("#0f6f78", "#2fb5b0", "#ffff00", "#0b4f8a"),
    "turn ink": ("#ffffff", "#06201f", "#000000", "#ffffff"),
    "won": ("#f2c14e", "#e8b84a", "#ffff00", "#f0e442"),
    "won ink": ("#2b2208", "#201803", "#000000", "#262305"),
    "mark": ("#ff88dc", "#ff80dc", "#ff78ff", "#f098cc"),
    "mark edge": ("#1c1a17", "#0b0d10", "#000000", "#14161a"),
    "earlier": ("#b6f03c", "#b4f040", "#80ff00", "#9cf23c"),
    "played": ("#f2622e", "#ff7040", "#ff6a00", "#d55e00"),
    "badge": ("#fffdf6", "#f4f6f8", "#ffffff", "#ffffff"),
    "badge ink": ("#10222b", "#10151a", "#000000", "#101418"),
    "chosen": ("#2fc1d6", "#38c6dc", "#00ffff", "#56b4e9"),
    "path": ("#37d6c0", "#3fe0c5", "#00ffff", "#3fdcb0"),
}
"""The colours of the frame. The colour-blind ones come from Okabe and Ito, "Color Universal Design" (2008).

No side, king or winner of any game has the colour `mark`, which marks the last move, `earlier`, which marks the move
that it answered, or `played`.
"""
if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

Pixels: TypeAlias = "ImagingCore"
"""Pillow's internal image type, which lacks the checks of `Image`."""
FOLDER = Path(__file__).parent / "boards" / "palettes"


@dataclass(frozen=True, eq=False)
class Theme:
    """A board's colours in a theme.

    There is only one object per board and theme, so themes can be compared by identity.
    """

    name: str
    colours: Mapping[str, RGB]

    def __getitem__(self, purpose: str) -> RGB:
        """Return the colour for a purpose. Raises KeyError if neither the frame nor the board defines this colour."""
        return self.colours[purpose]


def theme_of(name: str, board: Mapping[str, Colours]) -> Theme:
    """Return a theme's colours for the frame and a board. Raises ValueError if there is no theme with this name."""
    column = THEMES.index(name)
    return Theme(name, {purpose: _rgb(colours[column]) for purpose, colours in {**FRAME, **board}.items()})


def _rgb(text: str) -> RGB:
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue


def mix(start: RGB, end: RGB, part: float) -> RGB:
    """Return a mixture of two colours. `part` is the proportion of `end`, from 0 to 1."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(start, end, strict=True))
    return red, green, blue


def lighter(colour: RGB, part: float) -> RGB:
    """Return a colour mixed with white or, if `part` is negative, with black."""
    return mix(colour, (255, 255, 255) if part > 0 else (0, 0, 0), abs(part))


class Palette:
    """The palette of all pictures of a board in a theme."""

    def __init__(self, colours: bytes) -> None:
        """Create a palette from each colour's red, green and blue bytes."""
        self.colours = colours

    def convert(self, image: Image.Image) -> Image.Image:
        """Convert an image to this palette without dithering."""
        return image.quantize(palette=_image(self.colours), dither=Image.Dither.NONE)

    def pixels(self, colours: Pixels) -> Pixels:
        """Convert one of Pillow's internal image objects as `convert` does."""
        pixels: ImagingCore = colours.convert("P", Image.Dither.NONE, _image(self.colours).im)
        return pixels


@lru_cache(maxsize=8)
def _image(colours: bytes) -> Image.Image:
    """Return an image with this palette. Pillow adds a 512 KiB colour table to the image."""
    image = Image.new("P", (1, 1))
    image.putpalette(colours)
    image.load()  # Pillow's C functions need the palette
    return image


@cache
def colours_of(key: str) -> Mapping[str, bytes]:
    """Return a dict from themes to the board's palettes. Raises LookupError if the board has none yet."""
    path = file(key)
    if not path.exists():
        raise LookupError(f"{key} has no palettes yet: python -m render.palettes {key}")
    return {theme: bytes.fromhex(colours) for theme, colours in json.loads(path.read_text(encoding="utf-8")).items()}


def file(key: str) -> Path:
    return FOLDER / f"{key}.json"
