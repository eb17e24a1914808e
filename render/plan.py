"""Describes a scene as data (grid, drawings and stamps) for web pages that draw the board themselves."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import cos, radians, sin
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from PIL import Image

from games.base import SEATS, Position
from language import join_texts
from render import frame
from render.board import Board
from render.boards import BOARDS
from render.brush import Box, Sprite
from render.cache import cache_results
from render.canvas import Stamp
from render.geometry import SQUARE, Grid, Point
from render.layout import BareLayout
from render.scene import Scene
from render.theme import RGB, Theme, lighter

SCALE = 100
"""The width of a cell, in SVG units."""
CAPITAL = 0.7
"""The height of a capital letter, as a fraction of the font size."""
LARGEST = 40_000
"""The maximum size of a drawing, in bytes."""
UNIT = 100 * SCALE
"""The width of a cell, in coordinate steps. Stamps are placed at whole steps."""
COLOURS = ("page", "ink", "faint", "plate", "plate edge", "turn", "turn ink", "mark", "mark edge", "chosen")
"""The purposes of those colours of the frame that a page uses outside the board."""

Placed = tuple[str, float, float]
"""The name of a drawing, and the point it is centred on, in cells."""


class Drawing(NamedTuple):
    """A sprite in a theme's colours, as the content of an SVG `symbol`. Its name is a hash of the content."""

    name: str
    svg: str
    width: float
    """The drawing's width, in cells."""
    height: float


@cache_results("drawings", 4_000_000, LARGEST)
def drawing(sprite: Sprite, theme: Theme) -> Drawing:
    """Return a sprite's drawing in a theme's colours. Equal drawings have the same name."""
    brush = SvgBrush(sprite.width, sprite.height, theme)
    sprite.draw(brush)
    svg = brush.finished()
    about = f"{sprite.width:.3f} {sprite.height:.3f} {svg}"
    return Drawing(hashlib.sha256(about.encode()).hexdigest()[:10], svg, sprite.width, sprite.height)


class SvgBrush:
    """Writes one sprite as SVG."""

    size = (8, 8)  # small, because textures are left out

    def __init__(self, width: float, height: float, theme: Theme) -> None:
        self.theme = theme
        self._box = (-width / 2, -height / 2, width / 2, height / 2)
        self._parts: list[str] = []

    def colour(self, colour: str | RGB, shade: float = 0.0) -> RGB:
        return lighter(self.theme[colour] if isinstance(colour, str) else colour, shade)

    def circle(self, middle: Point, radius: float, colour: str | RGB, *, alpha: float = 1.0) -> None:
        if radius > 0:
            self._add("circle", cx=middle[0], cy=middle[1], r=radius, **self._ink("fill", colour, alpha))

    def ellipse(self, middle: Point, rx: float, ry: float, colour: str | RGB, *, alpha: float = 1.0) -> None:
        if rx > 0 and ry > 0:
            self._add("ellipse", cx=middle[0], cy=middle[1], rx=rx, ry=ry, **self._ink("fill", colour, alpha))

    def arc(
        self, middle: Point, radius: float, thick: float, colour: str | RGB, start: float = 0, end: float = 360
    ) -> None:
        (x, y), r = middle, radius - thick / 2
        stroke = self._stroke(colour, thick)
        if end - start >= 360:
            self._add("circle", cx=x, cy=y, r=r, **stroke)
            return
        ends = [(x + r * cos(radians(angle)), y + r * sin(radians(angle))) for angle in (start, end)]
        (x1, y1), (x2, y2) = [(_n(x), _n(y)) for x, y in ends]
        self._add("path", d=f"M{x1} {y1}A{_n(r)} {_n(r)} 0 {int(end - start > 180)} 1 {x2} {y2}", **stroke)

    def polygon(self, points: Sequence[Point], colour: str | RGB, *, alpha: float = 1.0) -> None:
        self._add("path", d=f"{_path(points)}Z", **self._ink("fill", colour, alpha))

    def line(self, points: Sequence[Point], thick: float, colour: str | RGB, *, alpha: float = 1.0) -> None:
        if len(points) == 1:
            self.circle(points[0], thick / 2, colour, alpha=alpha)
            return
        stroke = self._stroke(colour, thick, alpha)
        self._add("path", d=_path(points), **stroke, stroke_linecap="round", stroke_linejoin="round")

    def panel(self, box: Box, radius: float, colour: str | RGB) -> None:
        self._add("rect", **_rectangle(box), rx=radius, **self._ink("fill", colour))

    def border(self, box: Box, radius: float, thick: float, colour: str | RGB) -> None:
        half = thick / 2
        inner = (box[0] + half, box[1] + half, box[2] - half, box[3] - half)
        self._add("rect", **_rectangle(inner), rx=max(radius - half, 0), **self._stroke(colour, thick))

    def write(self, text: str, size: float, colour: str | RGB, *, weight: int = 600, middle: Point = (0, 0)) -> None:
        x, y = middle
        ink = self._ink("fill", colour)
        where: dict[str, Any] = {"x": x, "y": y + size * CAPITAL / 2, "font_size": size, "font_weight": str(weight)}
        self._add("text", escape(text), **where, **ink, text_anchor="middle")

    def soften(self, radius: float) -> None:
        name = f"soft{round(radius * 1000)}"
        self._wrap(_tag("filter", _tag("feGaussianBlur", stdDeviation=radius), id=name), filter=f"url(#{name})")

    def texture(self, grain: Image.Image, colour: str | RGB, strength: float) -> None:  # noqa: ARG002 (left out)
        """Cover the sprite with a colour, omitting the grain, which would take more data than the whole board."""
        self._add("rect", **_rectangle(self._box), **self._ink("fill", colour))

    def round_off(self, radius: float) -> None:
        name = f"round{_n(radius)}x{_n(self._box[2])}x{_n(self._box[3])}".replace(".", "_")
        corner = _tag("rect", **_rectangle(self._box), rx=radius)
        self._wrap(_tag("clipPath", corner, id=name), clip_path=f"url(#{name})")

    def _wrap(self, definition: str, **attributes: str) -> None:
        """Wrap everything written so far in an SVG group whose attributes refer to the preceding `definition`."""
        self._parts = [definition, _tag("g", "".join(self._parts), **attributes)]

    def finished(self) -> str:
        return "".join(self._parts)

    def _add(self, name: str, content: str = "", **attributes: Any) -> None:  # noqa: ANN401 (lengths and texts)
        self._parts.append(_tag(name, content, **attributes))

    def _ink(self, kind: str, colour: str | RGB, alpha: float = 1.0) -> dict[str, Any]:
        red, green, blue = self.colour(colour)
        ink = {kind: f"#{red:02x}{green:02x}{blue:02x}"}
        return ink if alpha == 1 else {**ink, f"{kind}_opacity": f"{alpha:.2f}"}

    def _stroke(self, colour: str | RGB, thick: float, alpha: float = 1.0) -> dict[str, Any]:
        return {"fill": "none", **self._ink("stroke", colour, alpha), "stroke_width": thick}


def _tag(name: str, content: str = "", **attributes: Any) -> str:  # noqa: ANN401 (lengths and texts)
    """Return an XML element. Numeric attributes are lengths in cells; others are written unchanged."""
    given = "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else _n(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{given}>{content}</{name}>" if content else f"<{name}{given}/>"


def _n(length: float) -> str:
    """Return a length in SVG units, written as compactly as possible."""
    return _tenths(round(length * SCALE * 10))


def _tenths(number: int) -> str:
    return str(number // 10) if number % 10 == 0 else f"{number / 10:.1f}"


def _path(points: Sequence[Point]) -> str:
    """Return a line's path data, with each point relative to the one before it, because that compresses well."""
    rounded = [(round(x * SCALE * 10), round(y * SCALE * 10)) for x, y in points]
    (x, y), parts = rounded[0], [f"M{_tenths(rounded[0][0])} {_tenths(rounded[0][1])}"]
    for to_x, to_y in rounded[1:]:
        parts.append(f"l{_tenths(to_x - x)} {_tenths(to_y - y)}")
        x, y = to_x, to_y
    return "".join(parts)


def _rectangle(box: Box) -> dict[str, Any]:
    return {"x": box[0], "y": box[1], "width": box[2] - box[0], "height": box[3] - box[1]}


class Plan(NamedTuple):
    """A board for a page to draw."""

    grid: Mapping[str, Any]
    """The data that stays the same throughout a match: size, cells, ground and colours (docs/board-page.md)."""
    grid_name: str
    """A name derived from the grid."""
    stamps: Sequence[Placed]
    """The drawings on the ground, lowest first."""
    drawings: Mapping[str, Drawing]
    """The drawings used by the stamps and the ground, by name."""
    taken: Sequence[str]
    """The cells that contain a piece."""
    told: Mapping[str, str]
    """What is on each occupied cell, described in the reader's language."""
    tokens: Sequence[str]
    """For each seat, the name of the drawing that represents it."""


def plan(scene: Scene[Any]) -> Plan:
    """Return a scene's data, without the name plates."""
    board = BOARDS[scene.position.info.key]
    theme = board.theme(scene.theme)
    ground = _ground(board, board.grid(scene.position, scene.view), theme)
    stamps, drawings = _place_stamps(frame.stamps(board, replace(scene, plates=False), ground.layout), theme)
    tokens = [drawing(board.token(seat), theme) for seat in SEATS]
    return Plan(
        ground.document,
        ground.name,
        stamps,
        {**ground.drawings, **drawings, **{token.name: token for token in tokens}},
        list(dict.fromkeys(cell for cell, _ in board.pieces(scene.position))),
        _on_cells(board, scene.position, ground.layout.grid),
        [token.name for token in tokens],
    )


class _Ground(NamedTuple):
    """A grid and its background, as sent to web pages."""

    layout: BareLayout
    document: Mapping[str, Any]
    name: str
    drawings: Mapping[str, Drawing]


@lru_cache(maxsize=64)
def _ground(board: Board[Any], grid: Grid, theme: Theme) -> _Ground:
    layout = BareLayout(grid, float(UNIT), like_picture=True)
    stamps, drawings = _place_stamps(frame.ground(board, layout), theme)
    document = {
        "width": _short(grid.width),
        "height": _short(grid.height),
        "cells": {cell: _pair(point) for cell, point in grid.points.items()},
        "outline": [_pair(corner) for corner in grid.outline],
        "outlines": {cell: [_pair(corner) for corner in corners] for cell, corners in grid.others.items()},
        "labels": [[text, *_pair(point)] for text, point in grid.labels],
        "ground": stamps,
        "colours": {name: "#{:02x}{:02x}{:02x}".format(*theme[name]) for name in COLOURS},
    }
    name = hashlib.sha256(json.dumps(document).encode()).hexdigest()[:10]
    return _Ground(layout, document, name, drawings)


def _place_stamps(stamps: Iterable[Stamp], theme: Theme) -> tuple[list[Placed], dict[str, Drawing]]:
    """Return the stamps in the form sent to web pages, and a dict of their drawings by name."""
    placed, drawings = list[Placed](), dict[str, Drawing]()
    for stamp in stamps:
        drawn = drawing(stamp.sprite, theme)
        drawings[drawn.name] = drawn
        placed.append((drawn.name, _short(stamp.x / UNIT), _short(stamp.y / UNIT)))
    return placed, drawings


def _on_cells(board: Board[Any], position: Position[Any], grid: Grid) -> dict[str, str]:
    """Return a dict from each occupied cell to a description of its contents, topmost piece first.

    If the piece belongs to a group, the cells of the group follow, as in `black stone: c5 c6`.
    """
    names = {piece: placeable.name.said() for piece, placeable in position.palette().items()}
    told: dict[str, str] = {}
    for where, stack in position.placement().items():
        text = join_texts(names[piece] for piece in reversed(stack))
        for cell in {where, *SQUARE.findall(where)} & grid.points.keys():  # a piece on two squares is on each of them
            told[cell] = join_texts([text, told.get(cell, "")])
    groups = (item for _, items in board.clauses(position) for item in items if " " in item)
    for group in groups:
        if (cells := set(group.split())) <= told.keys():
            told |= {cell: f"{told[cell]}: {group}" for cell in cells}
    return told


def _pair(point: Point) -> list[float]:
    return [_short(point[0]), _short(point[1])]


def _short(length: float) -> float:
    rounded = round(length, 3)
    return int(rounded) if rounded == int(rounded) else rounded
