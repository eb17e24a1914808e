"""Small frameless pictures of boards, shown with challenges and when choosing a game."""

from functools import lru_cache
from io import BytesIO
from typing import Any

from PIL import Image

from games import GAMES
from games.base import Position
from render import BOARDS, Scene, draw
from render.paintings import key_of, paintings
from render.png import LEVEL, small_png
from render.samples import random_scenes
from render.text import font, width
from render.theme import theme_of

SIZE = 300, 260
"""The maximum width and height, in pixels."""
COLOURS = 64
COLUMNS = 3
CELL = 300, 300
"""The maximum width and height, in pixels, of a board in the picture of all games. The game's name is below it."""
PLIES = 16
"""How many moves are made before a board is shown, for games that begin with an empty board."""
NAME = 34
"""The font size of a name, in pixels."""


@lru_cache(maxsize=128)
def thumbnail(position: Position[Any], theme: str) -> bytes:
    """Return a small PNG of a board without name plates, the same in every language."""
    return small_png(_small(_scene(position, theme), SIZE), COLOURS)


def small_picture(scene: Scene[Any]) -> bytes:
    """Return a small PNG of a scene."""
    return small_png(_small(scene, SIZE), COLOURS)


def low_picture(scene: Scene[Any], share: float) -> bytes:
    """Return a PNG of a scene with transparent side margins, so that its height is at most `share` of its width.

    Discord shows each picture as wide as a phone, so a picture that is to look lower must be wider.
    """
    drawn = draw(scene)
    image = Image.open(BytesIO(drawn))
    wide = round(image.height / share)
    if wide <= image.width:
        return drawn
    colours = image.getpalette() or []
    transparent = len(colours) // 3
    framed = Image.new("P", (wide, image.height), transparent)
    framed.putpalette([*colours, 0, 0, 0])
    framed.paste(image, ((wide - image.width) // 2, 0))
    file = BytesIO()
    framed.save(file, "PNG", transparency=transparent, compress_level=LEVEL)
    return file.getvalue()


@lru_cache(maxsize=16)
def overview(names: tuple[str, ...], theme: str) -> bytes:
    """Return a PNG of all games' boards, each with the game's name from `names` below it."""
    return paintings.of(lambda: key_of("overview", names, theme), lambda: small_png(_sheet(names, theme), COLOURS))


def _sheet(names: tuple[str, ...], theme: str) -> Image.Image:
    wide, high = CELL
    colours, rows = theme_of(theme, {}), -(-len(GAMES) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * wide, rows * high), colours["page"])
    for number, ((key, game), name) in enumerate(zip(GAMES.items(), names, strict=True)):
        left, top = number % COLUMNS * wide, number // COLUMNS * high
        board = _small(_scene(_example(key, game.start()), theme), (wide - 20, high - 2 * NAME))
        sheet.paste(board, (left + (wide - board.width) // 2, top + (high - 2 * NAME - board.height) // 2 + 8))
        mask = Image.new("L", CELL)
        start = (wide - width(name, NAME, 600)) / 2
        font(name, NAME, 600).draw(mask, (start, high - NAME * 2 // 3), name)
        sheet.paste(colours["ink"], (left, top), mask)
    return sheet


def _example(key: str, start: Position[Any]) -> Position[Any]:
    """Return the starting position or, if its board is empty, a later one that shows the game's pieces."""
    if any(BOARDS[key].pieces(start)):
        return start
    position = start
    for scene in random_scenes(start, seed=1, plies=PLIES):
        position = scene.position
    return position


def _scene(position: Position[Any], theme: str) -> Scene[Any]:
    """Return a scene of the position without players."""
    return Scene(position, position.info.seats, theme=theme, plates=False)


def _small(scene: Scene[Any], size: tuple[int, int]) -> Image.Image:
    """Return a scene's picture, scaled down to fit into `size`."""
    image = Image.open(BytesIO(draw(scene))).convert("RGB")
    image.thumbnail(size, Image.Resampling.LANCZOS)
    return image
