"""Thumbnails of a board without a frame, for challenges."""

from functools import lru_cache
from io import BytesIO
from typing import Any

from PIL import Image

from games.base import Position
from render import Scene, draw

SIZE = 300, 260
"""The maximum width and height in pixels."""
COLOURS = 64


@lru_cache(maxsize=128)
def thumbnail(position: Position[Any], theme: str) -> bytes:
    """A small PNG of the board without players, the same in every language."""
    scene = Scene(position, position.info.seats, theme=theme, plates=False)
    image = Image.open(BytesIO(draw(scene))).convert("RGB")
    image.thumbnail(SIZE, Image.Resampling.LANCZOS)
    png = BytesIO()
    image.quantize(COLOURS).save(png, "PNG", optimize=True)
    return png.getvalue()
