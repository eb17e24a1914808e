"""Type: the packaged fonts, what they can write, and how names are cut to a length."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from arabic_reshaper import reshape  # type: ignore[import-untyped]  # it has no annotations
from bidi.algorithm import get_display  # type: ignore[import-untyped]  # it has no annotations
from PIL import Image, ImageDraw, ImageFont

from render.shaping import Shaped

if TYPE_CHECKING:
    from render.geometry import Point


class _Face(NamedTuple):
    """A packaged font."""

    package: str
    file: str
    shaped: bool = False
    """Whether its script needs shaping beyond what happens to Arabic here."""
    weights: bool = True
    """Whether it has a choice of weights."""


FACES = (
    _Face("fontpkg_rubik", "files/Rubik[wght].ttf"),
    _Face("fontpkg_noto_sans", "files/NotoSans[wdth,wght].ttf"),
    _Face("fontpkg_noto_sans_arabic", "files/NotoSansArabic[wdth,wght].ttf"),
    _Face("fontpkg_noto_sans_thai", "files/NotoSansThai[wdth,wght].ttf", shaped=True),
    _Face("fontpkg_noto_sans_devanagari", "files/NotoSansDevanagari[wdth,wght].ttf", shaped=True),
    _Face("noto_cjk_sans_jp_bold", "NotoSansCJKjp-Bold.otf", weights=False),
)
"""The fonts in order: a text is written in the first font that has all of its letters. Each is read when it is used."""

CUT = "…"
JOINER = "\u200d"
VARIANTS = "\ufe0e\ufe0f"
"""Characters that choose between a sign as type and the same sign as an emoji."""


class Type(Protocol):
    """A font in one size and weight."""

    @property
    def capital(self) -> float:
        """The height of the top of a capital, upwards negative."""

    def length(self, text: str) -> float:
        """How far the text goes to the right."""

    def extent(self, text: str) -> tuple[float, float]:
        """The left and the right end of what is drawn."""

    def draw(self, mask: Image.Image, at: Point, text: str) -> None:
        """Draw the text on a mask; `at` is the beginning of its baseline."""


class Plain:
    """A font whose letters stand one behind the other."""

    def __init__(self, path: Path, size: int, weight: int | None) -> None:
        # BASIC, because the other layout engine is a library of the host, and the pictures would depend on it.
        self._font = ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)
        if weight is not None:
            axes = self._font.get_variation_axes()
            values = [float(weight if b"eight" in axis["name"] else axis["default"] or 0) for axis in axes]
            self._font.set_variation_by_axes(values)

    @property
    def capital(self) -> float:
        """The height of the top of a capital, upwards negative."""
        return self._font.getbbox("H", anchor="ls")[1]

    def has(self, character: str) -> bool:
        """Whether there is a glyph: without one it draws the same box as for a code point that no font has."""
        glyph, box = self._font.getmask(character), self._font.getmask("\U0010fffe")
        return glyph.size != box.size or bytes(glyph) != bytes(box)

    def length(self, text: str) -> float:
        """How far the text goes to the right."""
        return self._font.getlength(text)

    def extent(self, text: str) -> tuple[float, float]:
        """The left and the right end of what is drawn."""
        left, _, right, _ = self._font.getbbox(text, anchor="ls")
        return left, right

    def draw(self, mask: Image.Image, at: Point, text: str) -> None:
        """Draw the text on a mask; `at` is the beginning of its baseline."""
        ImageDraw.Draw(mask).text(at, text, fill=255, font=self._font, anchor="ls")


@lru_cache(maxsize=512)
def font(text: str, size: int, weight: int) -> Type:
    """The first packaged font that has every glyph of the text; if none has, the first font. `size` is in pixels."""
    return _face(_able(text) or 0, size, weight)


@lru_cache(maxsize=4096)
def drawable(name: str) -> str | None:
    """The name in the order in which it is drawn from left to right, or None if the fonts cannot write it.

    Emoji are left out. A name that has marks or invisible characters is written only by a font that shapes its script:
    drawn separately, they would stand in the wrong position. Where no font does, ornaments are left out, too.
    """
    written = _written(name)
    return None if written is None else str(get_display(str(reshape(written))))


@lru_cache(maxsize=4096)
def _written(name: str) -> str | None:
    """The name as the fonts can write it, in the order in which it is read; None if they cannot, or nothing is seen."""
    for whole in (_plain(name), _plain(_unadorned(name))):
        shaped = str(reshape(whole))
        if shaped and _able(shaped) is not None and _inked(shaped):
            return whole
    return None


def _inked(text: str) -> bool:
    """Whether anything is seen of the text: some letters are blank."""
    face = font(text, 32, 400)
    left, right = face.extent(text)
    mask = Image.new("L", (max(1, round(right - left)), 64))
    face.draw(mask, (-left, 44), text)
    return mask.getbbox() is not None


def _unadorned(name: str) -> str:
    """The name in ordinary letters instead of ornate ones, such as 𝓩, and without marks that no letter contains."""
    return "".join(c for c in unicodedata.normalize("NFKC", name) if unicodedata.category(c) not in {"Mn", "Me"})


@lru_cache(maxsize=4096)
def width(text: str, size: int, weight: int) -> float:
    """The width of the text in pixels."""
    return font(text, size, weight).length(text)


@lru_cache(maxsize=4096)
def shown_name(name: str, otherwise: str, room: float, size: int, weight: int) -> str:
    """The name as it is drawn: cut with … if it is wider than `room`, `otherwise` if the fonts cannot write it."""
    shown = drawable(name)
    if shown is None:
        return otherwise
    if width(shown, size, weight) <= room:
        return shown
    whole = _written(name) or ""
    fitting, too_long = 0, min(len(whole), 120)
    while too_long - fitting > 1:
        middle = (fitting + too_long) // 2
        cut = drawable(whole[:middle].rstrip() + CUT)
        if cut is not None and width(cut, size, weight) <= room:
            fitting = middle
        else:
            too_long = middle
    return drawable(whole[:fitting].rstrip() + CUT) or otherwise


@lru_cache(maxsize=4096)
def _plain(name: str) -> str:
    """The name without emoji, in one line and composed."""
    left = "".join(" " if _emoji(c) else c for c in unicodedata.normalize("NFC", name))
    if left != name:  # the signs that joined emoji, or chose their look, are left over
        left = "".join(
            c for n, c in enumerate(left) if c not in VARIANTS and not (c == JOINER and (" " + left)[n] == " ")
        )
    return " ".join(left.split())


def _emoji(character: str) -> bool:
    """Whether it is a pictograph, or a part of one, that no font here has."""
    code = ord(character)
    if unicodedata.category(character) == "So" or 0x1F3FB <= code <= 0x1F3FF or 0xE0020 <= code <= 0xE007F:
        return not any(_has(number, character) for number in range(len(FACES)))
    return code == 0x20E3


@lru_cache(maxsize=256)
def _face(number: int, size: int, weight: int) -> Plain | Shaped:
    face = FACES[number]
    path = Path(str(files(face.package) / face.file))
    if face.shaped:
        return Shaped(path, size, weight)
    return Plain(path, size, weight if face.weights else None)


@lru_cache(maxsize=8192)
def _has(number: int, character: str) -> bool:
    """Whether the font has a glyph."""
    return _face(number, 32, 400).has(character)


def _able(text: str) -> int | None:
    """The number of the first font that can write the text. Only a font that shapes its script can place marks."""
    marks = any(unicodedata.category(c)[0] in "MC" for c in text)
    return next((n for n, face in enumerate(FACES) if face.shaped >= marks and all(_has(n, c) for c in text)), None)
