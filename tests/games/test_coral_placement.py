"""The rules that Brain Coral and Branching Coral share: boards, turns, groups, scores, tie-breaks, pie, refusals."""

import cmath
import pickle

import pytest

from games import IllegalMove, InvalidNotation, OptionError, RuleError, merit
from games._hexboard import hex_board, symmetric_cells
from games._placement import Placement
from games.brain_coral import BrainCoral
from games.branching_coral import BranchingCoral
from tests.games.lines import playthroughs
from tests.games.plain_coral import GRIDS, every_grid, neighbours, row_lengths
from tests.support.drawings import draw_coral

both_games = pytest.mark.parametrize("game", [BrainCoral, BranchingCoral])
SIZES = {"limping": (12, 27, 48, 75, 108, 147), "hex": (19, 37, 61, 91, 127, 169)}


@every_grid
def test_a_board_has_the_number_of_cells_of_its_grid_and_order(grid: str, order: int) -> None:
    assert len(hex_board(grid, order).cells) == SIZES[grid][order - 3]


@every_grid
def test_the_bottom_row_has_n_cells_and_the_top_row_n_or_one_fewer(grid: str, order: int) -> None:
    rows = hex_board(grid, order).rows
    assert (rows[0], rows[-1]) == (order, order if grid == "hex" else order - 1)
    assert list(rows) == row_lengths(grid, order)


@every_grid
def test_cells_are_alike_if_turning_or_mirroring_the_board_moves_one_to_the_other(grid: str, order: int) -> None:
    lengths = row_lengths(grid, order)
    points = [complex(i - (n - 1) / 2, row * 3**0.5 / 2) for row, n in enumerate(lengths) for i in range(n)]
    middle = sum(points) / len(points)
    turn = cmath.exp(2j * cmath.pi / (6 if grid == "hex" else 3))

    def images(point: complex) -> set[tuple[float, float]]:
        turned = [(point - middle) * turn**times for times in range(6)]
        return {(round(x, 3) + 0.0, round(z.imag, 3) + 0.0) for z in turned for x in (z.real, -z.real)}

    kinds: dict[frozenset[tuple[float, float]], list[str]] = {}
    for (_, name), point in zip(hex_board(grid, order).cells, points, strict=True):
        kinds.setdefault(frozenset(images(point)), []).append(name)
    assert sorted(map(list, symmetric_cells(hex_board(grid, order)))) == sorted(kinds.values())


@pytest.mark.parametrize("order", range(3, 9))
def test_the_sides_of_a_limping_hexagon_are_in_turn_one_shorter(order: int) -> None:
    board = hex_board("limping", order)
    corners = [name for bit, name in board.cells if board.neighbours[bit].bit_count() == 3]
    bottom, top = board.rows[0], board.rows[-1]
    middle = board.rows.index(max(board.rows))
    left_and_right = (middle + 1, len(board.rows) - middle)
    assert len(corners) == 6
    assert (bottom, top, *left_and_right) == (order, order - 1, order - 1, order)


def test_the_rows_of_the_default_board_are_named_a_to_h_from_the_bottom_and_counted_from_the_left() -> None:
    lengths = {"a": 5, "b": 6, "c": 7, "d": 8, "e": 7, "f": 6, "g": 5, "h": 4}
    expected = [f"{row}{index}" for row, length in lengths.items() for index in range(1, length + 1)]
    assert [name for _, name in hex_board("limping", 5).cells] == expected


@every_grid
def test_a_cells_neighbours_are_those_that_the_rule_for_names_gives(grid: str, order: int) -> None:
    board = hex_board(grid, order)
    expected = neighbours(grid, order)
    assert {name: set(board.names(board.neighbours[bit])) for bit, name in board.cells} == expected


@every_grid
def test_perimeter_cells_have_fewer_than_six_neighbours(grid: str, order: int) -> None:
    near = neighbours(grid, order)
    assert set(hex_board(grid, order).names(hex_board(grid, order).perimeter)) == {c for c in near if len(near[c]) < 6}


@both_games
@every_grid
def test_the_board_starts_empty_and_every_cell_is_open_to_black(game: type[Placement], grid: str, order: int) -> None:
    start = game.start(grid=grid, order=str(order))
    assert (start.turn, start.ply, start.black | start.white) == (0, 0, 0)
    assert list(start.legal_moves()) == [name for _, name in hex_board(grid, order).cells]


@both_games
def test_the_sides_place_their_own_stones_in_turn(game: type[Placement]) -> None:
    position = game.start().play("d3").play("e5").play("f1")
    board = position.board
    assert (board.names(position.black), board.names(position.white)) == (["d3", "f1"], ["e5"])
    assert (position.turn, position.ply) == (1, 3)


@both_games
def test_a_diagram_reads_back_as_the_position_it_shows(game: type[Placement]) -> None:
    for grid, order in GRIDS:
        position = game.start(grid=grid, order=str(order)).play("b3").play("a2").play("c1")
        assert draw_coral(game, position.diagram(), turn=1) == position


@both_games
def test_a_position_sent_to_another_process_is_the_same(game: type[Placement]) -> None:
    position = game.start(grid="hex", order="4").play("b3")
    assert pickle.loads(pickle.dumps(position)) == position


@both_games
def test_a_group_is_a_maximal_set_of_connected_stones_of_one_colour(game: type[Placement]) -> None:
    position = draw_coral(
        game,
        """
            . B . B
           B B . . .
          . . W W . W
         . B . . W . W
        . . . . . . . .
         . W W . . . .
          B . . . . .
           B . . . .
    """,
    )
    assert [position.board.names(group) for group in position.groups(0)] == [
        ["g1", "g2", "h2"],
        ["a1", "b1"],
        ["e2"],
        ["h4"],
    ]
    assert position.sizes(1) == [3, 2, 2]


BONUS = """
            . . . .
           B . . . .
          B B . . . .
         . . . . W W .
        . B . . . . . .
         . . . . . . .
          W W . W . .
           . . . . .
"""
"""Black has groups of 3 and 1, White of 2, 2 and 1."""


@both_games
@pytest.mark.parametrize(("bonus", "scores"), [("own", (5, 5)), ("opponent", (6, 4)), ("none", (3, 2))])
def test_the_score_is_the_largest_group_and_a_point_for_each_group_that_the_bonus_counts(
    game: type[Placement], bonus: str, scores: tuple[int, int]
) -> None:
    assert draw_coral(game, BONUS, bonus=bonus).scores() == scores


@both_games
@pytest.mark.parametrize(("bonus", "scores"), [("own", (2, 0)), ("opponent", (1, 1)), ("none", (1, 0))])
def test_the_largest_group_counts_as_a_group_too_and_a_side_without_stones_scores_its_bonus_alone(
    game: type[Placement], bonus: str, scores: tuple[int, int]
) -> None:
    assert game.start(bonus=bonus).play("d4").scores() == scores


FULL = """
  . W
 B . W
. W . B
 W B B
"""
"""No cell is open in either game. Black has groups of 3 and 1, White two of 2."""


def ended(game: type[Placement], text: str, last: str, **options: str) -> tuple[str, str]:
    """Winner and reason of an ended game in which the side `last` placed the last stone."""
    result = draw_coral(game, text, turn=1 if last == "Black" else 0, **options).result()
    assert result
    assert result.winner is not None
    return game.info.seats[result.winner], result.reason


@both_games
def test_the_game_ends_when_no_placement_is_legal_though_cells_are_empty(game: type[Placement]) -> None:
    for position in (draw_coral(game, FULL, turn=0), draw_coral(game, FULL, turn=1)):
        assert position.empty
        assert position.result()
        assert not position.legal_moves()


@both_games
@pytest.mark.parametrize(("bonus", "reason"), [("own", "5 points to 4"), ("none", "3 points to 2")])
def test_the_higher_score_wins_whoever_placed_the_last_stone(game: type[Placement], bonus: str, reason: str) -> None:
    colours_changed = FULL.translate(str.maketrans("BW", "WB"))
    for last in ("Black", "White"):
        assert ended(game, FULL, last, bonus=bonus) == ("Black", reason)
        assert ended(game, colours_changed, last, bonus=bonus) == ("White", reason)


FOUR_TO_FOUR = """
  W .
 B W W
. W B B
 B B .
"""
"""Black has groups of 4 and 1, White one of 4; no cell is open."""


@both_games
@pytest.mark.parametrize("last", ["Black", "White"])
def test_a_tie_goes_to_the_last_to_place(game: type[Placement], last: str) -> None:
    assert ended(game, FOUR_TO_FOUR, last, bonus="none") == (
        last,
        "4 all, by last stone",
    )


@both_games
def test_a_tie_by_bonus_is_a_tie(game: type[Placement]) -> None:
    four_and_three_groups = """
      . W
     B B B
    W . B .
     W . W
    """
    assert ended(game, four_and_three_groups, "White", bonus="own") == (
        "White",
        "5 all, by last stone",
    )


@both_games
@pytest.mark.parametrize("last", ["Black", "White"])
def test_a_cascade_strikes_out_equal_sizes_and_the_larger_largest_remaining_group_loses(
    game: type[Placement], last: str
) -> None:
    two_one_one_and_two_two = """
      . W
     . B W
    B . . B
     B W W
    """
    assert ended(game, two_one_one_and_two_two, last, bonus="none", tiebreak="cascade") == (
        "Black",
        "2 all, by cascade 1 to 2",
    )


@both_games
@pytest.mark.parametrize("last", ["Black", "White"])
def test_in_a_cascade_no_remaining_group_counts_as_0(game: type[Placement], last: str) -> None:
    assert ended(game, FOUR_TO_FOUR, last, bonus="none", tiebreak="cascade") == (
        "White",
        "4 all, by cascade 0 to 1",
    )


@both_games
@pytest.mark.parametrize("last", ["Black", "White"])
def test_a_cascade_that_leaves_nothing_goes_to_the_last_to_place(game: type[Placement], last: str) -> None:
    three_and_one_each = """
      . W
     B . B
    W W B B
     . W .
    """
    assert ended(game, three_and_one_each, last, tiebreak="cascade") == (
        last,
        "5 all, by last stone",
    )


@both_games
def test_a_cascade_decides_nothing_when_the_scores_differ(game: type[Placement]) -> None:
    assert ended(game, FULL, "White", tiebreak="cascade") == ("Black", "5 points to 4")


@both_games
def test_with_pie_white_may_swap_as_the_second_move_and_take_over_blacks_stone(game: type[Placement]) -> None:
    opened = game.start(pie="on").play("d3")
    assert opened.legal_moves()[-1] == "swap"
    swapped = opened.play(opened.parse("Swap"))
    assert (swapped.board.names(swapped.white), swapped.black) == (["d3"], 0)


@both_games
def test_no_gain_is_told_of_a_first_stone_that_white_may_take_over(game: type[Placement]) -> None:
    told = "your opponent may swap, so the first stone should not be too strong"
    assert {str(merit(game.start(pie="on"), cell)) for cell in ("a1", "c3", "d4")} == {told}
    assert str(merit(game.start(pie="off"), "d4")) == "it brings you 2 points"


@both_games
def test_after_a_swap_black_moves_next(game: type[Placement]) -> None:
    swapped = game.start(pie="on").play("d3").play("swap")
    assert (swapped.turn, swapped.ply) == (0, 2)
    followed = swapped.play("d4")
    assert followed.board.names(followed.black) == ["d4"]
    assert followed.turn == 1


@both_games
def test_without_pie_there_is_no_swap(game: type[Placement]) -> None:
    opened = game.start().play("d3")
    assert "swap" not in opened.legal_moves()
    with pytest.raises(IllegalMove, match="no swap in this match"):
        opened.parse("swap")


@both_games
@pytest.mark.parametrize("board", ["...", "W.."])
def test_there_is_no_swap_where_black_has_no_stone(game: type[Placement], board: str) -> None:
    position = game.decode(f"limping 3 own last on 1 {board}/..../.../..")
    assert "swap" not in position.legal_moves()
    with pytest.raises(IllegalMove, match="Only White may swap"):
        position.parse("swap")


@both_games
def test_a_swap_is_refused_at_any_other_time(game: type[Placement]) -> None:
    start = game.start(pie="on")
    for position in (start, start.play("d3").play("swap"), start.play("d3").play("d4"), start.play("a1").play("b1")):
        assert "swap" not in position.legal_moves()
        with pytest.raises(IllegalMove, match="Only White may swap, and only as the second move"):
            position.parse("swap")


@both_games
@pytest.mark.parametrize("text", ["pass", "", "d", "33", "d3e4", "+c3", "d03"])
def test_there_is_no_passing_and_no_other_move_than_a_cell(game: type[Placement], text: str) -> None:
    with pytest.raises(RuleError):
        game.start().play("d1").parse(text)


@both_games
@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("k2", "There is no row k. The rows run from a to h."),
        ("d9", "There is no d9. Row d runs from d1 to d8."),
        ("h5", "There is no h5. Row h runs from h1 to h4."),
        ("d3", "There is a black stone on d3 already."),
        ("e4", "There is a white stone on e4 already."),
        ("pass", "“pass” is not a move here: name the cell to place on, such as c3."),
    ],
)
def test_a_refusal_says_what_is_wrong_with_the_cell(game: type[Placement], text: str, refused: str) -> None:
    with pytest.raises((IllegalMove, InvalidNotation)) as refusal:
        game.start().play("d3").play("e4").parse(text)
    assert str(refusal.value) == refused


@both_games
def test_a_taken_cell_is_refused_as_such_though_a_longer_name_begins_with_it(game: type[Placement]) -> None:
    position = game.start(order="6").play("e1")
    assert "e10" in position.legal_moves()
    with pytest.raises(IllegalMove, match="black stone on e1"):
        position.parse("e1")


@both_games
def test_a_board_that_is_none_of_the_grids_is_refused(game: type[Placement]) -> None:
    with pytest.raises(OptionError):
        draw_coral(game, ". .\n. .")
    with pytest.raises(ValueError, match="rows do not fit"):
        draw_coral(game, ". .\n. . .\n. . .\n. . .")


@both_games
def test_the_kept_whole_games_use_every_value_of_every_option_and_a_swap(game: type[Placement]) -> None:
    kept = playthroughs(game.info.key)
    for name, values in game.info.options.items():
        assert {play.options.get(name, values[0]) for play in kept} == set(values)
    assert any("swap" in play.moves for play in kept)
