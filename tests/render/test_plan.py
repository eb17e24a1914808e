"""Scenes as data: every game, theme and side can be drawn by a page, from few bytes and in little time."""

import gzip
import json
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from typing import Any

import pytest

from games import GAMES
from render import THEMES, Scene, frame, plates
from render.boards import BOARDS
from render.layout import Layout
from render.plan import Plan, plan

FIRST_BOARD = 20_500
"""The most bytes, gzipped, of the grid, drawings and stamps of a first board."""
MOVE = 1_500
"""The most bytes, gzipped, of the stamps and names of cells after a move."""


def played(game: str, plies: int, **more: Any) -> Scene[Any]:
    """The scene after some random moves."""
    choice, position = random.Random(3), GAMES[game].start()
    scene = Scene(position, ("Ann", "Bob"), **more)
    for _ in range(plies):
        if moves := scene.position.legal_moves():
            scene = scene.played(choice.choice(moves))
    return scene


def packed(told: object) -> int:
    return len(gzip.compress(json.dumps(told, separators=(",", ":")).encode(), 6))


def drawings(planned: Plan) -> dict[str, Any]:
    return {name: [drawn.svg, drawn.width, drawn.height] for name, drawn in planned.drawings.items()}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", GAMES)
def test_every_drawing_is_svg_without_scripts_or_addresses(game: str, theme: str) -> None:
    for view in (0, 1):
        planned = plan(played(game, 40, theme=theme, view=view))
        for drawn in planned.drawings.values():
            ET.fromstring(f"<svg>{drawn.svg}</svg>")  # noqa: S314 (our own text)
            assert not re.search(r"script|href|style|\son\w+=|://|nan|inf", drawn.svg), drawn.svg[:200]


@pytest.mark.parametrize("game", GAMES)
def test_a_plan_has_the_stamps_of_the_picture_in_their_places(game: str) -> None:
    scene = played(game, 20)
    board = BOARDS[game]
    layout = Layout(board.grid(scene.position, 0))
    on_plates = [*plates.players(board, scene, layout)]
    stamps = [*frame.stamps(board, scene, layout)]
    planned = plan(scene)
    assert len(planned.stamps) == len(stamps) - len(on_plates)
    for (_, x, y), stamp in zip(planned.stamps, stamps, strict=False):
        at = layout.pixel((x, y))
        assert abs(at[0] - stamp.x) <= 1, stamp
        assert abs(at[1] - stamp.y) <= 1, stamp
    used = {*planned.tokens, *(name for name, *_ in (*planned.stamps, *planned.grid["ground"]))}
    assert used == planned.drawings.keys()


@pytest.mark.parametrize("game", GAMES)
def test_a_first_board_and_a_move_are_small(game: str) -> None:
    first, later = plan(played(game, 0)), plan(played(game, 30))
    assert packed([first.grid, drawings(first), first.stamps, first.told]) <= FIRST_BOARD
    assert packed([later.stamps, later.told]) <= MOVE
    assert later.grid_name == first.grid_name


@pytest.mark.parametrize("game", GAMES)
def test_equal_drawings_have_equal_names_and_others_do_not(game: str) -> None:
    scenes = [plan(played(game, 30, theme=theme)) for theme in THEMES]
    seen: dict[str, Any] = {}
    for planned in (*scenes, plan(played(game, 31))):
        for name, drawn in planned.drawings.items():
            assert seen.setdefault(name, drawn) == drawn
    assert len({(drawn.svg, drawn.width, drawn.height) for drawn in seen.values()}) == len(seen)


@pytest.mark.parametrize("game", GAMES)
def test_each_cell_with_a_piece_is_told(game: str) -> None:
    planned = plan(played(game, 6))
    assert {*planned.taken} <= planned.told.keys() <= planned.grid["cells"].keys()
    assert 0 < len(planned.taken) < len(planned.grid["cells"])
    assert all(planned.told.values())


def test_a_cell_is_told_with_its_stack_its_group_or_a_piece_on_two_squares() -> None:
    def told(game: str, *moves: str) -> Mapping[str, str]:
        position = GAMES[game].start()
        for move in moves:
            position = position.play(position.parse(move))
        return plan(Scene(position, ("Ann", "Bob"))).told

    stones = told("brain_coral", "a1", "c4", "a2")
    assert (stones["a1"], stones["c4"], "b1" in stones) == ("black stone: a1 a2", "white stone", False)
    coral = told("coral_clash", "+e8")
    assert coral["d3"] == "Yellow: hunter octopus, Yellow: coral"
    assert coral["e8"] == "Blue: Whale, Blue: coral"
    assert coral["d1"] == coral["e1"] == coral["d1e1"] == "Yellow: Whale"
