"""Thumbnails of a board without a frame, for challenges."""

from functools import lru_cache
from io import BytesIO
from typing import Any

from PIL import Image

from games import GAMES
from games.base import Position
from render import Scene, draw
from render.text import font, width
from render.theme import theme_of

SIZE = 300, 260
"""The maximum width and height in pixels."""
COLOURS = 64
COLUMNS = 3
CELL = 300, 300
"""The size of a game in the picture of all games, with its name below the board."""
NAME = 30
"""The size of a name in pixels."""


@lru_cache(maxsize=128)
def thumbnail(position: Position[Any], theme: str) -> bytes:
    """A small PNG of the board without players, the same in every language."""
    scene = Scene(position, position.info.seats, theme=theme, plates=False)
    image = Image.open(BytesIO(draw(scene))).convert("RGB")
    image.thumbnail(SIZE, Image.Resampling.LANCZOS)
    png = BytesIO()
    image.quantize(COLOURS).save(png, "PNG", optimize=True)
    return png.getvalue()


@lru_cache(maxsize=16)
def overview(names: tuple[str, ...], theme: str) -> bytes:
    """A PNG with the starting boards of all games, each with its name from `names` below it."""
    wide, high = CELL
    colours, rows = theme_of(theme, {}), -(-len(GAMES) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * wide, rows * high), colours["page"])
    for number, (game, name) in enumerate(zip(GAMES.values(), names, strict=True)):
        left, top = number % COLUMNS * wide, number // COLUMNS * high
        board = Image.open(BytesIO(thumbnail(game.start(), theme))).convert("RGB")
        board.thumbnail((wide - 20, high - 2 * NAME))
        sheet.paste(board, (left + (wide - board.width) // 2, top + (high - 2 * NAME - board.height) // 2 + 8))
        mask = Image.new("L", CELL)
        start = (wide - width(name, NAME, 600)) / 2
        font(name, NAME, 600).draw(mask, (start, high - NAME * 2 // 3), name)
        sheet.paste(colours["ink"], (left, top), mask)
    png = BytesIO()
    sheet.quantize(COLOURS).save(png, "PNG", optimize=True)
    return png.getvalue()
