"""A PNG made of packed strips shows the same picture as the whole image."""

from io import BytesIO
from itertools import pairwise
from random import Random

import pytest
from PIL import Image, ImageChops

from render import draw
from render.boards import BOARDS
from render.canvas import _strips, _tiles
from render.png import Strip, pack, png
from render.sprites import _sprites
from tests.render.positions import MOMENTS, moment


def scribble(width: int, height: int) -> Image.Image:
    """A palette image of noise, with parts that repeat."""
    chance = Random(width * height)
    rows = [chance.randbytes(width) for _ in range(max(1, height // 3))]
    image = Image.frombytes("P", (width, height), b"".join(chance.choice(rows) for _ in range(height)))
    image.putpalette(chance.randbytes(768))
    return image


def packed(image: Image.Image) -> Strip:
    """The image as a strip."""
    return pack(b"".join(b"\0" + image.crop((0, y, image.width, y + 1)).tobytes() for y in range(image.height)))


@pytest.mark.parametrize("cuts", [(0, 1), (0, 200), (0, 1, 2, 3, 200), (0, 70, 130, 200), tuple(range(0, 201, 8))])
def test_strips_of_any_height_make_the_whole_picture(cuts: tuple[int, ...]) -> None:
    image = scribble(900, cuts[-1])
    strips = [packed(image.crop((0, top, 900, bottom))) for top, bottom in pairwise(cuts)]
    with Image.open(BytesIO(png(900, bytes(image.getpalette() or []), strips))) as read:
        read.load()
        assert read.mode == "P"
        assert ImageChops.difference(read.convert("RGB"), image.convert("RGB")).getbbox() is None


def test_a_strip_can_stand_in_many_pictures_and_twice_in_one() -> None:
    image = scribble(20, 10)
    strip = packed(image)
    with Image.open(BytesIO(png(20, bytes(image.getpalette() or []), [strip, strip, strip]))) as read:
        assert read.size == (20, 30)
        assert read.crop((0, 10, 20, 20)).tobytes() == image.tobytes()


def test_the_sum_at_the_end_is_that_of_all_rows() -> None:
    image = scribble(900, 300)
    whole = png(900, b"", [packed(image)])
    parts = png(900, b"", [packed(image.crop((0, top, 900, top + 100))) for top in (0, 100, 200)])
    assert whole[-20:-16] == parts[-20:-16]  # before the sum of the chunk and the twelve bytes of the last chunk


@pytest.mark.parametrize("key", sorted(BOARDS))
def test_a_picture_has_the_same_bytes_whether_its_strips_are_known_or_not(key: str) -> None:
    scene = moment(key, MOMENTS[1], "classic")
    known = draw(scene)
    for cache in (_strips, _tiles, _sprites):
        cache.clear()
        assert draw(scene) == known
