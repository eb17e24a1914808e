"""Pictures of positions, and the same in words: `draw` and `alt_text` of a `Scene`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from render import frame
from render.boards import BOARDS
from render.scene import Scene
from render.theme import THEMES
from render.words import told

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.base import Position, Seat
    from render.geometry import Point

__all__ = ["BOARDS", "THEMES", "Scene", "alt_text", "draw", "places"]


def draw(scene: Scene) -> bytes:
    """The picture of a scene as a PNG, 900 pixels wide; the same scene gives the same bytes. Threads may call it."""
    board = BOARDS[scene.position.info.key]
    layout, canvas = frame.canvas(board, board.grid(scene.position, scene.view), board.theme(scene.theme))
    return canvas.png(frame.stamps(board, scene, layout))


def alt_text(scene: Scene) -> str:
    """The scene in at most 1,024 characters, such that a player who cannot see the picture can play."""
    return told(BOARDS[scene.position.info.key], scene)


def places(position: Position[Any], view: Seat = 0) -> Mapping[str, Point]:
    """The steps of moves that are places on the picture, where a letter can stand, and where they lie for that seat.

    A point is (x, y) in cells from the top left corner, y downwards.
    """
    return BOARDS[position.info.key].grid(position, view).points
