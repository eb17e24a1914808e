"""The font of web pages has all characters of their languages, looks like that of the pictures, and is small."""

import gzip
import unicodedata
from io import BytesIO

import pytest
from PIL import ImageFont

from language import languages
from render.text import width
from render.webfont import CHARACTERS, WEIGHT, web_font
from tests.support.translations import catalogue, forms

FAR = {"ja"}
"""The languages whose characters browsers take from their own fonts."""


@pytest.mark.parametrize("code", sorted({*languages()} - {"en", *FAR}))
def test_the_web_font_has_all_letters_of_a_language(code: str) -> None:
    text = "".join(part for message in catalogue(code) for part in forms(message.string))
    missing = {sign for sign in text if unicodedata.category(sign)[0] in "LN" and sign not in CHARACTERS}
    assert not missing


def test_the_web_font_is_as_wide_as_that_of_the_pictures() -> None:
    font = ImageFont.truetype(BytesIO(web_font()), 100, layout_engine=ImageFont.Layout.BASIC)
    for text in ("Coral Clash", "½ Zoë, größer", CHARACTERS):
        assert font.getlength(text) == pytest.approx(width(text, 100, WEIGHT), rel=0.01)


def test_the_web_font_is_small() -> None:
    assert len(gzip.compress(web_font(), 9)) < 11_000
