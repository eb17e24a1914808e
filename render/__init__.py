"""Draws positions as pictures and describes them in words. Both `draw` and `alt_text` take a `Scene`."""

from collections.abc import Mapping
from itertools import chain
from typing import Any

from games.base import Position, Seat
from render import frame
from render.boards import BOARDS
from render.descriptions import description
from render.geometry import Point
from render.scene import Scene
from render.theme import THEMES

__all__ = ["BOARDS", "THEMES", "Scene", "alt_text", "cells", "draw"]


def draw(scene: Scene[Any]) -> bytes:
    """Draw a scene as a 900-pixel-wide PNG, with any text in the reader's language.

    The same scene in the same language gives the same bytes. Threads may draw concurrently. Raises LookupError if the
    scene asks for a chart and the game has none.
    """
    board = BOARDS[scene.position.info.key]
    if scene.chart:
        return frame.chart(board, scene)
    grid, signs = board.grid(scene.position, scene.view), frame.explained(board, scene)
    layout, canvas = frame.canvas(board, grid, board.theme(scene.theme), legend=bool(signs))
    stamps = chain(frame.stamps(board, scene, layout), frame.legend(signs, layout))
    without = [0] if scene.compared else [] if scene.plates else layout.left_out(layout.rows(scene.rows))
    return canvas.png(stamps, without)


def alt_text(scene: Scene[Any]) -> str:
    """Describe a scene in the reader's language, in at most 1,024 characters.

    The text is enough to play the game without the picture. A shortened text names a command that shows the rest.
    """
    return description(BOARDS[scene.position.info.key], scene)


def cells(position: Position[Any], view: Seat = 0) -> Mapping[str, Point]:
    """Return a dict from cell names, as in `Position.steps`, to their centres as seen from seat `view`.

    A point is (x, y) in cell widths from the top left corner, y downwards. The picker can put a badge on any cell.
    """
    return BOARDS[position.info.key].grid(position, view).points
