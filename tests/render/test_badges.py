"""The badges of the picker within their cells, and the marks of the last move and of the one it answered."""

from dataclasses import replace
from io import BytesIO
from itertools import chain, pairwise, product
from operator import sub
from typing import Any

import pytest
from PIL import Image

from games import GAMES, SEATS
from render import BOARDS, THEMES, Scene, cells, draw, frame, pieces
from render.boards.kings_convoy import named_boat
from render.canvas import Stamp
from render.layout import Layout
from render.pages import FEW
from render.pieces import BADGE_TEXT, BADGE_WEIGHT, badge
from render.samples import random_scenes
from render.text import width
from tests.render.positions import NAMES, game, picker_scene, scene_at


@pytest.mark.parametrize("key", GAMES)
def test_a_badge_lies_within_its_own_cell_and_is_readable(key: str) -> None:
    game, board, shape = GAMES[key], BOARDS[key], badge("", 1).shape
    options = [{name: value} for name, values in game.info.options.items() for value in values]
    positions = [game.start(**each) for each in ({}, *options)]
    positions += [scene.position for scene in random_scenes(game.start(), 5, 40)]
    for position, view in product(positions, SEATS):
        begun = dict.fromkeys(position.steps(move)[0] for move in position.legal_moves())
        layout = Layout(board.grid(position, view))
        scene = Scene(position, NAMES, badges=tuple(begun), view=view)
        badges = [stamp for stamp in frame.stamps(board, scene, layout) if stamp.sprite.shape is shape]
        named = {str(stamp.sprite.details[0]): stamp for stamp in badges}
        standing = {cell for cell, _ in board.pieces(position)}
        offered = cells(position).keys() & begun.keys()
        written = offered & standing if board.names_pieces else set[str]()
        assert named.keys() == offered - written, "a piece on two squares has a single badge"
        for name, stamp in named.items():
            x, y = layout.pixel(layout.grid.points[name])
            across, down = (layout.cell * max(side) for side in zip(*layout.grid.corners(name), strict=True))
            wide, size = stamp.sprite.width * stamp.unit - 0.1 * stamp.unit, round(stamp.unit * BADGE_TEXT)
            assert abs(stamp.x - x) + wide / 2 <= across
            assert abs(stamp.y - y) + stamp.unit / 2 <= down + 1
            assert wide >= 0.85 * width(name, size, BADGE_WEIGHT)


def test_a_badge_is_beside_the_arrows_on_offer() -> None:
    board, moved = BOARDS["coral_clash"], 0
    for ply in range(1, len(game("coral_clash")) - 1):
        scene = picker_scene("coral_clash", ply, "classic")
        layout = Layout(board.grid(scene.position, scene.view))
        ways = [[layout.pixel(layout.grid.points[cell]) for cell in way] for way in scene.offered]
        for stamp in frame.stamps(board, scene, layout):
            if stamp.sprite.shape is badge("", 1).shape:
                half = ((stamp.sprite.width - 0.1) * stamp.unit / 2, stamp.unit / 2)
                moved += stamp.y < layout.pixel(layout.grid.points[str(stamp.sprite.details[0])])[1]
                for (x, y), (to_x, to_y) in chain.from_iterable(map(pairwise, ways)):
                    line = [(x + (to_x - x) * part / 20, y + (to_y - y) * part / 20) for part in range(6, 21)]
                    assert not any(abs(a - stamp.x) < half[0] and abs(b - stamp.y) < half[1] for a, b in line)
    assert moved


@pytest.mark.parametrize("key", ["squalma", "coral_clash"])
def test_the_badges_of_empty_cells_are_larger_than_those_of_pieces_and_in_the_middle(key: str) -> None:
    scene, board = Scene(GAMES[key].start(), NAMES, badges=("d1", "d4")), BOARDS[key]
    layout = Layout(board.grid(scene.position, 0))
    on_piece, on_empty = (
        stamp for stamp in frame.stamps(board, scene, layout) if stamp.sprite.shape is badge("", 1).shape
    )
    assert (on_empty.x, on_empty.y) == layout.pixel(layout.grid.points["d4"])
    assert on_empty.unit > 1.3 * on_piece.unit


@pytest.mark.parametrize("key", GAMES)
def test_the_picker_marks_the_last_move_as_the_board_does_until_it_shows_another_move(key: str) -> None:
    board, colours = BOARDS[key], {pieces.LAST_MOVE.colour}

    def marks(scene: Scene[Any]) -> list[Stamp]:
        layout = Layout(board.grid(scene.position, scene.view))
        return [stamp for stamp in frame.stamps(board, scene, layout) if colours & {*map(str, stamp.sprite.details)}]

    for ply in range(2, len(game(key)) - 1, 5):
        scene = scene_at(key, ply, "classic", plates=False)
        steps = tuple(scene.position.steps(scene.position.legal_moves()[0]))
        offered = replace(scene, badges=board.trace(scene).path[-1:])
        assert marks(offered) == marks(scene) != []
        assert not marks(replace(offered, offered=(steps,)))
        assert not marks(replace(offered, chosen=steps[:1]))


def test_boats_on_offer_have_their_names_on_their_hulls() -> None:
    position = GAMES["kings_convoy"].start()
    begun = tuple(dict.fromkeys(position.steps(move)[0] for move in position.legal_moves()))
    scene, board = Scene(position, NAMES, badges=begun), BOARDS["kings_convoy"]
    shown = dict(board.visible_sprites(scene))
    assert {cell for cell, sprite in shown.items() if sprite.shape is named_boat} == set(begun)
    assert all(shown[cell].details[1] == cell for cell in begun)


def test_the_marks_of_two_moves_at_one_place_stay_readable() -> None:
    before = GAMES["konane"].start(size="6")
    for text in ("d3", "d4"):
        before = before.play(before.parse(text))
    pairs = [
        (before, first, after, second)
        for first in before.legal_moves()
        for after in [before.play(first)]
        for second in after.legal_moves()
    ]
    board, shared = BOARDS["konane"], 0
    for position, first, after, second in pairs:
        scene = Scene(after.play(second), NAMES, after, second, answered=(position, first))
        layout = Layout(board.grid(scene.position, 0))
        trace, earlier = board.trace(scene), board.trace(Scene(after, NAMES, position, first))
        if trace.path[-1] in {*earlier.taken, earlier.path[0]}:
            shared += 1
            stamps = list(frame.stamps(board, scene, layout))
            heads = [stamp for stamp in stamps if stamp.sprite.shape.__name__ == "_arrowhead"]
            end = layout.pixel(layout.grid.points[trace.path[-1]])
            assert all(abs(head.x - end[0]) + abs(head.y - end[1]) > 0.3 * layout.cell for head in heads)
    assert shared


def test_the_move_that_the_last_one_answered_has_the_same_marks_in_another_colour() -> None:
    scene, earlier = scene_at("konane", 9, "classic"), scene_at("konane", 8, "classic")
    both = replace(scene, answered=(earlier.before, earlier.move))
    board, colours = BOARDS["konane"], BOARDS["konane"].theme("classic")
    layout = Layout(board.grid(scene.position, 0))

    def near(scene: Scene[Any], cell: str, purpose: str) -> int:
        """How many pixels of the cell have the colour for this purpose."""
        x, y = layout.pixel(layout.grid.points[cell])
        half = layout.cell // 2
        picture = Image.open(BytesIO(draw(scene))).convert("RGB").crop((x - half, y - half, x + half, y + half))
        counted: list[Any] = picture.getcolors(10_000) or []
        return sum(count for count, colour in counted if sum(map(abs, map(sub, colour, colours[purpose]))) < 12)

    last, first = board.trace(scene).path[0], board.trace(earlier).path[0]
    assert near(both, last, "mark") > FEW
    assert not near(both, first, "mark")
    assert near(both, first, "earlier") > FEW


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("key", GAMES)
def test_the_earlier_moves_colour_is_that_of_nothing_else_on_the_board(key: str, theme: str) -> None:
    colours = BOARDS[key].theme(theme)
    others = colours.colours.keys() - {"earlier"}
    assert min(sum(map(abs, map(sub, colours["earlier"], colours[other]))) for other in others) >= 100
