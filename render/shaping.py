"""Draws text in complex scripts using HarfBuzz, which chooses, positions and draws the glyphs."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from PIL import Image

from render.geometry import Point

_Glyph = tuple[int, int, int]
"""A glyph's number, and the x and y coordinates of its origin in font units. The y axis points up from the baseline."""


class Shaped:
    """A variable font at a fixed size and weight, safe to use from several threads."""

    def __init__(self, path: Path, size: int, weight: int) -> None:
        import uharfbuzz  # type: ignore[import-untyped]  # noqa: PLC0415 (5 MB that are rarely needed)

        self._harfbuzz = uharfbuzz
        face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path)))
        self._font = uharfbuzz.Font(face)
        self._font.set_variations({"wght": weight})
        self._scale: float = size / face.upem
        self._shape = lru_cache(maxsize=64)(self._shape_uncached)

    @property
    def capital(self) -> float:
        """The y coordinate of the top of a capital letter relative to the baseline, which is negative above it."""
        capital = self._font.get_glyph_extents(self._font.get_nominal_glyph(ord("H")))
        return float(-capital.y_bearing * self._scale)

    def has(self, character: str) -> bool:
        return bool(self._font.get_nominal_glyph(ord(character)))

    def length(self, text: str) -> float:
        """Return the text's advance width."""
        return self._shape(text)[1] * self._scale

    def extent(self, text: str) -> tuple[float, float]:
        """Return the x coordinates where the visible part of some text begins and ends."""
        boxes = [(x, self._font.get_glyph_extents(number)) for number, x, _ in self._shape(text)[0]]
        ends = [(x + box.x_bearing, x + box.x_bearing + box.width) for x, box in boxes if box.width] or [(0, 0)]
        return min(left for left, _ in ends) * self._scale, max(right for _, right in ends) * self._scale

    def draw(self, mask: Image.Image, at: Point, text: str) -> None:
        """Draw text on a mask. `at` is the start of the baseline."""
        wide, high = mask.size
        raster = self._harfbuzz.RasterDraw()
        for number, x, y in self._shape(text)[0]:
            origin = at[0] + x * self._scale, high - at[1] + y * self._scale  # upwards from the lower left corner
            raster.transform = (self._scale, 0, 0, self._scale, *origin)
            raster.draw_glyph(self._font, number)
        raster.extents = self._harfbuzz.RasterExtents(x_origin=0, y_origin=0, width=wide, height=high)
        drawn = raster.render()
        mask.paste(255, mask=Image.frombytes("L", mask.size, drawn.buffer, "raw", "L", drawn.extents.stride, -1))

    def _shape_uncached(self, text: str) -> tuple[Sequence[_Glyph], int]:
        """Return some text's glyphs and its width in font units."""
        buffer = self._harfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        self._harfbuzz.shape(self._font, buffer)
        glyphs, right = list[_Glyph](), 0
        for glyph, where in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            glyphs.append((glyph.codepoint, right + where.x_offset, where.y_offset))
            right += where.x_advance
        return glyphs, right
