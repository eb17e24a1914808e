"""Scripts that need shaping: HarfBuzz chooses and places the glyphs, which are drawn from their outlines."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw

from render.geometry import Point, bezier

CURVE = 6
"""The number of line segments that approximate a curve."""


class Shaped:
    """A variable font in a size and weight. Thread-safe."""

    def __init__(self, path: Path, size: int, weight: int) -> None:
        import uharfbuzz  # type: ignore[import-untyped]  # noqa: PLC0415 (5 MB that are rarely needed)

        self._harfbuzz = uharfbuzz
        face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path)))
        self._font = uharfbuzz.Font(face)
        self._font.set_variations({"wght": weight})
        self._scale = size / face.upem
        self._shape = lru_cache(maxsize=64)(self._shaped)

    @property
    def capital(self) -> float:
        """The top of a capital relative to the baseline, upwards negative."""
        return min(y for contour in self._shape("H")[0] for _, y in contour)

    def has(self, character: str) -> bool:
        return bool(self._font.get_nominal_glyph(ord(character)))

    def length(self, text: str) -> float:
        """The advance width of the text."""
        return self._shape(text)[1]

    def extent(self, text: str) -> tuple[float, float]:
        """The left and the right end of the drawn pixels."""
        xs = [x for contour in self._shape(text)[0] for x, _ in contour] or [0.0]
        return min(xs), max(xs)

    def draw(self, mask: Image.Image, at: Point, text: str) -> None:
        """Draw the text on a mask with the nonzero fill rule; `at` is the start of its baseline."""
        clockwise, other = Image.new("L", mask.size), Image.new("L", mask.size)
        for contour in self._shape(text)[0]:
            points = [(x + at[0], y + at[1]) for x, y in contour]
            layer = Image.new("L", mask.size)
            ImageDraw.Draw(layer).polygon(points, fill=1)
            if _area(points) > 0:
                clockwise = ImageChops.add(clockwise, layer)
            else:
                other = ImageChops.add(other, layer)
        ink = ImageChops.difference(clockwise, other).point([0] + [255] * 255)
        mask.paste(255, (0, 0), ink)

    def _shaped(self, text: str) -> tuple[Sequence[Sequence[Point]], float]:
        """The contours of the glyphs, y downwards from the baseline, and the advance width of the text."""
        buffer = self._harfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        self._harfbuzz.shape(self._font, buffer)
        contours: list[list[Point]] = []
        right = 0.0
        for glyph, where in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            pen = _Pen()
            self._font.draw_glyph_with_pen(glyph.codepoint, pen)
            x0, y0 = right + where.x_offset, where.y_offset
            contours += [
                [((x + x0) * self._scale, -(y + y0) * self._scale) for x, y in contour] for contour in pen.contours
            ]
            right += where.x_advance
        return contours, right * self._scale


class _Pen:
    """Collects the outlines of a glyph as polygons, by the pen protocol of fontTools."""

    def __init__(self) -> None:
        self.contours: list[list[Point]] = []

    def moveTo(self, to: Point) -> None:  # noqa: N802 (see above)
        self.contours.append([to])

    def lineTo(self, to: Point) -> None:  # noqa: N802 (see above)
        self.contours[-1].append(to)

    def qCurveTo(self, *controls: Point) -> None:  # noqa: N802 (see above)
        """A Bézier curve of any degree, from the end of the outline to the last of these control points."""
        points = [self.contours[-1][-1], *controls]
        self.contours[-1] += [bezier(points, step / CURVE) for step in range(1, CURVE + 1)]

    curveTo = qCurveTo  # noqa: N815 (see above)

    def closePath(self) -> None:  # noqa: N802 (see above)
        """Polygons are closed implicitly."""

    def endPath(self) -> None:  # noqa: N802 (see above)
        """Open contours need no action."""


def _area(points: Sequence[Point]) -> float:
    """Twice the signed area of a polygon; the sign is its orientation."""
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True))
