"""The pictures as colour-blind people see them, simulated on the real pixels."""

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import compress
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from PIL import Image, ImageFilter

from games import GAMES
from render import BOARDS, THEMES, draw, frame
from render.canvas import compose
from render.layout import Layout
from render.sprites import paint
from render.theme import FRAME, RGB, mix
from tests.render.positions import game, scene_at
from tests.support.contrast import contrast
from tests.support.samples import spread

# G. M. Machado, M. M. Oliveira, L. A. F. Fernandes: "A Physiologically-based Model for Simulation of Color Vision
# Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009): severity 1.0, on linear RGB.
SIGHTS = {
    "ordinary": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
ROOT = Path(__file__).parents[2]
LUMINANCE = (0.2126, 0.7152, 0.0722)
APART = 3
"""The least contrast ratio between the luminances of the two sides: that of WCAG for graphical objects."""

LEAST_SEEN = 0.02
"""The least part of a cell in which a piece or its edge has that ratio to the ground: less than a fine ring has."""

PALETTE_STEP = 12
"""How far a band of a colour of the ground is at most from the nearest colour of the palette."""

every_sight = pytest.mark.parametrize("sight", SIGHTS)
every_look = pytest.mark.parametrize(("key", "theme"), spread(GAMES, THEMES))


@cache
def seen(colour: RGB, sight: str) -> float:
    """The relative luminance of a colour for a person with that sight."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in colour)]
    bands = (sum(part * v for part, v in zip(row, linear, strict=True)) for row in SIGHTS[sight])
    return sum(part * min(1.0, max(0.0, band)) for part, band in zip(LUMINANCE, bands, strict=True))


def ratio(one: float, other: float) -> float:
    """The contrast ratio of two luminances."""
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def near(one: RGB, other: RGB) -> bool:
    """Whether two colours differ only as a colour does from the nearest one of the palette."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= PALETTE_STEP


def luminances(image: Image.Image, sight: str) -> list[tuple[int, float]]:
    """The luminance of each colour of the picture with the number of its pixels."""
    return [(count, seen(colour, sight)) for count, colour in image.getcolors(4096) or []]


@cache
def picture(key: str, ply: int, theme: str, *, marked: bool = True) -> Image.Image:
    """A real picture, with or without the marks of the last move."""
    scene = scene_at(key, ply, theme)
    return Image.open(BytesIO(draw(scene if marked else replace(scene, before=None, move=None)))).convert("RGB")


@cache
def moved_pieces(key: str, theme: str) -> dict[int, list[Image.Image]]:
    """By seat, the colours of the pieces that just moved, without their edges, from pictures without marks."""
    board, found = BOARDS[key], {0: list[Image.Image](), 1: list[Image.Image]()}
    for ply in range(1, min(len(game(key)), 6)):
        scene = scene_at(key, ply, theme)
        path = board.trace(scene).path
        sprites = [look for cell, look in board.pieces(scene.position) if path and cell == path[-1]]
        if scene.before is None or not sprites:
            continue
        layout = Layout(board.grid(scene.position, 0))
        sprite, left, top = paint(sprites[-1], layout.cell, board.theme(theme))
        x, y = layout.pixel(layout.grid.points[path[-1]])
        cut = picture(key, ply, theme, marked=False).crop(
            (x + left, y + top, x + left + sprite.width, y + top + sprite.height)
        )
        solid = sprite.getchannel("A").filter(ImageFilter.MinFilter(5)).point([0] * 250 + [1] * 6)
        colours: list[Any] = list(compress(cut.get_flattened_data(), solid.get_flattened_data()))
        line = Image.new("RGB", (len(colours), 1))
        line.putdata(colours)
        found[scene.before.turn].append(line)
    return found


@every_sight
@every_look
def test_the_sides_differ_in_luminance(key: str, theme: str, sight: str) -> None:
    sides = []
    for seat, pieces in moved_pieces(key, theme).items():
        assert pieces, f"seat {seat} has moved no piece after five plies: nothing can be compared"
        values = [pair for piece in pieces for pair in luminances(piece, sight)]
        sides.append(median(value for count, value in values for _ in range(count)))
    least = 7 if theme == "high-contrast" else APART
    assert ratio(*sides) >= least, (
        f"{ratio(*sides):.1f} to 1, and {least} to 1 is the least: in the theme {theme}, make the pieces of one side "
        f"darker or of the other lighter (`colours` in render/boards/{key}.py)"
    )


@cache
def cells_with_pieces(key: str, theme: str) -> dict[str, tuple[Counter[RGB], Counter[RGB], float]]:
    """By cell, the colours that a piece leaves of the ground, its own colours, and the area of a cell in pixels."""
    ply = len(game(key)) // 2
    scene, board = scene_at(key, ply, theme), BOARDS[key]
    layout = Layout(board.grid(scene.position, 0))
    ground = compose(layout.size, frame.background_stamps(board, layout), board.theme(theme))
    drawn = picture(key, ply, theme, marked=False)
    half = round(layout.cell / 2)
    cells = {}
    for cell in {cell for cell, _ in board.pieces(scene.position)}:
        x, y = layout.pixel(layout.grid.points[cell])
        box = (x - half, y - half, x + half, y + half)
        pairs = Counter(zip(*(image.crop(box).get_flattened_data() for image in (ground, drawn)), strict=True))
        left, piece = Counter[RGB](), Counter[RGB]()
        for (below, above), count in pairs.items():
            colours, colour = (left, below) if near(below, above) else (piece, above)
            colours[colour] += count
        cells[cell] = left, piece, layout.cell**2
    return cells


@every_sight
@every_look
def test_every_piece_stands_out_from_the_ground(key: str, theme: str, sight: str) -> None:
    for cell, (left, piece, area) in cells_with_pieces(key, theme).items():
        ground = median(seen(colour, sight) for colour in left.elements())
        share = sum(count for colour, count in piece.items() if ratio(seen(colour, sight), ground) >= APART) / area
        assert share >= LEAST_SEEN, (
            f"{share:.3f} of {cell} stands out: in the theme {theme}, make the piece or its edge lighter or darker "
            f"(`colours` in render/boards/{key}.py)"
        )


@every_sight
@every_look
def test_the_last_move_is_seen_without_colours(key: str, theme: str, sight: str) -> None:
    ply = len(game(key)) // 2
    scene = scene_at(key, ply, theme)
    board = BOARDS[key]
    layout = Layout(board.grid(scene.position, 0))
    trace = board.trace(scene)
    assert trace.path or trace.taken
    half = round(layout.cell / 2)
    for cell in {*trace.path, *trace.taken}:
        x, y = layout.pixel(layout.grid.points[cell])
        around = luminances(picture(key, ply, theme).crop((x - half, y - half, x + half, y + half)), sight)
        mark, edge = (seen(board.theme(theme)[purpose], sight) for purpose in ("mark", "mark edge"))
        assert ratio(mark, edge) >= 7, "the mark has an edge that shows on any ground"
        assert sum(count for count, value in around if abs(value - mark) < 0.04) >= 60
        assert sum(count for count, value in around if abs(value - edge) < 0.04) >= 60


@every_sight
@every_look
def test_a_hint_is_the_heaviest_mark_without_colours(key: str, theme: str, sight: str) -> None:
    scene = scene_at(key, 2, theme)
    cell = scene.position.steps(scene.position.legal_moves()[0])[0]
    layout = Layout(BOARDS[key].grid(scene.position, 0))
    x, y = layout.pixel(layout.grid.points[cell])
    part = round(layout.cell * 0.6)
    image = Image.open(BytesIO(draw(replace(scene, hinted=(cell,))))).convert("RGB")
    around = luminances(image.crop((x - part, y - part, x + part, y + part)), sight)
    for purpose, least in (("chosen", 0.25), ("mark edge", 0.12)):
        wanted = seen(BOARDS[key].theme(theme)[purpose], sight)
        found = sum(count for count, value in around if abs(value - wanted) < 0.04)
        assert found >= least * layout.cell**2, f"{purpose}: {found / layout.cell**2:.2f} of a cell"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("key", GAMES)
def test_text_stands_out_from_its_background(key: str, theme: str) -> None:
    colours = BOARDS[key].theme(theme)
    least = 7 if theme == "high-contrast" else 4.5
    for ink, ground in (
        ("ink", "page"),
        ("ink", "plate"),
        ("faint", "page"),
        ("faint", "plate"),
        ("turn ink", "turn"),
        ("won ink", "won"),
        ("badge ink", "badge"),
    ):
        assert contrast(colours[ink], colours[ground]) >= least, f"{ink} on {ground}"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("key", GAMES)
def test_every_mark_stands_out_by_itself_or_by_its_edge(key: str, theme: str) -> None:
    """A mark is a graphical object, for which WCAG asks 3 to 1; text, such as the line of the last move, needs 4.5."""
    colours = BOARDS[key].theme(theme)
    edge = colours["mark edge"]
    for mark in ("mark", "earlier", "chosen", "path"):
        assert contrast(colours[mark], edge) >= APART, mark
        assert max(contrast(colours[mark], colours["page"]), contrast(edge, colours["page"])) >= APART, mark


@pytest.mark.parametrize("theme", THEMES)
def test_what_a_board_names_by_its_colour_has_that_colour(theme: str) -> None:
    clash, squalma = BOARDS["coral_clash"].theme(theme), BOARDS["squalma"].theme(theme)
    for part in ("", " coral"):
        (red, _, blue), (blue_red, _, blue_blue) = clash[f"yellow{part}"], clash[f"blue{part}"]
        assert red - blue > 80, "yellow"
        assert blue_blue - blue_red > 80, "blue"
    assert sum(abs(a - b) for a, b in zip(squalma["sand"], squalma["glass"], strict=True)) >= 100, "rows of sand"


@pytest.mark.parametrize("theme", THEMES)
def test_hulls_and_the_stripes_of_closed_cells_are_seen(theme: str) -> None:
    convoy = BOARDS["kings_convoy"].theme(theme)
    assert contrast(convoy["defender hull"], convoy["water"]) >= 1.8
    for key in ("brain_coral", "branching_coral"):
        colours = BOARDS[key].theme(theme)
        least = 1.6 if theme in {"dark", "high-contrast"} else 1.3
        assert contrast(mix(colours["closed"], colours["hatch"], 0.5), colours["closed"]) >= least - 0.01


def test_the_board_page_begins_with_the_colours_of_the_classic_theme() -> None:
    style = (ROOT / "web/board/static/page.css").read_text(encoding="utf-8")
    first = {name.replace("-", " "): colour for name, colour in re.findall(r"--([a-z-]+): (#\w{6});", style)}
    assert first == {name: FRAME[name][0] for name in first}
    assert {"page", "ink", "faint", "mark", "mark edge", "chosen"} <= first.keys()
