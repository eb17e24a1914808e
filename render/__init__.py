"""Pictures of positions, and descriptions of them in words: `draw` and `alt_text` of a `Scene`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from render import frame
from render.boards import BOARDS
from render.scene import Scene
from render.theme import THEMES
from render.words import description

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.base import Position, Seat
    from render.geometry import Point

__all__ = ["BOARDS", "THEMES", "Scene", "alt_text", "cells", "draw"]


def draw(scene: Scene[Any]) -> bytes:
    """The picture of a scene as a PNG, 900 pixels wide, with its words in the language of the reader.

    The same scene in the same language gives the same bytes. Several threads may draw at once.
    """
    board = BOARDS[scene.position.info.key]
    if scene.chart:
        return frame.chart(board, scene)
    layout, canvas = frame.canvas(board, board.grid(scene.position, scene.view), board.theme(scene.theme))
    return canvas.png(frame.stamps(board, scene, layout), frame.PLATES if not scene.plates else ())


def alt_text(scene: Scene[Any]) -> str:
    """The scene in words, in the language of the reader and in at most 1,024 characters.

    A player who cannot see the picture can play from it; if anything is left out, it says where to read the rest.
    """
    return description(BOARDS[scene.position.info.key], scene)


def cells(position: Position[Any], view: Seat = 0) -> Mapping[str, Point]:
    """The cells of the board, by the names that `Position.steps` uses, and where they lie for a viewer.

    A point is (x, y) in cell widths from the top left corner, y downwards. Every cell can carry a letter.
    """
    return BOARDS[position.info.key].grid(position, view).points
