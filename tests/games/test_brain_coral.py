"""Brain Coral, rule by rule: every cell stays linked to an empty perimeter cell, and nothing is captured."""

from functools import partial

import pytest

from games.brain_coral import BrainCoral
from tests.games.plain_coral import (
    mover_wins,
    random_game,
    refused,
    stones_on,
)
from tests.support.drawings import draw_coral

draw = partial(draw_coral, BrainCoral)


def test_an_empty_cell_may_not_be_cut_off_from_the_perimeter() -> None:
    position = draw("""
            . . . .
           . . . . .
          . . B B . .
         . . B . B . .
        . . . . B . . .
         . . . . . . .
          . . . . . .
           . . . . .
    """)
    assert refused(position, "d4") == "A stone on d4 would cut off the empty cell e4 from the edge."


def test_stones_of_either_colour_cut_off_empty_cells_and_neither_side_may_close_the_ring() -> None:
    board = """
            . . . .
           . . . . .
          . . W B W .
         . . B . . B .
        . . . . B W . .
         . . . . . . .
          . . . . . .
           . . . . .
    """
    for position in (draw(board, turn=0), draw(board, turn=1)):
        assert refused(position, "d4") == "A stone on d4 would cut off the empty cells e4 and e5 from the edge."


def test_the_last_empty_way_out_of_a_bay_may_not_be_closed_from_inside_either() -> None:
    position = draw("""
            . . . .
           . . . . .
          . W B W . .
         . B . . B . .
        . . B . W . . .
         . . W . W . .
          . . . . . .
           . . . . .
    """)
    assert refused(position, "d4") == "A stone on d4 would cut off the empty cells e3 and e4 from the edge."
    assert refused(position, "c4") == "A stone on c4 would cut off the empty cells d4, e3 and e4 from the edge."
    assert "e3" in position.legal_moves()


def test_a_region_that_keeps_an_empty_perimeter_cell_may_be_walled_off() -> None:
    position = draw("""
            . . . .
           . . . . .
          . . . . . .
         . . . . . . .
        . . . . . . . .
         B W B . . . .
          . . . . . .
           . . W . .
    """)
    walled = position.play("b3")
    assert position.parse("b3")
    assert walled.board.names(walled.board.parts(walled.empty)[0]) == ["a1", "a2", "b1", "b2"]


def test_a_placed_stone_needs_an_empty_neighbour() -> None:
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
    assert refused(position, "a1") == "a1 has no empty neighbour: every stone needs one."


def test_every_stone_keeps_an_empty_neighbour() -> None:
    position = draw("""
            . . . .
           . . . . .
          . . B B . .
         . . B W B . .
        . . . . B . . .
         . . . . . . .
          . . . . . .
           . . . . .
    """)
    assert refused(position, "d4") == "A stone on d4 would leave the stone on e4 no empty neighbour."


def test_a_stone_on_the_perimeter_needs_an_empty_neighbour_too() -> None:
    position = draw("""
            . . . .
           . . . . .
          . . . . . .
         . . . . . . .
        . . . . . . . .
         . . . . . . .
          B W . . . .
           B . . . .
    """)
    assert refused(position, "a2") == "A stone on a2 would leave the stone on a1 no empty neighbour."


def test_a_refusal_names_every_stone_that_would_lose_its_last_empty_neighbour() -> None:
    position = draw("""
      W W
     B . B
    . . . .
     . . .
    """)
    assert refused(position, "c2") == "A stone on c2 would leave the stones on d1 and d2 no empty neighbour."


def test_nothing_is_captured() -> None:
    for before, move, after in random_game(BrainCoral.start(), seed=2):
        assert stones_on(after) == {**stones_on(before), move: "BW"[before.turn]}


@pytest.mark.parametrize(("bonus", "winner"), [("own", "White"), ("opponent", "Black"), ("none", "Black")])
def test_the_smallest_board_solved_exactly_has_the_known_winner(bonus: str, winner: str) -> None:
    assert mover_wins(BrainCoral.start(order="3", bonus=bonus)) == (winner == "Black")
