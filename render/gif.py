"""Draws matches as animated GIFs. All frames share a palette, and each is cropped to the pixels that change."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any

from PIL import GifImagePlugin, Image, ImageChops

from games import GAMES, Result, Seat
from language import plural, say, speaking
from render import BOARDS, Scene, draw, pieces
from render.canvas import Stamp, compose
from render.theme import Theme

WIDE = 720
"""The width of a GIF in pixels."""
FOOT = 52
"""The height of the line that shows the move number below the picture, in pixels."""
SIZE = 28
"""The font size of the line below the picture, in pixels."""
BAR = 6
"""The height, in pixels, of the bar above the move number. The bar becomes longer with each move."""
INSET = 10
"""The distance of the bar from the left and right edge, in pixels. The plates have the same."""
COLOURS = 127
"""The number of colours in the palette. The index that follows them is transparent."""
FIRST = 1200
"""How long the starting position is shown, in milliseconds."""
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
    """Draw a match as a GIF with text in `language`. This takes seconds, so call it in a helper process.

    `start` is the code of a custom starting position, or empty for the usual one.
    """
    with speaking(language):
        position = GAMES[game].decode(start) if start else GAMES[game].start(**options)
        scenes = [Scene(position, names, view=view, theme=theme)]
        for text in moves:
            scenes.append(scenes[-1].played(scenes[-1].position.parse(text)))
        scenes[-1] = replace(scenes[-1], ended=ended, void=void)
        samples = [_small(scene) for scene in (scenes[0], scenes[len(scenes) // 2], scenes[-1])]
        colours = BOARDS[game].theme(theme)
        palette = _palette(samples, colours)
        frames = (
            _with_caption(_small(scene), _foot(scene, number, len(moves), colours)).quantize(
                palette=palette, dither=Image.Dither.NONE
            )
            for number, scene in enumerate(scenes)
        )
        durations = [FIRST, *[MOVE] * (len(moves) - 1), LAST][-len(scenes) :]
        return b"".join(_encode_gif(zip(frames, durations, strict=True)))


def _encode_gif(frames: Iterable[tuple[Image.Image, int]]) -> Iterator[bytes]:
    """Yield the parts of a GIF file, given each frame with its duration in milliseconds.

    Only two frames are in memory at a time. Each frame is cropped to the box where it differs from the previous
    frame, and is transparent where the two are equal.
    """
    previous: Image.Image | None = None
    for frame, milliseconds in frames:
        part, box = frame, (0, 0, *frame.size)
        if previous is None:
            header, _ = GifImagePlugin.getheader(frame, info={"loop": 0, "duration": milliseconds})
            yield from header
        else:
            changed = ImageChops.subtract_modulo(frame, previous)
            box = changed.getbbox(alpha_only=False) or (0, 0, 1, 1)
            part = frame.copy()
            part.paste(COLOURS, mask=changed.point([255, *[0] * 255], "1"))
        data = GifImagePlugin.getdata(part.crop(box), box[:2], duration=milliseconds, disposal=1, transparency=COLOURS)
        yield from data
        previous = frame
    yield b";"


def _small(scene: Scene[Any]) -> Image.Image:
    """Return a scene's picture at the width of the GIF."""
    picture = Image.open(BytesIO(draw(scene))).convert("RGB")
    return picture.resize((WIDE, round(picture.height * WIDE / picture.width)), Image.Resampling.BOX)


def _foot(scene: Scene[Any], number: int, count: int, theme: Theme) -> Image.Image:
    """Return a frame's caption: the move's number and text below a progress bar."""
    if scene.before is None:
        text = plural("{count} move", "{count} moves", count)
    else:
        move = scene.before.worded(scene.before.format(scene.move)).said()
        text = say("Move {number} of {count}: {move}", number=number, count=count, move=move)
    stamps = [Stamp(pieces.writing(text, "ink"), WIDE // 2, (FOOT + BAR) // 2, SIZE)]
    if number:
        wide = (WIDE - 2 * INSET) * number // count
        stamps.append(Stamp(pieces.plate(wide, BAR, "turn", "turn", 0), INSET + wide // 2, BAR // 2, 1))
    return compose((WIDE, FOOT), stamps, theme)


def _with_caption(picture: Image.Image, foot: Image.Image) -> Image.Image:
    """Return the picture with the line below it."""
    frame = Image.new("RGB", (WIDE, picture.height + FOOT))
    frame.paste(picture, (0, 0))
    frame.paste(foot, (0, picture.height))
    return frame


def _palette(samples: Sequence[Image.Image], theme: Theme) -> Image.Image:
    """Return a palette for all pictures of a match. It has all of the theme's colours, since rare symbols need them."""
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
