"""Small frameless pictures of boards, shown with challenges and when choosing a game."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from typing import Any

from PIL import Image

from games import GAMES
from games.base import Position
from language import say
from render import BOARDS, Scene, draw, frame, pieces
from render.canvas import Stamp, compose, encode_page
from render.layout import EDGE, WIDTH, BareLayout, Layout
from render.paintings import key_of, paintings
from render.png import LEVEL, small_png
from render.sheet import SMALL
from render.text import fitted
from render.theme import FRAME, theme_of

SIZE = 640, 660
"""The maximum width and height, in pixels, of a small picture. A phone shows it about 630 of its pixels wide."""
# Lengths and font sizes are in pixels.
COLUMNS = 3
BOARD = 236
"""The maximum width and height of a board in the picture of all games."""
LEAST_WIDTH = 0.85
"""The smallest part of a low picture's width that its board may take, so that its cells can be read on a phone."""
MARGIN = 4
"""The distance between a board and the edge of its picture, which the board's rim fits in."""
PADDING = 12
"""The distance between the top of a card and its board."""
CARD = 284, PADDING + BOARD + 98
"""The width and height of a card, which has a board, the game's name and its essence."""
SIDE = 28
"""The minimum margin to the left and right of what one does in a game. Names may be slightly wider."""
MANY_COLOURS = 256
"""The number of colours of the picture of all games."""


def example(key: str, theme: str) -> Scene[Any]:
    """Return a scene without plates that shows what a game is about: a position with one marked move.

    A game without an example shows its start.
    """
    position, move = GAMES[key].example()
    scene = start_scene(position, theme)
    return scene.played(position.parse(move)) if move else scene


def start_scene(position: Position[Any], theme: str) -> Scene[Any]:
    """Return a scene of a position where no move has been made, without plates."""
    first, second = map(say, position.info.seats)
    return Scene(position, (first, second), theme=theme, plates=False)


def small_picture(scene: Scene[Any]) -> bytes:
    """Return a small PNG of a scene."""
    board = BOARDS[scene.position.info.key]
    return encode_page(_small(scene, SIZE), frame.palette(board, board.theme(scene.theme)))


def low_picture(scene: Scene[Any], share: float) -> bytes:
    """Return a PNG of a scene without plates whose height is at most `share` of its width.

    If the board is too high, it gets side margins: Discord shows each picture as wide as a phone, so a picture that is
    to look lower must be wider. The margins have the colour of the page, which is also that of the picture's corners.
    Before they make the board narrower than LEAST_WIDTH, rows other than `scene.rows` are left out.
    """
    if scene.rows:
        layout, high = _layout(scene), share * WIDTH
        whole = layout.height(layout.rows(())) <= high / LEAST_WIDTH
        scene = replace(scene, rows=() if whole else layout.widened(scene.rows, high))
    drawn = draw(scene)
    image = Image.open(BytesIO(drawn))
    wide = round(image.height / share)
    if wide <= image.width:
        return drawn
    framed = Image.new("P", (wide, image.height), image.getpixel((0, 0)))
    framed.putpalette(image.getpalette() or [])
    framed.paste(image, ((wide - image.width) // 2, 0))
    file = BytesIO()
    framed.save(file, "PNG", compress_level=LEVEL)
    return file.getvalue()


def least_share(scene: Scene[Any]) -> float:
    """Return the height of a scene's picture that shows only `scene.rows`, without plates, as a part of its width."""
    if scene.chart and (chart := BOARDS[scene.position.info.key].chart(scene.position)):
        wide, high = chart.size
        return high / wide
    layout = _layout(scene)
    return layout.height(layout.rows(scene.rows)) / WIDTH


def _layout(scene: Scene[Any]) -> Layout:
    board = BOARDS[scene.position.info.key]
    return Layout(board.grid(scene.position, scene.view), legend=bool(frame.explained(board, scene)))


def captions() -> tuple[tuple[str, str], ...]:
    """Return each game's name and the phrase that sums it up, in the reader's language."""
    return tuple((say(game.info.name), say(game.info.essence)) for game in GAMES.values())


@lru_cache(maxsize=48)
def overview(captions: tuple[tuple[str, str], ...], theme: str, chosen: str = "") -> bytes:
    """Return a PNG with a card for each game, showing a board and a caption. The card of game `chosen` is marked."""

    def painted() -> bytes:
        return small_png(_sheet(captions, theme, chosen), MANY_COLOURS)

    return paintings.of(lambda: key_of("overview", captions, theme, chosen), painted)


def _sheet(captions: Sequence[tuple[str, str]], theme: str, chosen: str) -> Image.Image:
    wide, high = CARD[0] + EDGE, CARD[1] + EDGE
    size = COLUMNS * wide + EDGE, -(-len(GAMES) // COLUMNS) * high + EDGE
    places = {key: (EDGE + n % COLUMNS * wide, EDGE + n // COLUMNS * high) for n, key in enumerate(GAMES)}
    cards = [
        stamp
        for (key, place), caption in zip(places.items(), captions, strict=True)
        for stamp in _card(place, caption, chosen=key == chosen)
    ]
    sheet = compose(size, cards, theme_of(theme, {}))
    for key, (left, top) in places.items():
        board = Image.open(BytesIO(_bare_board(key, theme)))
        sheet.paste(board, (left + (CARD[0] - board.width) // 2, top + PADDING + (BOARD - board.height) // 2))
    return sheet


def _card(place: tuple[int, int], caption: tuple[str, str], *, chosen: bool) -> Iterator[Stamp]:
    """Yield a game's card without its board."""
    (left, top), (wide, high), (name, essence) = place, CARD, caption
    x, y = left + wide // 2, top + PADDING + BOARD
    fill, edge, inks = ("turn", "turn", ("turn ink",) * 2) if chosen else ("plate", "plate edge", ("ink", "faint"))
    yield Stamp(pieces.plate(wide, high, fill, edge, 2), x, top + high // 2, 1)
    if chosen:
        yield Stamp(pieces.plate(wide - 16, BOARD + PADDING, "plate", "plate", 0), x, (top + y) // 2 + 7, 1)
    for text, down, ink, weight in ((name, 30, inks[0], 600), (essence, 67, inks[1], 400)):
        shown, size = fitted(text, text, wide - EDGE, (SMALL,), weight)
        yield Stamp(pieces.writing(shown, ink, weight), x, y + down, size)


@lru_cache(maxsize=64)
def _bare_board(key: str, theme: str) -> bytes:
    """Return a small PNG of a game's board with pieces, but without coordinates, cell names or numbers."""
    return paintings.of(lambda: key_of("bare board", key, theme), lambda: _drawn_bare(key, theme))


def _drawn_bare(key: str, theme: str) -> bytes:
    board, scene = BOARDS[key], example(key, theme)
    grid = board.grid(scene.position, 0)
    layout = BareLayout(grid, (BOARD - 2 * MARGIN) // max(grid.width, grid.height), MARGIN, like_picture=True)
    colours = theme_of(theme, {**board.colours, "page": FRAME["plate"]})
    stamps = [*frame.ground(board, layout), *frame.stamps(board, scene, layout, bare=True)]
    return encode_page(compose(layout.size, stamps, colours), frame.palette(board, board.theme(theme)))


def _small(scene: Scene[Any], size: tuple[int, int]) -> Image.Image:
    """Return a scene's picture, scaled down to fit into `size`."""
    image = Image.open(BytesIO(draw(scene))).convert("RGB")
    image.thumbnail(size, Image.Resampling.LANCZOS)
    return image
