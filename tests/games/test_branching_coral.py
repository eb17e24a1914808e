"""Branching Coral, rule by rule: a stone keeps two empty neighbours or is lifted."""

from functools import partial

import pytest

from games import Result
from games._placement import Placement
from games.branching_coral import BranchingCoral
from tests.games.plain_coral import (
    every_grid,
    mover_wins,
    neighbours,
    random_game,
    refused,
    stones_on,
)
from tests.support.drawings import draw_coral

draw = partial(draw_coral, BranchingCoral)


def shows(position: BranchingCoral, board: str) -> bool:
    """Whether the position has exactly the stones of the drawn board."""
    return stones_on(position) == stones_on(draw(board))


def test_a_placed_stone_needs_at_least_two_empty_neighbours() -> None:
    position = draw("""
            . . . .
           . . . . .
          . . . . . .
         . . . . . . .
        . . . . . . . .
         . . . . . . .
          . W . . . .
           . B . . .
    """)
    assert refused(position, "a1") == "a1 has only one empty neighbour, b1: it needs two."


def test_a_cell_without_an_empty_neighbour_is_refused() -> None:
    position = draw("""
            . . . .
           . . . . .
          . . . . . .
         . . . . . . .
        . . . . . . . .
         . . . . . . .
          B W . . . .
           . B . . .
    """)
    assert refused(position, "a1") == "a1 has no empty neighbour: it needs two."


def test_before_any_capture_every_empty_cell_is_linked_to_the_perimeter() -> None:
    position = draw("""
            . . . .
           . . . . .
          . . B W . .
         . . B . B . .
        . . . . W . . .
         . . . . . . .
          . . . . . .
           . . . . .
    """)
    assert refused(position, "d4") == "A stone on d4 would cut off the empty cell e4 from the edge."


def test_a_capture_that_would_open_the_ring_again_does_not_help() -> None:
    position = draw("""
       . . .
      . . . .
     W W . . .
    B . B . . .
     . W . . .
      . B . .
    """)
    placed = Placement.place(position, position.board.bit["b1"])
    assert not placed.board.neighbours[placed.board.bit["c1"]] & placed.empty & ~placed.board.bit["c2"]
    assert refused(position, "b1") == "A stone on b1 would cut off the empty cell c2 from the edge."


def test_a_crowded_stone_beside_the_placed_one_is_lifted() -> None:
    position = draw("""
       . . .
      . . . .
     . . . . .
    . . . . . .
     . . . . .
      W B . .
    """)
    assert shows(
        position.play("b2"),
        """
       . . .
      . . . .
     . . . . .
    . . . . . .
     . B . . .
      . B . .
        """,
    )


def test_stones_of_either_colour_are_lifted_ones_own_too() -> None:
    position = draw("""
       . B .
      . W . B
     W B . W .
    . . B W W .
     B . . . W
      . W . B
    """)
    assert shows(
        position.play("b4"),
        """
       . B .
      . W . B
     W B . W .
    . . B W W .
     B . . B .
      . W . .
        """,
    )


def test_crowded_stones_are_lifted_together_though_lifting_one_would_give_the_other_room() -> None:
    position = draw("""
       . W W
      . B . .
     . . B B W
    W . . B . .
     W . . B W
      B . W .
    """)
    assert shows(
        position.play("c2"),
        """
       . W W
      . B . .
     . . B B W
    . B . B . .
     . . . B W
      B . W .
        """,
    )


def test_only_stones_beside_the_placed_one_are_lifted_and_nothing_is_examined_again() -> None:
    for seed in range(30):
        for before, move, after in random_game(BranchingCoral.start(order="4"), seed):
            lifted = stones_on(before).keys() - stones_on(after).keys()
            assert lifted <= set(before.board.names(before.board.neighbours[before.board.bit[move]]))


def test_the_placed_stone_is_never_lifted() -> None:
    for seed in range(30):
        for before, move, after in random_game(BranchingCoral.start(order="4"), seed):
            assert stones_on(after)[move] == "BW"[before.turn]


@every_grid
def test_after_every_move_every_stone_has_two_empty_neighbours(grid: str, order: int) -> None:
    near = neighbours(grid, order)
    for _, _, after in random_game(BranchingCoral.start(grid=grid, order=str(order)), seed=1):
        stones = stones_on(after)
        assert all(len(near[stone] - stones.keys()) >= 2 for stone in stones)


@every_grid
def test_four_times_the_adjacent_empty_pairs_less_seven_times_the_empty_cells_falls_on_every_move(
    grid: str, order: int
) -> None:
    near = neighbours(grid, order)

    def potential(position: Placement) -> int:
        empty = near.keys() - stones_on(position).keys()
        pairs = sum(len(near[cell] & empty) for cell in empty) // 2
        return 4 * pairs - 7 * len(empty)

    for before, _, after in random_game(BranchingCoral.start(grid=grid, order=str(order)), seed=2):
        assert potential(after) < potential(before)


def test_scores_are_taken_after_the_last_capture() -> None:
    position = draw(
        """
      B .
     W . W
    . . W .
     B B .
        """,
        turn=1,
    )
    assert Placement.place(position, position.board.bit["c2"]).scores() == (4, 5)
    ended = position.play("c2")
    assert ended.result() == Result(1, "5 points to 3")
    assert shows(
        ended,
        """
      . .
     W W W
    . . W .
     B B .
        """,
    )


@pytest.mark.parametrize("bonus", ["own", "opponent", "none"])
def test_the_smallest_board_solved_exactly_is_won_by_black(bonus: str) -> None:
    assert mover_wins(BranchingCoral.start(order="3", bonus=bonus))


def test_a_forced_move_is_warned_of_and_a_move_that_lifts_says_so() -> None:
    position = BranchingCoral.decode("hex 3 own last off 2 W../B.../...../..../...")
    assert [position.annotate_move(move).said() for move in ("a2", "c1")] == ["a2 (lifting a1)", "c1"]
    assert position.warnings() == ()
    games = (random_game(BranchingCoral.start(order="3"), seed) for seed in range(50))
    forced = next(at for game in games for at, _, _ in game if len(at.legal_moves()) == 1)
    (only,) = forced.legal_moves()
    assert [warning.said() for warning in forced.warnings()] == [f"Only {only} is open"]
