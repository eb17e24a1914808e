"""A part of SquAlma's pictures that other games do not have: the number of discs in a stack."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from render import BOARDS, THEMES, Scene, draw, frame
from render.geometry import square_grid
from render.layout import Layout
from tests.support.contrast import contrast
from tests.support.drawings import draw_squalma

every_theme = pytest.mark.parametrize("theme", THEMES)
STACKS = """
    8 .  .  .  .  .   .   .  W
    7 .  .  .  .  .   .   .  .
    6 .  .  .  .  .   .   .  .
    5 .  .  .  .  .   .   .  .
    4 .  .  .  .  BWB .   .  .
    3 .  .  .  .  .   .   .  .
    2 .  BW .  .  .   .   .  .
    1 B  .  .  .  .   .   .  .
      a  b  c  d  e   f   g  h
"""
HIGHER = {"b2": 2, "e4": 3}


def test_only_stacks_of_several_discs_have_a_number() -> None:
    signs = dict(BOARDS["squalma"].signs(Scene(draw_squalma(STACKS), ("a", "b"))))
    assert {cell: len(str(*sprite.details)) for cell, sprite in signs.items()} == HIGHER


@every_theme
def test_the_number_is_told_apart_from_the_disc_on_which_it_stands(theme: str) -> None:
    colours = BOARDS["squalma"].theme(theme)
    assert contrast(colours["walnut"], colours["maple"]) >= 7


@every_theme
def test_a_badge_of_the_picker_does_not_cover_the_number(theme: str) -> None:
    scene = Scene(draw_squalma(STACKS), ("a", "b"), theme=theme)
    badged = Scene(draw_squalma(STACKS), ("a", "b"), theme=theme, badges=tuple(HIGHER))
    layout = Layout(square_grid(8, 8, 0))
    for cell, number in HIGHER.items():
        x, y = layout.pixel(layout.grid.points[cell])
        top = y - number * 0.145 / 2 * layout.cell
        aside, high = 0.12 * layout.cell, 0.14 * layout.cell
        box = (round(x - aside), round(top - high), round(x + aside), round(top + high))
        shown = [Image.open(BytesIO(draw(one))).convert("RGB").crop(box) for one in (scene, badged)]
        assert len(shown[0].getcolors(10_000) or []) > 2
        assert ImageChops.difference(*shown).getbbox() is None


def test_a_badge_of_the_picker_leaves_a_gap_below_the_number() -> None:
    scene = Scene(draw_squalma(STACKS), ("a", "b"), badges=tuple(HIGHER))
    layout, board = Layout(square_grid(8, 8, 0)), BOARDS["squalma"]
    badges = [stamp for stamp in frame.stamps(board, scene, layout) if stamp.sprite.details[:1] in {("b2",), ("e4",)}]
    assert len(badges) == len(HIGHER)
    for badge in badges:
        cell = str(badge.sprite.details[0])
        top, middle = badge.y - badge.unit / 2, layout.pixel(layout.grid.points[cell])[1]
        assert top > middle - (HIGHER[cell] * 0.145 / 2 - 0.14) * layout.cell + 0.1 * layout.cell
