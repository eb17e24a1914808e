"""Type: the packaged fonts, what they can write, and how names are cut to a length."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from importlib.resources import files

from arabic_reshaper import reshape  # type: ignore[import-untyped]  # it has no annotations
from bidi.algorithm import get_display  # type: ignore[import-untyped]  # it has no annotations
from PIL import ImageFont

FACES = (
    ("fontpkg_rubik", "files/Rubik[wght].ttf"),
    ("fontpkg_noto_sans", "files/NotoSans[wdth,wght].ttf"),
    ("fontpkg_noto_sans_arabic", "files/NotoSansArabic[wdth,wght].ttf"),
)
"""The fonts in order: a text is written in the first font that has all of its letters."""

CUT = "…"


@lru_cache(maxsize=512)
def font(text: str, size: int, weight: int) -> ImageFont.FreeTypeFont:
    """The first packaged font that has every glyph of the text; if none has, the first font. `size` is in pixels."""
    return _face(_able(text) or 0, size, weight)


@lru_cache(maxsize=4096)
def drawable(name: str) -> str | None:
    """The name in the order in which it is drawn from left to right, or None if the fonts cannot write it.

    Marks that do not join their letter into one glyph and invisible characters cannot be written: drawn separately,
    they would stand in the wrong position.
    """
    whole = " ".join(unicodedata.normalize("NFC", name).split())
    shaped = str(reshape(whole))
    if not shaped or any(unicodedata.category(c)[0] in "MC" for c in shaped) or _able(shaped) is None:
        return None
    return str(get_display(shaped))


@lru_cache(maxsize=4096)
def width(text: str, size: int, weight: int) -> float:
    """The width of the text in pixels."""
    return font(text, size, weight).getlength(text)


@lru_cache(maxsize=4096)
def shown_name(name: str, otherwise: str, room: float, size: int, weight: int) -> str:
    """The name as it is drawn: cut with … if it is wider than `room`, `otherwise` if the fonts cannot write it."""
    shown = drawable(name)
    if shown is None:
        return otherwise
    if width(shown, size, weight) <= room:
        return shown
    whole = " ".join(unicodedata.normalize("NFC", name).split())
    fitting, too_long = 0, min(len(whole), 120)
    while too_long - fitting > 1:
        middle = (fitting + too_long) // 2
        cut = drawable(whole[:middle].rstrip() + CUT)
        if cut is not None and width(cut, size, weight) <= room:
            fitting = middle
        else:
            too_long = middle
    return drawable(whole[:fitting].rstrip() + CUT) or otherwise


@lru_cache(maxsize=256)
def _face(number: int, size: int, weight: int) -> ImageFont.FreeTypeFont:
    package, path = FACES[number]
    # BASIC, because the other layout engine is a library of the host, and the pictures would depend on it.
    face = ImageFont.truetype(str(files(package) / path), size, layout_engine=ImageFont.Layout.BASIC)
    axes = face.get_variation_axes()
    face.set_variation_by_axes([weight if b"eight" in axis["name"] else axis["default"] or 0 for axis in axes])
    return face


@lru_cache(maxsize=8192)
def _has(number: int, character: str) -> bool:
    """Whether the font has a glyph: without one it draws the same box as for a code point that no font has."""
    face = _face(number, 32, 400)
    glyph, box = face.getmask(character), face.getmask("\U0010fffe")
    return glyph.size != box.size or bytes(glyph) != bytes(box)


def _able(text: str) -> int | None:
    return next((n for n in range(len(FACES)) if all(_has(n, c) for c in text)), None)
