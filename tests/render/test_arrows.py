"""Arrows to the same cell do not overlap, and one that crosses another interrupts it."""

from dataclasses import replace
from itertools import combinations, pairwise
from math import dist
from typing import Any

import pytest

from games import GAMES
from render import BOARDS, arrows, pieces
from render.frame import stamps
from render.geometry import Point, crossing, is_between
from render.layout import Layout
from render.pieces import cross
from render.samples import random_scenes
from render.scene import Scene
from render.sprites import paint
from tests.render.positions import NAMES, game, picker_scene, scene_at

SHARED: dict[str, list[tuple[tuple[str, ...], ...]]] = {
    "coral_clash": [(("a2", "b3"), ("b2", "b3"), ("c2", "b3")), (("a2", "b3"), ("b2", "b3"))],
    "konane": [(("a3", "c3"), ("e3", "c3")), (("a3", "c3"), ("c5", "c3"))],
}
"""Moves to the same cell, by game."""


def heads_of(offered: tuple[tuple[str, ...], ...], key: str) -> list[set[tuple[int, int]]]:
    """The pixels of each arrow's head: all that is as far from the start as where the shaft ends, or further."""
    board = BOARDS[key]
    layout = Layout(board.grid(GAMES[key].start(), 0))
    drawn = []
    for stamp in arrows.offered(Scene(GAMES[key].start(), NAMES, offered=offered), layout):
        image, left, top = paint(stamp.sprite, stamp.unit, board.theme("classic"))
        around: Any = stamp.sprite.details[0]
        end = around[-1][0] * stamp.unit + stamp.x, around[-1][1] * stamp.unit + stamp.y
        solid = image.getchannel("A").point(lambda alpha: 255 * (alpha > 128))
        at = (
            (stamp.x + left + number % image.width, stamp.y + top + number // image.width)
            for number, alpha in enumerate(solid.tobytes())
            if alpha
        )
        drawn.append({pixel for pixel in at if dist(pixel, end) < 0.3 * stamp.unit})
    return drawn


@pytest.mark.parametrize(("key", "offered"), [(key, some) for key, every in SHARED.items() for some in every])
def test_arrowheads_on_the_same_cell_do_not_overlap(key: str, offered: tuple[tuple[str, ...], ...]) -> None:
    heads = heads_of(offered, key)
    assert len(heads) == len(offered)
    for one, other in combinations(heads, 2):
        assert len(one & other) < 12


def test_an_arrow_that_is_alone_points_to_the_middle_of_its_cell() -> None:
    (head,) = heads_of((("a3", "c3"),), "konane")
    layout = Layout(BOARDS["konane"].grid(GAMES["konane"].start(), 0))
    assert layout.on("c3", pieces.CROWN)[1:3] in head


def test_an_arrow_is_interrupted_where_another_one_crosses_it() -> None:
    layout = Layout(BOARDS["konane"].grid(GAMES["konane"].start(), 0))
    scene = Scene(GAMES["konane"].start(), NAMES, offered=(("a3", "c3"), ("b4", "b2")))
    lower, upper = arrows.offered(scene, layout)
    assert lower.sprite.details[-1]
    assert not upper.sprite.details[-1]
    image, left, top = paint(lower.sprite, lower.unit, BOARDS["konane"].theme("classic"))
    x, y = layout.on("b3", pieces.CROWN)[1:3]
    assert image.getchannel("A").getpixel((x - lower.x - left, y - lower.y - top)) == 0
    (alone,) = arrows.offered(replace(scene, offered=scene.offered[:1]), layout)
    assert not alone.sprite.details[-1]


@pytest.mark.parametrize(
    ("line", "other", "expected"),
    [
        (((0, 0), (2, 2)), ((0, 2), (2, 0)), (1, 1)),
        (((0, 0), (2, 0)), ((0, 1), (2, 1)), None),
        (((0, 0), (2, 0)), ((3, -1), (3, 1)), None),
        (((0, 0), (2, 0)), ((1, 0), (1, 1)), None),
    ],
)
def test_lines_cross_at_one_point(
    line: tuple[Point, Point], other: tuple[Point, Point], expected: Point | None
) -> None:
    assert crossing(line, other) == expected
    assert expected is None or is_between(expected, *line)


@pytest.mark.parametrize("key", SHARED)
def test_the_picker_offers_moves_to_the_same_cell(key: str) -> None:
    scenes = [picker_scene(key, ply, "classic") for ply in range(1, min(40, len(game(key)) - 1))]
    assert any(len({way[-1] for way in scene.offered}) < len(scene.offered) for scene in scenes)


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("part", [0, 1, 2])
def test_a_verdict_covers_no_part_of_its_own_arrow(key: str, part: int) -> None:
    position = game(key)[part * (len(game(key)) - 2) // 2][0]
    layout = Layout(BOARDS[key].grid(position, 0))
    other, *moves = position.legal_moves()
    for move in moves[:: max(1, len(moves) // 60)]:
        points = [layout.pixel(point) for point in arrows.points_of(position.steps(move), layout.grid)]
        if len(points) < 2 or points[-1] == layout.pixel(layout.grid.points[position.steps(other)[-1]]):
            continue
        ways = [arrows.points_of(position.steps(shown), layout.grid) for shown in (move, other)]
        drawn = arrows.compared(ways, [], layout)
        disc = next(stamp for stamp in drawn if stamp.sprite == pieces.VERDICTS[0])
        for (x, y), (to_x, to_y) in pairwise(points):
            line = [(x + (to_x - x) * step / 20, y + (to_y - y) * step / 20) for step in range(21)]
            assert min(dist((disc.x, disc.y), point) for point in line) > disc.unit / 2, position.format(move)


@pytest.mark.parametrize("key", ["konane", "kings_convoy"])
def test_what_a_mistake_its_reply_and_the_better_move_capture_is_crossed_out_in_their_colours(key: str) -> None:
    board, seen = BOARDS[key], set[str]()
    for scene in random_scenes(GAMES[key].start(), seed=5, plies=40, plates=False):
        if scene.result:
            break
        layout = Layout(board.grid(scene.position, 0))
        better, *_, move = scene.position.legal_moves()
        after = scene.played(move)
        for reply in [] if after.result else after.position.legal_moves():
            shown = replace(scene, compared=(move, better), reply=reply, before=None, move=None)
            drawn = list(stamps(board, shown, layout))
            moved = (scene.played(better), after.played(reply), after)
            for played, colour in zip(moved, ("chosen", "badge", "played"), strict=True):
                taken = board.trace(played).taken
                crosses = [
                    stamp for stamp in drawn if stamp.sprite.shape is cross and stamp.sprite.details[1] == colour
                ]
                at = {(stamp.x, stamp.y) for stamp in crosses}
                assert at == {layout.pixel(layout.grid.points[cell]) for cell in taken}
                seen |= {colour} if taken else set()
    assert seen >= {"badge"}
    assert key == "kings_convoy" or len(seen) == 3


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("replied", [True, False])
def test_a_wrong_move_is_an_orange_arrow_with_a_cross_whether_it_was_answered_or_not(key: str, replied: bool) -> None:
    board, line = BOARDS[key], game(key)
    for ply in range(3, len(line) - 1, 4):
        scene = scene_at(key, ply, "classic", mistake=True)
        wrong = scene
        if replied:
            scene = replace(scene, answered=(line[ply - 2][0], line[ply - 1][1]))
            wrong = scene.earlier or scene
        trace, layout = board.trace(wrong), Layout(board.grid(scene.position, 0))
        drawn = list(stamps(board, scene, layout))
        (verdict,) = (stamp for stamp in drawn if stamp.sprite == pieces.VERDICTS[0])
        x, y = layout.pixel(layout.grid.points[(trace.path or trace.taken)[-1]])
        assert max(abs(verdict.x - x), abs(verdict.y - y)) < 0.7 * layout.cell, "where it ends"
        assert {*arrows.wrong(arrows.points_of(trace.path or trace.taken, layout.grid), layout)} <= {*drawn}
        told = {str(detail) for stamp in drawn for detail in stamp.sprite.details}
        assert "earlier" not in told
        assert ("mark" in told) == replied, "only the reply has the marks of a last move"


def test_the_piece_that_a_mistake_places_is_drawn() -> None:
    board, position = BOARDS["brain_coral"], GAMES["brain_coral"].start()
    layout, (move, better, *_) = Layout(board.grid(position, 0)), position.legal_moves()
    drawn = list(stamps(board, Scene(position, NAMES, compared=(move, better), plates=False), layout))
    for shown in (move, better):
        assert layout.on(position.steps(shown)[0], board.token(0)) in drawn
