"""Animated GIFs of matches: one palette, and frames that contain only the changed pixels."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any

from PIL import Image

from games import GAMES, Result, Seat
from language import speaking
from render import BOARDS, Scene, draw
from render.theme import Theme

WIDE = 450
"""The width in pixels: half that of a picture."""
COLOURS = 127
"""The number of colours in the palette; the index after them is transparent."""
FIRST = 1200
"""How long the start is shown, in milliseconds."""
MOVE = 900
"""How long each move is shown, in milliseconds."""
LAST = 5000
"""How long the last position is shown, in milliseconds."""


def draw_gif(
    game: str,
    options: Mapping[str, str],
    moves: Sequence[str],
    names: tuple[str, str],
    *,
    view: Seat = 0,
    theme: str = "classic",
    ended: Result | None = None,
    void: bool = False,
    start: str = "",
    language: str | None = None,
) -> bytes:
    """Draw a match as a GIF with texts in `language`. This takes seconds, so call it in a helper process.

    `start` is the code of a set-up start position; empty for the usual one.
    """
    with speaking(language):
        position = GAMES[game].decode(start) if start else GAMES[game].start(**options)
        scenes = [Scene(position, names, view=view, theme=theme)]
        for text in moves:
            scenes.append(scenes[-1].played(scenes[-1].position.parse(text)))
        scenes[-1] = replace(scenes[-1], ended=ended, void=void)
        samples = [_small(scene) for scene in (scenes[0], scenes[len(scenes) // 2], scenes[-1])]
        palette = _palette(samples, BOARDS[game].theme(theme))
        frames = [_small(scene).quantize(palette=palette, dither=Image.Dither.NONE) for scene in scenes]
    file = BytesIO()
    frames[0].save(
        file,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[FIRST, *[MOVE] * (len(frames) - 2), LAST][-len(frames) :],
        loop=0,
        disposal=1,
        transparency=COLOURS,
        optimize=True,  # each frame is transparent where it equals the previous one
    )
    return file.getvalue()


def _small(scene: Scene[Any]) -> Image.Image:
    """The picture of a scene at half its size."""
    picture = Image.open(BytesIO(draw(scene))).convert("RGB")
    return picture.resize((WIDE, round(picture.height * WIDE / picture.width)), Image.Resampling.BOX)


def _palette(samples: Sequence[Image.Image], theme: Theme) -> Image.Image:
    """A palette for the whole match: the theme's colours, which rare signs need, and the colours of the samples."""
    sheet = Image.new("RGB", (WIDE, sum(sample.height for sample in samples)))
    top = 0
    for sample in samples:
        sheet.paste(sample, (0, top))
        top += sample.height
    own = sorted(set(theme.colours.values()))
    others = sheet.quantize(COLOURS - len(own), dither=Image.Dither.NONE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([band for colour in own for band in colour] + others[: 3 * (COLOURS - len(own))])
    return palette
