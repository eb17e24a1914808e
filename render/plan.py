"""A scene as data for pages that draw boards themselves: grid, drawings and stamps, as in the picture of the scene."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from games.base import Position
from render import frame
from render.board import Board
from render.boards import BOARDS
from render.canvas import Stamp
from render.geometry import Grid, Point
from render.scene import Scene
from render.svg import SCALE, Drawing, drawing
from render.theme import Theme

UNIT = 100 * SCALE
"""Steps of a coordinate in the width of a cell: stamps are at whole steps."""
COLOURS = ("page", "ink", "faint", "plate", "plate edge", "turn", "turn ink", "mark", "mark edge", "chosen")
"""The colours of the frame that a page uses around the board."""
SQUARE = re.compile(r"[a-z]+\d+")
"""The name of a square in the name of a cell."""

Placed = tuple[str, float, float]
"""The name of a drawing, and the point of its centre in cells."""


class Plan(NamedTuple):
    """A board to draw."""

    grid: Mapping[str, Any]
    """What is the same for the whole match: size, cells, ground, colours (docs/board-page.md)."""
    grid_name: str
    """A name made from the grid."""
    stamps: Sequence[Placed]
    """What is on the ground, lowest first."""
    drawings: Mapping[str, Drawing]
    """The drawings that the stamps and the ground use, by name."""
    taken: Sequence[str]
    """The cells with a piece."""
    told: Mapping[str, str]
    """What is on each cell that has a piece, in the reader's language."""


class _Cells(frame.Layout):
    """A layout without margins, in which a cell is UNIT steps wide."""

    def __init__(self, grid: Grid) -> None:
        self.grid, self.cell, self.left, self.top = grid, float(UNIT), 0, 0
        self._cells = {cell: self.pixel(point) for cell, point in grid.points.items()}


def plan(scene: Scene[Any]) -> Plan:
    """The plan of a scene, without the players' plates."""
    board = BOARDS[scene.position.info.key]
    theme = board.theme(scene.theme)
    ground = _ground(board, board.grid(scene.position, scene.view), theme)
    stamps, drawings = _placed(frame.stamps(board, replace(scene, plates=False), ground.layout), theme)
    return Plan(
        ground.document,
        ground.name,
        stamps,
        {**ground.drawings, **drawings},
        list(dict.fromkeys(cell for cell, _ in board.pieces(scene.position))),
        _on_cells(board, scene.position, ground.layout.grid),
    )


class _Ground(NamedTuple):
    """A grid with its ground, ready to send."""

    layout: _Cells
    document: Mapping[str, Any]
    name: str
    drawings: Mapping[str, Drawing]


@lru_cache(maxsize=64)
def _ground(board: Board[Any], grid: Grid, theme: Theme) -> _Ground:
    layout = _Cells(grid)
    stamps, drawings = _placed(frame.ground(board, layout), theme)
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


def _placed(stamps: Iterable[Stamp], theme: Theme) -> tuple[list[Placed], dict[str, Drawing]]:
    """The stamps with their drawings."""
    placed, drawings = list[Placed](), dict[str, Drawing]()
    for stamp in stamps:
        drawn = drawing(stamp.sprite, theme)
        drawings[drawn.name] = drawn
        placed.append((drawn.name, _short(stamp.x / UNIT), _short(stamp.y / UNIT)))
    return placed, drawings


def _on_cells(board: Board[Any], position: Position[Any], grid: Grid) -> dict[str, str]:
    """The pieces on each cell, the highest first, with the cells of their group: `black stone: c5 c6`."""
    names = {piece: placeable.name.said() for piece, placeable in position.palette().items()}
    told: dict[str, str] = {}
    for where, stack in position.placement().items():
        text = ", ".join(names[piece] for piece in reversed(stack))
        for cell in {where, *SQUARE.findall(where)} & grid.points.keys():  # a piece on two squares is on each of them
            told[cell] = f"{text}, {told[cell]}" if cell in told else text
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
