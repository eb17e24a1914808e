"""`python -m render.palettes [KEY …]` computes the palettes of the boards with these keys, or of all boards."""

import json
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

from PIL import Image

from language import speaking
from render import BOARDS, THEMES, frame, pieces, theme
from render.board import Board
from render.canvas import Stamp, compose
from render.layout import PLATE, WIDTH, Layout
from render.scene import Scene
from render.sprites import paint
from render.theme import RGB, Theme

ALIKE = 8
"""Two plain colours count as equal if their red, green and blue differ by at most this much in total."""


def compute_palette(board: Board[Any], theme: Theme) -> bytes:
    """Compute a board's palette in a theme, using sample scenes.

    The same sources always give the same palette.
    """
    with speaking(None):
        scenes = list(board.samples())
        layout = Layout(board.grid(scenes[0].position, 0))
        background = compose(layout.size, frame.background_stamps(board, layout), theme)
        cells = sorted(layout.grid.points)
        position, names = scenes[-1].position, scenes[-1].names
        scenes += [Scene(position, names, badges=tuple(cells[:4]), chosen=(cell,)) for cell in cells[-2:]]
        seen = [stamp for scene in scenes for stamp in frame.stamps(board, scene, layout)]
        middle = layout.size[1] // 2
        for fill, edge in (("won", "won ink"), ("plate", "turn"), ("turn", "turn ink")):
            seen.append(Stamp(pieces.plate(600, PLATE, fill, edge, 5), WIDTH // 2, middle, 1))
        rare = (pieces.link((0, 0), (1, 0)), pieces.LAST_MOVE.taken)
        seen += [Stamp(sprite, WIDTH // 2, middle, layout.cell) for sprite in rare]
        return _choose(_count_colours(background, len(scenes), seen, theme), theme, board.shades)


def _choose(seen: Counter[Any], theme: Theme, shades: tuple[int, int]) -> bytes:
    """Choose a palette: the theme's colours, the pictures' most common colours, and a quantised selection of the rest.

    `shades` is how many plain colours (including the theme's) and how many other colours to choose.
    """
    most_plain, most_mixed = shades
    plain = list(theme.colours.values())
    for colour, _ in seen.most_common(most_plain * 8):
        if len(plain) < most_plain and all(_difference(colour, other) > ALIKE for other in plain):
            plain.append(colour)
    pixels = Image.new("RGB", (len(seen), 1))
    pixels.putdata(list(seen))
    mixed = pixels.quantize(most_mixed, dither=Image.Dither.NONE).getpalette() or []
    bands = [band for colour in plain for band in colour] + mixed
    # Pillow looks up colours in steps of four, so only multiples of four survive another conversion.
    return bytes(min(252, round(band / 4) * 4) for band in bands)


def _difference(first: RGB, second: RGB) -> int:
    return sum(abs(a - b) for a, b in zip(first, second, strict=True))


def _count_colours(background: Image.Image, scenes: int, stamps: Sequence[Stamp], theme: Theme) -> Counter[Any]:
    """Count each colour's pixels in these scenes' backgrounds and stamps, painting each sprite once."""
    times = Counter(stamp.sprite for stamp in stamps)
    pieces = [(scenes, background)]
    for sprite, x, y, unit in {stamp.sprite: stamp for stamp in stamps}.values():
        image, left, top = paint(sprite, unit, theme)
        piece = background.crop((x + left, y + top, x + left + image.width, y + top + image.height))
        piece.paste(image, (0, 0), image)
        pieces.append((times[sprite], piece))
    counted: Counter[Any] = Counter()
    for number, piece in pieces:
        for count, colour in piece.getcolors(piece.width * piece.height) or []:
            counted[colour] += number * count
    return counted


def store(key: str) -> None:
    """Compute and store a board's palettes. Raises LookupError if there is no board with this key."""
    board = BOARDS[key]
    colours = {name: compute_palette(board, board.theme(name)).hex() for name in THEMES}
    theme.FOLDER.mkdir(exist_ok=True)
    theme.file(key).write_text(json.dumps(colours, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:] or BOARDS:
        store(name)
