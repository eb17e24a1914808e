"""Paints sprites at a larger scale, and then reduces them to their final size."""

from collections.abc import Callable, Sequence
from functools import cached_property

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.brush import Box
from render.geometry import Point
from render.text import font
from render.theme import RGB, Theme, lighter

RGBA = tuple[int, int, int, int]

LARGE = 4
"""The factor by which sprites are painted larger than needed. It is halved for sprites larger than 500 pixels."""

LARGE_TEXT = 2
"""The factor for text, whose edges the font already smooths."""


class PixelBrush:
    """Paints one sprite as an image."""

    def __init__(self, width: float, height: float, unit: float, theme: Theme) -> None:
        """Create a brush for a sprite of this width and height in cells. `unit` is the cell width in pixels."""
        self.theme = theme
        self.size = (round(width * unit), round(height * unit))
        self._times = LARGE if max(self.size) <= 500 else LARGE // 2
        self._unit = unit * self._times
        self._large = (self.size[0] * self._times, self.size[1] * self._times)
        self._texts: list[Image.Image] = []
        """The texts at the sprite's final size. Text is above everything else."""

    @cached_property
    def _image(self) -> Image.Image:
        """The enlarged sprite without its texts. Many sprites are only text and never create it."""
        return Image.new("RGBA", self._large)

    def colour(self, colour: str | RGB, shade: float = 0.0) -> RGB:
        return lighter(self.theme[colour] if isinstance(colour, str) else colour, shade)

    def circle(self, middle: Point, radius: float, colour: str | RGB, *, alpha: float = 1.0) -> None:
        self.ellipse(middle, radius, radius, colour, alpha=alpha)

    def ellipse(self, middle: Point, rx: float, ry: float, colour: str | RGB, *, alpha: float = 1.0) -> None:
        (x, y), box = middle, (middle[0] - rx, middle[1] - ry, middle[0] + rx, middle[1] + ry)
        if x - rx < x + rx and y - ry < y + ry:
            self._fill(box, lambda draw, at, ink: draw.ellipse(at(box), fill=ink), colour, alpha)

    def arc(
        self, middle: Point, radius: float, thick: float, colour: str | RGB, start: float = 0, end: float = 360
    ) -> None:
        box = (middle[0] - radius, middle[1] - radius, middle[0] + radius, middle[1] + radius)
        width = max(1, round(thick * self._unit))
        self._fill(box, lambda draw, at, ink: draw.arc(at(box), start, end, fill=ink, width=width), colour)

    def polygon(self, points: Sequence[Point], colour: str | RGB, *, alpha: float = 1.0) -> None:
        self._fill(_around(points, 0), lambda draw, at, ink: draw.polygon(at(*points), fill=ink), colour, alpha)

    def line(self, points: Sequence[Point], thick: float, colour: str | RGB, *, alpha: float = 1.0) -> None:
        half, width = thick / 2, max(1, round(thick * self._unit))

        def paint(draw: ImageDraw.ImageDraw, at: Callable[..., list[float]], ink: RGBA) -> None:
            draw.line(at(*points), fill=ink, width=width, joint="curve")
            for x, y in points:
                draw.ellipse(at((x - half, y - half, x + half, y + half)), fill=ink)

        self._fill(_around(points, thick), paint, colour, alpha)

    def panel(self, box: Box, radius: float, colour: str | RGB) -> None:
        by = radius * self._unit
        self._fill(box, lambda draw, at, ink: draw.rounded_rectangle(at(box), by, fill=ink), colour)

    def border(self, box: Box, radius: float, thick: float, colour: str | RGB) -> None:
        by, width = radius * self._unit, max(1, round(thick * self._unit))
        self._fill(box, lambda draw, at, ink: draw.rounded_rectangle(at(box), by, outline=ink, width=width), colour)

    def write(self, text: str, size: float, colour: str | RGB, *, weight: int = 600, middle: Point = (0, 0)) -> None:
        unit = self._unit / self._times * LARGE_TEXT
        face = font(text, round(size * unit), weight)
        left, right = face.extent(text)
        wide, high = (side * LARGE_TEXT for side in self.size)
        mask = Image.new("L", (wide, high))
        x, y = wide / 2 + middle[0] * unit, high / 2 + middle[1] * unit
        face.draw(mask, (x - (left + right) / 2, y - face.capital / 2), text)
        layer = Image.new("RGBA", self.size, self.colour(colour))
        layer.putalpha(mask.reduce(LARGE_TEXT))
        self._texts.append(layer)

    def soften(self, radius: float) -> None:
        # premultiplied alpha, so that averaging neighbouring pixels creates no dark edges
        blurred = self._image.convert("RGBa").filter(ImageFilter.GaussianBlur(radius * self._unit))
        self._image = blurred.convert("RGBA")

    def texture(self, grain: Image.Image, colour: str | RGB, strength: float) -> None:
        base = self.colour(colour)
        levels = [[round(v * (1 + strength * (grey - 128) / 64)) for grey in range(256)] for v in base]
        table = [max(0, min(255, level)) for band in levels for level in band]
        grey = grain.resize(self._image.size, Image.Resampling.BILINEAR)
        self._image = Image.merge("RGB", [grey] * 3).point(table).convert("RGBA")

    def round_off(self, radius: float) -> None:
        mask = Image.new("L", self._image.size)
        box = (0, 0, self._image.width - 1, self._image.height - 1)
        ImageDraw.Draw(mask).rounded_rectangle(box, radius * self._unit, fill=255)
        self._image.putalpha(ImageChops.multiply(mask, self._image.getchannel("A")))

    def finished(self) -> Image.Image:
        """Return the sprite, scaled down to its size in the picture."""
        layers = self._texts
        if "_image" in vars(self):
            layers = [self._image.convert("RGBa").reduce(self._times).convert("RGBA"), *layers]
        for layer in layers[1:]:
            layers[0].alpha_composite(layer)
        return layers[0] if layers else Image.new("RGBA", self.size)

    def _pixel(self, point: Point) -> tuple[float, float]:
        wide, high = self._large
        return point[0] * self._unit + wide / 2, point[1] * self._unit + high / 2

    def _fill(
        self,
        box: Box,
        paint: Callable[[ImageDraw.ImageDraw, Callable[..., list[float]], RGBA], None],
        colour: str | RGB,
        alpha: float = 1.0,
    ) -> None:
        """Paint a shape in a colour: directly if it is opaque, or else on a layer that has the size of `box`."""
        ink = (*self.colour(colour), round(255 * alpha))
        if alpha == 1:
            paint(ImageDraw.Draw(self._image), self._pixels_from((0, 0)), ink)
            return
        wide, high = self._large
        left, top = (max(0, int(v) - 1) for v in self._pixel((box[0], box[1])))
        right, bottom = (int(v) + 2 for v in self._pixel((box[2], box[3])))
        if left < min(right, wide) and top < min(bottom, high):
            layer = Image.new("RGBA", (min(right, wide) - left, min(bottom, high) - top))
            paint(ImageDraw.Draw(layer), self._pixels_from((left, top)), ink)
            self._image.alpha_composite(layer, (left, top))

    def _pixels_from(self, corner: tuple[int, int]) -> Callable[..., list[float]]:
        """Return a function that flattens points or boxes into pixel coordinates relative to the pixel `corner`."""
        wide, high = self._large
        unit, right, down = self._unit, wide / 2 - corner[0], high / 2 - corner[1]

        def at(*shapes: Sequence[float]) -> list[float]:
            flat: list[float] = []
            for shape in shapes:
                flat += shape
            flat[::2] = [x * unit + right for x in flat[::2]]
            flat[1::2] = [y * unit + down for y in flat[1::2]]
            return flat

        return at


def _around(points: Sequence[Point], margin: float) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin
