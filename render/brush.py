"""The drawing interface `Brush`, and `Sprite`, a shape that any brush can draw."""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple, Protocol

from PIL import Image

from render.geometry import Point
from render.theme import RGB

Box = tuple[float, float, float, float]
"""A rectangle, given by its left, top, right and bottom."""


class Brush(Protocol):
    """An interface for drawing a sprite. Lengths are in cell widths; colours are RGB values or theme colour names."""

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of a texture, in pixels."""

    def colour(self, colour: str | RGB, shade: float = 0.0) -> RGB:
        """Return a lighter or darker shade of a colour. `shade` ranges from -1 (darkest) to 1 (lightest)."""

    def circle(self, middle: Point, radius: float, colour: str | RGB, *, alpha: float = 1.0) -> None: ...

    def ellipse(self, middle: Point, rx: float, ry: float, colour: str | RGB, *, alpha: float = 1.0) -> None: ...

    def arc(
        self, middle: Point, radius: float, thick: float, colour: str | RGB, start: float = 0, end: float = 360
    ) -> None:
        """Draw an arc with this outer radius. `start` and `end` are in degrees, clockwise from the right."""

    def polygon(self, points: Sequence[Point], colour: str | RGB, *, alpha: float = 1.0) -> None: ...

    def line(self, points: Sequence[Point], thick: float, colour: str | RGB, *, alpha: float = 1.0) -> None:
        """Draw a line through several points, with round ends and joins."""

    def panel(self, box: Box, radius: float, colour: str | RGB) -> None:
        """Draw a filled rectangle with rounded corners."""

    def border(self, box: Box, radius: float, thick: float, colour: str | RGB) -> None:
        """Draw the outline of a rounded rectangle, inside the rectangle."""

    def write(self, text: str, size: float, colour: str | RGB, *, weight: int = 600, middle: Point = (0, 0)) -> None:
        """Write text above everything else, with its capital letters centred on `middle`. `size` is the font size."""

    def soften(self, radius: float) -> None:
        """Blur everything drawn so far.

        Draw the shadows first, so that nothing else is blurred.
        """

    def texture(self, grain: Image.Image, colour: str | RGB, strength: float) -> None:
        """Cover the sprite with a colour, varying its brightness by up to `strength` according to the image `grain`."""

    def round_off(self, radius: float) -> None:
        """Round the corners of the whole sprite."""


class Sprite(NamedTuple):
    """A small picture, drawn around (0, 0) by `shape(brush, *details)`. Its width and height are in cells."""

    shape: Callable[..., None]
    details: tuple[Hashable, ...] = ()
    width: float = 1.0
    height: float = 1.0

    def draw(self, brush: Brush) -> None:
        self.shape(brush, *self.details)
