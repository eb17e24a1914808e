"""The picture of the chances in the course of a match."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from language import Sentence
from render import THEMES
from render.course import HEIGHT, WIDTH, Course, course_text, draw_course
from tests.support.samples import one_of

COURSE = Course(
    tuple(0.5 + 0.4 * (-1) ** (number // 9) * (number % 9) / 9 for number in range(60)),
    ("Ann", "名前"),
    (Sentence("Black"), Sentence("White")),
    {5: 0, 12: 1, 59: 0},
)


@pytest.mark.parametrize("theme", one_of(THEMES))
def test_it_is_a_small_picture_in_every_theme(theme: str) -> None:
    png = draw_course(replace(COURSE, theme=theme))
    with Image.open(BytesIO(png)) as picture:
        assert picture.size == (WIDTH, HEIGHT)
    assert len(png) < 60_000
    assert png != draw_course(replace(COURSE, theme=theme, chances=COURSE.chances[::-1]))


@pytest.mark.parametrize("chances", [(0.5,), (0.5, 1.0), (0.0, 1.0, 0.0)])
def test_a_short_match_has_one_too(chances: tuple[float, ...]) -> None:
    assert draw_course(replace(COURSE, chances=chances, slips={}))


def test_it_is_told_in_words() -> None:
    told = course_text(COURSE)
    assert told.startswith("The chances of Ann (Black): 50 % after move 0, ")
    assert len(told) <= 1024
