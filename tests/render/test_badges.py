"""The badges of the picker beside pieces on small cells, and the marks of the last move and of the one it answered."""

from dataclasses import replace
from io import BytesIO
from itertools import combinations
from operator import sub
from typing import Any

import pytest
from PIL import Image

from games import GAMES, SEATS, Position, Seat
from render import BOARDS, Scene, draw, frame
from render.canvas import Stamp
from render.samples import random_scenes
from tests.render import golden
from tests.render.positions import scene_at

KEY = "kings_convoy"
BOARD = BOARDS[KEY]


def badged(scene: Scene[Any], view: Seat) -> tuple[Position[Any], frame.Layout, list[Stamp]]:
    """The position, its layout from this side and the badges of all boats that can move."""
    position = scene.position
    begun = tuple(dict.fromkeys(position.steps(move)[0] for move in position.legal_moves()))
    scene = replace(scene, badges=begun, view=view)
    layout = frame.Layout(BOARD.grid(position, view))
    stamps = frame.stamps(BOARD, scene, layout)
    badges = [stamp for stamp in stamps if stamp.sprite.details and stamp.sprite.details[0] in begun]
    assert len(badges) == len(begun)
    return position, layout, badges


def box(stamp: Stamp) -> tuple[float, float, float, float]:
    """The panel of a badge in pixels, without its edge and tip."""
    half = float(str(stamp.sprite.details[1])) * stamp.unit / 2
    return stamp.x - half, stamp.y - stamp.unit / 2, stamp.x + half, stamp.y + stamp.unit / 2


def common(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> float:
    """The area in which two boxes overlap."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(wide, 0) * max(high, 0)


@pytest.mark.parametrize("view", SEATS)
def test_badges_leave_boats_in_sight_and_do_not_cover_each_other(view: Seat) -> None:
    covering = shown = 0
    for scene in [scene_at(KEY, 0, "classic"), *random_scenes(GAMES[KEY].start(), 5, 60)]:
        if scene.result is not None:
            break
        position, layout, badges = badged(scene, view)
        beside = [box(badge) for badge in badges if badge.sprite.details[2] != (0, 0)]
        assert not any(common(one, other) for one, other in combinations(beside, 2))
        boats = [layout.pixel(layout.grid.points[cell]) for cell, _ in BOARD.pieces(position)]
        half = layout.cell / 2
        for badge in badges:
            covered = max(common(box(badge), (x - half, y - half, x + half, y + half)) for x, y in boats)
            covering += covered > 0.12 * layout.cell**2
            shown += 1
    assert shown > 500
    assert covering <= 0.02 * shown, "only where a boat is hemmed in"


@pytest.mark.parametrize("view", SEATS)
def test_at_the_start_every_badge_points_at_its_boat_from_an_empty_cell(view: Seat) -> None:
    position, layout, badges = badged(scene_at(KEY, 0, "classic"), view)
    occupied = {layout.grid.points[cell] for cell, _ in BOARD.pieces(position)}
    for badge in badges:
        details: Any = badge.sprite.details
        cell, _, (across, down) = details
        x, y = layout.grid.points[cell]
        assert (across, down) != (0, 0)
        assert (x + across, y + down) not in occupied


def test_the_move_that_the_last_one_answered_has_other_marks() -> None:
    scene, earlier = scene_at("konane", 9, "classic"), scene_at("konane", 8, "classic")
    both = replace(scene, answered=(earlier.before, earlier.move))
    board, colours = BOARDS["konane"], BOARDS["konane"].theme("classic")
    layout = frame.Layout(board.grid(scene.position, 0))

    def near(scene: Scene[Any], cell: str, purpose: str) -> int:
        """How many pixels of the cell have the colour for this purpose."""
        x, y = layout.pixel(layout.grid.points[cell])
        half = layout.cell // 2
        picture = Image.open(BytesIO(draw(scene))).convert("RGB").crop((x - half, y - half, x + half, y + half))
        counted: list[Any] = picture.getcolors(10_000) or []
        return sum(count for count, colour in counted if sum(map(abs, map(sub, colour, colours[purpose]))) < 12)

    last, first = board.trace(scene).path[0], board.trace(earlier).path[0]
    assert near(both, last, "mark") > golden.FEW
    assert not near(both, first, "mark")
    assert near(both, first, "badge") > golden.FEW
