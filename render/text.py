"""Draws text, shortens names, and reports which characters the packaged fonts contain."""

import unicodedata
from collections.abc import Sequence
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from arabic_reshaper import reshape  # type: ignore[import-untyped]  # it has no annotations
from bidi.algorithm import get_display  # type: ignore[import-untyped]  # it has no annotations
from PIL import Image, ImageDraw, ImageFont

from render.geometry import Point
from render.shaping import Shaped


class _Face(NamedTuple):
    """A packaged font."""

    package: str
    file: str
    shaped: bool = False
    """Whether the font's script must be shaped by HarfBuzz. Arabic is reshaped in this module."""
    weights: bool = True
    """Whether the font is variable in weight."""


FACES = (
    _Face("fontpkg_rubik", "files/Rubik[wght].ttf"),
    _Face("fontpkg_noto_sans", "files/NotoSans[wdth,wght].ttf"),
    _Face("fontpkg_noto_sans_arabic", "files/NotoSansArabic[wdth,wght].ttf"),
    _Face("fontpkg_noto_sans_thai", "files/NotoSansThai[wdth,wght].ttf", shaped=True),
    _Face("fontpkg_noto_sans_devanagari", "files/NotoSansDevanagari[wdth,wght].ttf", shaped=True),
    _Face("noto_cjk_sans_jp_bold", "NotoSansCJKjp-Bold.otf", weights=False),
)
"""The fonts in order of preference. A text uses the first one that has all of its characters."""

MEASURED = 100
"""The font size, in pixels, at which text is measured."""
CUT = "…"
JOINER = "\u200d"
VARIANTS = "\ufe0e\ufe0f"
"""Variation selectors, which select text or emoji presentation."""


class Plain:
    """A font at a fixed size and weight, for scripts with one glyph per character."""

    def __init__(self, path: Path, size: int, weight: int | None) -> None:
        # The other layout engine is a library of the host, which would make pictures depend on the machine.
        self._font = ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)
        if weight is not None:
            axes = self._font.get_variation_axes()
            values = [float(weight if b"eight" in axis["name"] else axis["default"] or 0) for axis in axes]
            self._font.set_variation_by_axes(values)

    @cached_property
    def capital(self) -> float:
        """The y coordinate of the top of a capital letter relative to the baseline, which is negative above it."""
        return self._font.getbbox("H", anchor="ls")[1]

    def has(self, character: str) -> bool:
        """Return True if the font has a glyph for a character.

        If a glyph is missing, the font draws the same as for an unassigned code point.
        """
        glyph, box = self._font.getmask(character), self._font.getmask("\U0010fffe")
        return glyph.size != box.size or bytes(glyph) != bytes(box)

    def length(self, text: str) -> float:
        """Return the text's advance width."""
        return self._font.getlength(text)

    def extent(self, text: str) -> tuple[float, float]:
        """Return the x coordinates where the visible part of some text begins and ends."""
        left, _, right, _ = self._font.getbbox(text, anchor="ls")
        return left, right

    def draw(self, mask: Image.Image, at: Point, text: str) -> None:
        """Draw text on a mask. `at` is the start of the baseline."""
        ImageDraw.Draw(mask).text(at, text, fill=255, font=self._font, anchor="ls")


@lru_cache(maxsize=512)
def font(text: str, size: int, weight: int) -> Plain | Shaped:
    """Return the first packaged font with all glyphs needed for `text`, or the first font if none has them all.

    `size` is in pixels.
    """
    return _face(_first_font(text) or 0, size, weight)


@lru_cache(maxsize=4096)
def drawable(name: str) -> str | None:
    """Return a name in visual (left-to-right) order, or None if no font can write it.

    Emoji are removed. Combining marks and invisible characters need a font that shapes their script, because they would
    be misplaced without shaping. If no font shapes the script, ornaments are removed too.
    """
    written = _writable_form(name)
    return None if written is None else str(get_display(str(reshape(written))))


@lru_cache(maxsize=4096)
def _writable_form(name: str) -> str | None:
    """Return a name in a form that a font can write, in reading order, or None if it would be unreadable."""
    for whole in (_plain(name), _plain(_without_ornaments(name))):
        shaped = str(reshape(whole))
        if shaped and _first_font(shaped) is not None and _is_visible(shaped):
            return whole
    return None


def _is_visible(text: str) -> bool:
    """Return True if drawing `text` leaves any visible pixel. Some characters are blank although classed as letters."""
    face = font(text, 32, 400)
    left, right = face.extent(text)
    mask = Image.new("L", (max(1, round(right - left)), 64))
    face.draw(mask, (-left, 44), text)
    return mask.getbbox() is not None


def _without_ornaments(name: str) -> str:
    """Return a name with ornate letters such as 𝓩 replaced by ordinary ones, and without combining marks."""
    return "".join(c for c in unicodedata.normalize("NFKC", name) if unicodedata.category(c) not in {"Mn", "Me"})


def width(text: str, size: int, weight: int) -> float:
    """Return the text's width in pixels."""
    return _relative_width(text, weight) * size


@lru_cache(maxsize=4096)
def _relative_width(text: str, weight: int) -> float:
    """Return the text's width relative to its size. It is measured at one size, because measuring takes long."""
    return font(text, MEASURED, weight).length(text) / MEASURED


@lru_cache(maxsize=4096)
def shown_name(name: str, fallback: str, room: float, size: int, weight: int) -> str:
    """Return a name in visual order, truncated with … to fit in `room` pixels.

    Returns `fallback` if no font can write the name.
    """
    shown = drawable(name)
    if shown is None:
        return fallback
    if width(shown, size, weight) <= room:
        return shown
    whole = _writable_form(name) or ""
    fitting, too_long = 0, min(len(whole), 120)
    while too_long - fitting > 1:
        middle = (fitting + too_long) // 2
        cut = drawable(whole[:middle].rstrip() + CUT)
        if cut is not None and width(cut, size, weight) <= room:
            fitting = middle
        else:
            too_long = middle
    return drawable(whole[:fitting].rstrip() + CUT) or fallback


def first_letters(name: str, fallback: str, room: float, most: int, size: int, weight: int) -> str:
    """Return up to `most` first letters of a name, as many as fit in `room` pixels, in visual order.

    Returns `fallback` if no font can write the name or no letter fits.
    """
    whole = _writable_form(name) or ""
    shown = (drawable(whole[:end].rstrip()) or "" for end in range(min(most, len(whole)), 0, -1))
    return next((letters for letters in shown if letters and width(letters, size, weight) <= room), fallback)


def fitted(name: str, fallback: str, room: float, sizes: Sequence[int], weight: int) -> tuple[str, int]:
    """Return the result of `shown_name` and the font size: the first at which the whole name fits, or else the last."""
    whole = drawable(name) or fallback
    size = next((size for size in sizes if width(whole, size, weight) <= room), sizes[-1])
    return shown_name(name, fallback, room, size, weight), size


def in_lines(
    name: str, fallback: str, rooms: tuple[float, float], sizes: Sequence[int], weight: int
) -> tuple[list[str], int]:
    """Return a name on one or two lines, and the font size.

    It is on one line, at the first size at which it fits in the smaller room, or else on two, at the last size. The
    first line then has as many words as fit in the first room or, if none does, half of the characters or as many as
    fit. The second line has the rest, truncated with … to fit in the second room.
    """
    whole = drawable(name) or fallback
    size = next((size for size in sizes if width(whole, size, weight) <= min(rooms)), None)
    if size is not None:
        return [whole], size
    size, written = sizes[-1], _writable_form(name) or fallback
    ends = range(min(len(written), 120), 1, -1)
    end = next((end for end in ends if width(drawable(written[:end]) or "", size, weight) <= rooms[0]), 1)
    if end < len(written):
        middle = -(-len(written) // 2)
        balanced = middle if width(drawable(written[middle:]) or "", size, weight) <= rooms[1] else end
        end = max(written.rfind(" ", 0, end + 1), written.rfind("-", 0, end) + 1) or min(end, balanced)
    rest = written[end:].strip()
    return [drawable(written[:end]) or fallback, rest and shown_name(rest, "", rooms[1], size, weight)], size


@lru_cache(maxsize=4096)
def _plain(name: str) -> str:
    """Return the name in NFC on one line, without emoji."""
    text = "".join(" " if _emoji(c) else c for c in unicodedata.normalize("NFC", name))
    if text != name:  # joiners and variation selectors of removed emoji remain
        text = "".join(
            c for n, c in enumerate(text) if c not in VARIANTS and not (c == JOINER and (" " + text)[n] == " ")
        )
    return " ".join(text.split())


def _emoji(character: str) -> bool:
    """Return True if a character is a pictograph, or part of one, that is missing from the packaged fonts."""
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
    """Return True if the font with this number has a glyph for a character."""
    return _face(number, 32, 400).has(character)


def _first_font(text: str) -> int | None:
    """Return the number of the first font that can write `text`, or None. Marks need a font that is `shaped`."""
    marks = any(unicodedata.category(c)[0] in "MC" for c in text)
    return next((n for n, face in enumerate(FACES) if face.shaped >= marks and all(_has(n, c) for c in text)), None)
