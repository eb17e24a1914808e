"""Grids: the places of cells, and that every cell has a tile of its own."""

from itertools import combinations, pairwise
from math import dist

import pytest

from games import GAMES
from render import BOARDS
from render.geometry import Grid, hex_grid, square_grid
from render.layout import WIDTH, Layout

LIMPING = (5, 6, 7, 8, 7, 6, 5, 4)
GRIDS = [square_grid(8, 8, 0), square_grid(8, 8, 1), hex_grid(LIMPING)]
every_grid = pytest.mark.parametrize("grid", GRIDS)


def test_a1_lies_bottom_left_for_the_first_seat_and_top_right_for_the_second() -> None:
    assert square_grid(13, 13, 0).points["a1"] == (0.5, 12.5)
    assert square_grid(13, 13, 1).points["a1"] == (12.5, 0.5)
    assert square_grid(13, 13, 0).points["m13"] == (12.5, 0.5)


def test_rows_of_hexagons_start_at_the_bottom_and_count_from_the_left() -> None:
    points = hex_grid(LIMPING).points
    assert points["a1"][0] == 2.0
    assert points["d1"] == pytest.approx((0.5, points["a1"][1] - 3 * 3**0.5 / 2))
    assert points["h4"][1] == pytest.approx(1 / 3**0.5)


def test_the_other_view_is_turned_by_180_degrees() -> None:
    grid, other = square_grid(8, 8, 0), square_grid(8, 8, 1)
    for cell, (x, y) in grid.points.items():
        assert other.points[cell] == pytest.approx((grid.width - x, grid.height - y))


@every_grid
def test_neighbours_lie_one_cell_apart_and_nothing_lies_nearer(grid: Grid) -> None:
    assert min(dist(one, other) for one, other in combinations(grid.points.values(), 2)) == pytest.approx(1)


@pytest.mark.parametrize("key", GAMES)
def test_every_cell_of_a_game_lies_in_a_tile_of_its_own(key: str) -> None:
    for view in (0, 1):
        grid = BOARDS[key].grid(GAMES[key].start(), 1 if view else 0)
        layout = Layout(grid)
        cuts = layout.cuts()
        assert cuts[0][0] == 0
        assert cuts[-1][1] == layout.size[1]
        assert all(upper[1] == lower[0] for upper, lower in pairwise(cuts))
        assert all(xs[0] == 0 and xs[-1] == WIDTH and list(xs) == sorted(xs) for _, _, xs in cuts)
        steps = {step for move in GAMES[key].start().legal_moves() for step in GAMES[key].start().steps(move)}
        inside = [layout.pixel(grid.points[step]) for step in steps if step in grid.points]
        tiles = [
            (top, left)
            for x, y in inside
            for top, bottom, xs in cuts
            for left, right in pairwise(xs)
            if top <= y < bottom and left <= x < right
        ]
        assert len(tiles) == len(inside)


@every_grid
def test_coordinates_stand_outside_the_cells(grid: Grid) -> None:
    for _, label in grid.labels:
        assert min(dist(label, point) for point in grid.points.values()) >= 0.49


@pytest.mark.parametrize("key", GAMES)
def test_coordinates_lie_within_the_picture(key: str) -> None:
    layout = Layout(BOARDS[key].grid(GAMES[key].start(), 0))
    for _, label in layout.grid.labels:
        x, y = layout.pixel(label)
        assert 10 < x < WIDTH - 10
        assert layout.top - 30 < y < layout.size[1] - 60
