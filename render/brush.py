"""The interface `Brush`, with which everything is drawn, and `Sprite`, a shape that any brush can draw."""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple, Protocol

from PIL import Image

from render.geometry import Point
from render.theme import RGB

Box = tuple[float, float, float, float]
"""A rectangle, given by its left, top, right and bottom."""


class Brush(Protocol):
    """An interface for drawing a sprite. Lengths are in cell widths. A colour is an RGB value or the name of a colour
    in the theme.
    """

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of a texture, in pixels."""

    def colour(self, colour: str | RGB, shade: float = 0.0) -> RGB:
        """Return a lighter or darker shade of a colour. `shade` goes from -1, which is darkest, to 1, which is
        lightest.
        """

    def circle(self, middle: Point, radius: float, colour: str | RGB, *, alpha: float = 1.0) -> None: ...

    def ellipse(self, middle: Point, rx: float, ry: float, colour: str | RGB, *, alpha: float = 1.0) -> None: ...

    def arc(
        self, middle: Point, radius: float, thick: float, colour: str | RGB, start: float = 0, end: float = 360
    ) -> None:
        """Draw an arc whose outer edge has this radius. `start` and `end` are in degrees, measured clockwise from the
        right.
        """

    def polygon(self, points: Sequence[Point], colour: str | RGB, *, alpha: float = 1.0) -> None: ...

    def line(self, points: Sequence[Point], thick: float, colour: str | RGB, *, alpha: float = 1.0) -> None:
        """Draw a line through several points. It has round ends and joints."""

    def panel(self, box: Box, radius: float, colour: str | RGB) -> None:
        """Draw a filled rectangle with rounded corners."""

    def border(self, box: Box, radius: float, thick: float, colour: str | RGB) -> None:
        """Draw the outline of a rounded rectangle. The outline lies inside the rectangle."""

    def write(
        self,
        text: str,
        size: float,
        colour: str | RGB,
        *,
        weight: int = 600,
        middle: Point = (0, 0),
        rising: float = 0,
    ) -> None:
        """Write text whose capital letters are centred on `middle`. `size` is the font size.

        The text rises to the right by `rising` degrees.
        """

    def soften(self, radius: float) -> None:
        """Blur everything that has been drawn so far.

        Draw the shadows first, so that nothing else is blurred.
        """

    def texture(self, grain: Image.Image, colour: str | RGB, strength: float) -> None:
        """Cover the sprite with a colour. Its brightness varies by up to `strength`, following the greyscale image
        `grain`.
        """

    def round_off(self, radius: float) -> None:
        """Round the corners of the whole sprite."""


class Sprite(NamedTuple):
    """A small picture. `shape(brush, *details)` draws it around the point (0, 0). Its width and height are in cells."""

    shape: Callable[..., None]
    details: tuple[Hashable, ...] = ()
    width: float = 1.0
    height: float = 1.0

    def draw(self, brush: Brush) -> None:
        self.shape(brush, *self.details)
