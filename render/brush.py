"""Sprites, which are shapes around (0, 0) that any brush can draw. They are measured in cells."""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple, Protocol

from PIL import Image

from render.geometry import Point
from render.theme import RGB

Box = tuple[float, float, float, float]
"""A rectangle, given by its left, top, right and bottom."""


class Brush(Protocol):
    """Draws one sprite. Lengths are in cell widths, and colours are RGB values or the theme's colour names."""

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of a texture, in pixels."""

    def colour(self, colour: str | RGB, shade: float = 0.0) -> RGB:
        """Return a colour made lighter (`shade` up to 1) or darker (down to -1)."""

    def circle(self, middle: Point, radius: float, colour: str | RGB, *, alpha: float = 1.0) -> None: ...

    def ellipse(self, middle: Point, rx: float, ry: float, colour: str | RGB, *, alpha: float = 1.0) -> None: ...

    def arc(
        self, middle: Point, radius: float, thick: float, colour: str | RGB, start: float = 0, end: float = 360
    ) -> None:
        """Draw an arc inside the radius. `start` and `end` are in degrees, measured clockwise from the right."""

    def polygon(self, points: Sequence[Point], colour: str | RGB, *, alpha: float = 1.0) -> None: ...

    def line(self, points: Sequence[Point], thick: float, colour: str | RGB, *, alpha: float = 1.0) -> None:
        """Draw a line through points, with round ends and joints."""

    def panel(self, box: Box, radius: float, colour: str | RGB) -> None:
        """Draw a filled rectangle with rounded corners."""

    def border(self, box: Box, radius: float, thick: float, colour: str | RGB) -> None:
        """Draw the outline of a rounded rectangle. The line lies inside the rectangle."""

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
        """Draw a text whose capital letters are centred on `middle`. `size` is the font size.

        The text rises to the right by `rising` degrees.
        """

    def soften(self, radius: float) -> None:
        """Blur everything drawn so far. Draw shadows first, so that nothing else is blurred."""

    def texture(self, grain: Image.Image, colour: str | RGB, strength: float) -> None:
        """Cover the sprite with a colour whose brightness varies by up to `strength`, as the greyscale image says."""

    def round_off(self, radius: float) -> None:
        """Round the corners of the whole sprite."""


class Sprite(NamedTuple):
    """A small picture that `shape(brush, *details)` draws around (0, 0). Its size is in cells."""

    shape: Callable[..., None]
    details: tuple[Hashable, ...] = ()
    width: float = 1.0
    height: float = 1.0

    def draw(self, brush: Brush) -> None:
        self.shape(brush, *self.details)
