"""Golden pictures at half size. `python -m tests.render.golden [KEY …]` draws them again: look at each that changes."""

import sys
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

from PIL import Image

from render import BOARDS, THEMES, draw
from render.pages import changed_pixels
from tests.render.positions import MOMENTS, SECOND, moment

GOLDENS = [*product(MOMENTS, THEMES), *product(SECOND, THEMES[:1])]
"""The moments and themes of each game's golden pictures."""
FOLDER = Path(__file__).parent / "golden"
DIFFERENCES = Path(__file__).parent.parent / "differences"
PLAIN = 32
"""How many colours of a kept picture are its own commonest ones."""
MIXED = 112
"""How many colours of a kept picture the quantizer chooses."""


def shown(key: str, at: str, theme: str) -> Image.Image:
    """The picture at half size."""
    return Image.open(BytesIO(draw(moment(key, at, theme)))).convert("RGB").reduce(2)


def path(key: str, at: str, theme: str) -> Path:
    """The file of a golden picture."""
    return FOLDER / f"{key}-{at}-{theme}.png"


def changed(picture: Image.Image, golden: Image.Image) -> tuple[int, Image.Image]:
    """How many pixels differ, and an image that shows them in white."""
    if picture.size != golden.size:
        return picture.width * picture.height, picture
    far = changed_pixels(picture, golden.convert("RGB"))
    return far.histogram()[255], far


def keep(key: str) -> None:
    """Draw the golden pictures of a game and write their files."""
    FOLDER.mkdir(exist_ok=True)
    for at, theme in GOLDENS:
        few_colours(shown(key, at, theme)).save(path(key, at, theme), optimize=True)


def few_colours(picture: Image.Image) -> Image.Image:
    """The picture with a palette in which plain areas keep their colour."""
    counted = sorted(picture.getcolors(picture.width * picture.height) or [], reverse=True)
    colours: list[Any] = [colour for _, colour in counted]
    others = Image.new("RGB", (max(1, len(colours) - PLAIN), 1))
    others.putdata(colours[PLAIN:])
    mixed = others.quantize(MIXED, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([band for colour in colours[:PLAIN] for band in colour] + mixed)
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


if __name__ == "__main__":
    for name in sys.argv[1:] or BOARDS:
        keep(name)
