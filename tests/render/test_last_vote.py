"""The numbers of the last vote on the picture of the next one."""

from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from math import dist
from typing import Any
from unittest.mock import patch

import pytest
from PIL import Image

from games import GAMES, Position
from render import THEMES, Scene, draw, frame, pieces
from render.boards import BOARDS
from render.canvas import Stamp
from render.layout import LEGEND_ROW, Layout
from render.pieces import vote_count
from tests.render.positions import NAMES


def added(before: Position[Any], votes: Mapping[str, int]) -> tuple[Layout, list[Stamp]]:
    """The layout, and what a vote adds to the picture after its first move, which was played."""
    moves = {text: before.parse(text) for text in votes}
    scene = Scene(before, NAMES).played(next(iter(moves.values())))
    counted = tuple((text, tuple(map(str, before.steps(move))), votes[text]) for text, move in moves.items())
    board = BOARDS[before.info.key]
    layout = Layout(board.grid(scene.position, scene.view))
    plain = list(frame.stamps(board, scene, layout))
    voted = list(frame.stamps(board, replace(scene, votes=counted), layout))
    assert set(plain) <= set(voted), "the last move keeps its own marks"
    return layout, [stamp for stamp in voted if stamp not in plain]


@pytest.mark.parametrize("key", GAMES)
def test_a_move_of_the_last_vote_is_a_small_number_in_its_last_cell(key: str) -> None:
    start = GAMES[key].start()
    points = BOARDS[key].grid(start, 0).points
    ends = dict[str, str]()
    for move in start.legal_moves():
        cell = [str(step) for step in start.steps(move) if str(step) in points][-1]
        ends.setdefault(cell, start.format(move))
    assert len(ends) > 1
    shown = list(ends.items())[: frame.MOST_VOTES]
    layout, numbers = added(start, {text: 40 - place for place, (_, text) in enumerate(shown)})
    assert len(numbers) == len(shown)
    for place, (cell, text) in enumerate(shown):
        x, y = layout.pixel(points[cell])
        (stamp,) = (stamp for stamp in numbers if stamp.sprite.details[0] == 40 - place)
        assert max(abs(stamp.x - x), abs(stamp.y - y)) < layout.cell / 2, text
        assert max(stamp.sprite.width, stamp.sprite.height) * stamp.unit < layout.cell, "no arrow"


@pytest.mark.parametrize("key", GAMES)
def test_a_number_leaves_the_middle_of_its_cell_to_the_piece(key: str) -> None:
    start = GAMES[key].start()
    move = start.legal_moves()[0]
    layout, (number,) = added(start, {start.format(move): 12})
    x, y = layout.pixel(layout.grid.points[[cell for cell in start.steps(move) if cell in layout.grid.points][-1]])
    wide = number.sprite.width * number.unit
    assert number.x - wide / 2 > x - 0.1 * layout.cell, "to the right"
    assert number.y + number.unit / 2 < y, "and above"


@pytest.mark.parametrize("key", GAMES)
def test_a_legend_says_that_the_numbers_are_votes(key: str) -> None:
    board, start = BOARDS[key], GAMES[key].start()
    scene = Scene(start, NAMES, votes=(("", start.steps(start.legal_moves()[0]), 4),))
    *others, (sign, text) = frame.explained(board, scene)
    assert (sign.details[0], text) == (4, "votes")
    assert others == [*board.legend(scene)][: len(others)]
    heights = {scene: Image.open(BytesIO(draw(scene))).height for scene in (scene, replace(scene, votes=()))}
    more = LEGEND_ROW if key in {"konane", "kings_convoy"} else 0
    assert heights[scene] - heights[replace(scene, votes=())] == more, "only where there is no row for a legend yet"


def test_the_number_of_votes_replaces_the_less_important_sign_if_there_is_no_room() -> None:
    board = BOARDS["coral_clash"]
    scene = Scene(GAMES["coral_clash"].start(), NAMES, votes=(("", ("d2", "d3"), 4),))
    with patch.object(type(board), "legend", return_value=[(pieces.CROWN, "a" * 20), (pieces.CROWN, "b" * 30)]):
        assert [text for _, text in frame.explained(board, scene)] == ["a" * 20, "votes"]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("key", ["brain_coral", "branching_coral"])
def test_votes_have_another_plate_than_the_sizes_of_groups(key: str, theme: str) -> None:
    colours = BOARDS[key].theme(theme)
    assert sum(abs(a - b) for a, b in zip(colours["turn"], colours["size"], strict=True)) > 200


def test_moves_into_one_cell_have_a_number_for_each_side() -> None:
    position = GAMES["kings_convoy"].start()
    by_end: dict[str, list[str]] = {}
    for move in position.legal_moves():
        by_end.setdefault(str(position.steps(move)[-1]), []).append(position.format(move))
    one, other = next(texts for texts in by_end.values() if len(texts) > 1)[:2]
    _, numbers = added(position, {one: 5, other: 3})
    assert [stamp.sprite.details[0] for stamp in numbers] == [3, 5]


@pytest.mark.parametrize("key", ["kings_convoy", "konane", "squalma", "coral_clash"])
def test_the_numbers_of_moves_into_one_cell_do_not_overlap(key: str) -> None:
    start = GAMES[key].start()
    layout = Layout(BOARDS[key].grid(start, 0))
    x, y = layout.grid.points["d4"]
    sides = [cell for cell, point in layout.grid.points.items() if len(cell) == 2 and 0 < dist(point, (x, y)) < 1.5]
    for first, second in combinations(sides, 2):
        scene = Scene(start, NAMES, votes=(("", (first, "d4"), 28), ("", (second, "d4"), 19)))
        shape = vote_count(1, 1).shape
        one, other = (stamp for stamp in frame.stamps(BOARDS[key], scene, layout) if stamp.sprite.shape is shape)
        wide = (one.sprite.width + other.sprite.width) / 2 * one.unit - 0.1 * one.unit
        assert abs(one.x - other.x) >= wide - 2 or abs(one.y - other.y) >= one.unit - 2, (first, second)


def test_moves_that_differ_only_beside_the_board_share_a_number() -> None:
    start = GAMES["coral_clash"].start()
    scene = Scene(start, NAMES, votes=(("d2-d3", ("d2", "d3"), 5), ("d2-d3*", ("d2", "d3", "lift coral"), 3)))
    layout = Layout(BOARDS["coral_clash"].grid(start, 0))
    plain = set(frame.stamps(BOARDS["coral_clash"], replace(scene, votes=()), layout))
    (number,) = (stamp for stamp in frame.stamps(BOARDS["coral_clash"], scene, layout) if stamp not in plain)
    assert number.sprite.details[0] == 8
