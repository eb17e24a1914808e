"""The rules of SquAlma, drawn."""

import random

import pytest

from games import IllegalMove, InvalidNotation, OptionError, Seat
from games.squalma import SquAlma
from tests.games.playing import played, texts
from tests.support.drawings import draw_squalma


def moves_from(position: SquAlma, square: str) -> set[str]:
    return {text.removeprefix(f"{square}-") for text in texts(position) if text.startswith(square)}


def board(turn: Seat = 0, /, **stacks: str) -> SquAlma:
    """A board with only these stacks."""
    cells = [[stacks.get(f"{file}{rank}", ".") for file in "abcdefgh"] for rank in range(8, 0, -1)]
    return draw_squalma("\n".join(" ".join(row) for row in cells), turn=turn)


HEIGHTS = """
    8 .  .  .  .   .   .   .  W
    7 .  .  .  .   .   .   .  .
    6 .  .  .  .   .   .   .  .
    5 .  .  .  .   .   .   .  .
    4 .  .  .  W   .   .   .  .
    3 .  B  .  WB  .   .   .  .
    2 .  .  .  .   BB  WWW .  .
    1 .  .  .  BWB .   .   .  .
      a  b  c  d   e   f   g  h
"""


def test_sixteen_discs_of_each_side_fill_the_two_rows_nearest_to_it() -> None:
    assert SquAlma.start().diagram().splitlines() == [
        " 8 W W W W W W W W",
        " 7 W W W W W W W W",
        " 6 . . . . . . . .",
        " 5 . . . . . . . .",
        " 4 . . . . . . . .",
        " 3 . . . . . . . .",
        " 2 B B B B B B B B",
        " 1 B B B B B B B B",
        "   a b c d e f g h",
    ]


def test_a_single_disc_goes_one_square_in_any_of_eight_directions() -> None:
    assert moves_from(draw_squalma(HEIGHTS), "b3") == {"a2", "a3", "a4", "b2", "b4", "c2", "c3", "c4"}


def test_the_top_of_a_stack_of_two_goes_exactly_two_squares_over_whatever_lies_between() -> None:
    assert moves_from(draw_squalma(HEIGHTS), "d3") == {"b1", "b3", "b5", "d5", "f5", "f3", "f1"}


def test_the_top_of_a_stack_of_three_goes_exactly_three_squares() -> None:
    assert moves_from(draw_squalma(HEIGHTS), "d1") == {"a1", "a4", "d4", "g4", "g1"}


def test_only_the_topmost_disc_may_move() -> None:
    position = board(d4="WB", e6="BW")
    assert moves_from(position, "d4")
    assert not moves_from(position, "e6")


def test_the_disc_beneath_becomes_active() -> None:
    position = played(board(d4="WB", a8="W"), "d4-d6")
    assert position.diagram().splitlines()[4].split() == ["4", ".", ".", ".", "W", ".", ".", ".", "."]
    assert moves_from(position, "d4")


def test_a_disc_lands_on_a_stack_no_taller_than_its_own_of_any_colour() -> None:
    position = board(d4="B", d5="W", e4="B", e5="WB", c4="BW")
    assert {"d5", "e4"} <= moves_from(position, "d4")
    assert not {"e5", "c4"} & moves_from(position, "d4")


def test_a_disc_from_two_or_three_lands_on_a_stack_of_two() -> None:
    assert "d6" in moves_from(board(d4="WB", d6="WW"), "d4")
    assert "d7" in moves_from(board(d4="WWB", d7="WW"), "d4")


@pytest.mark.parametrize(
    ("turn", "move", "told"),
    [
        (0, "d4-d5", "Ann moved d4-d5, covering a white disc"),
        (1, "d5-d4", "Ann moved d5-d4, covering a black disc"),
        (0, "d4-e4", "Ann moved d4-e4, covering one of their own discs"),
        (0, "d4-d3", "Ann moved d4-d3"),
    ],
)
def test_a_move_says_which_disc_it_covers(turn: Seat, move: str, told: str) -> None:
    position = board(turn, d4="B", d5="W", e4="B")
    assert position.describe(position.parse(move), "Ann").said() == told


def test_a_stack_of_three_is_full() -> None:
    assert "d7" not in moves_from(board(d4="WWB", d7="BWB"), "d4")


def test_nothing_is_ever_captured() -> None:
    dice, position = random.Random(1), SquAlma.start()
    for _ in range(100):
        position = position.play(dice.choice(position.legal_moves()))
        assert sorted("".join(position.stacks)) == ["B"] * 16 + ["W"] * 16


PATH = {"a1": "B", "b2": "WB", "c3": "B", "c4": "BWB", "d5": "B", "e6": "B", "f7": "WB"}


def test_an_unbroken_path_of_active_discs_from_rank_1_to_rank_8_wins() -> None:
    position = played(board(g7="B", h1="W", **PATH), "g7-g8")
    result = position.result()
    assert result is not None
    assert (result.winner, result.reason) == (0, "connected rows 1 and 8")
    assert position.path(0) == ("a1", "b2", "c3", "c4", "d5", "e6", "f7", "g8")
    assert position.path(1) == ()


def test_a_gap_in_the_path_is_no_win() -> None:
    assert played(board(g7="B", h1="W", **(PATH | {"d5": "BW"})), "g7-g8").result() is None


def test_white_connects_the_same_two_rows() -> None:
    white = {"a1": "W", "b2": "W", "c3": "W", "d4": "W", "e5": "W", "f6": "W", "g7": "W"}
    result = played(board(1, h7="W", d1="B", **white), "h7-h8").result()
    assert result is not None
    assert result.winner == 1


def test_uncovering_the_enemys_path_loses() -> None:
    white = {"a1": "W", "b2": "W", "c3": "W", "d4": "WB", "e5": "W", "f6": "W", "g7": "W", "h8": "W"}
    result = played(board(0, **white), "d4-d6").result()
    assert result is not None
    assert result.winner == 1


def test_uncovering_the_enemys_path_while_completing_ones_own_is_a_draw() -> None:
    white = {f"h{rank}": "W" for rank in range(1, 9)} | {"h5": "WB"}
    black = {f"f{rank}": "B" for rank in (1, 2, 3, 4, 6, 7, 8)}
    result = played(board(0, **white, **black), "h5-f5").result()
    assert result is not None
    assert (result.winner, result.reason) == (None, "both sides are connected")


def test_a_side_without_a_legal_move_must_pass() -> None:
    position = board(0, d4="B", d8="BW")
    assert "pass" not in texts(position)
    stuck = board(0, a1="BW")
    assert texts(stuck) == {"pass"}
    assert texts(played(stuck, "pass")) == {"a1-a3", "a1-c1", "a1-c3"}
    with pytest.raises(IllegalMove, match="you have to pass"):
        stuck.parse("a1-a2")


def test_if_neither_side_can_move_it_is_a_draw() -> None:
    result = board(0).result()
    assert result is not None
    assert (result.winner, result.reason) == (None, "no side has a legal move")


def test_the_third_time_of_a_position_with_the_same_side_to_move_is_a_draw() -> None:
    there_and_back = ["d2-d3", "d7-d6", "d3-d2", "d6-d7"]
    position = played(SquAlma.start(), *there_and_back, *there_and_back[:3])
    assert position.result() is None
    result = played(position, there_and_back[3]).result()
    assert result is not None
    assert (result.winner, result.reason) == (None, "threefold repetition")


def test_the_same_board_with_the_other_side_to_move_is_another_position() -> None:
    # Black needs three moves to come back, White two: the first board appears again with White to move.
    position = played(board(d4="B", e8="W"), "d4-d5", "e8-e7", "d5-e4", "e7-e8", "e4-d4")
    assert position.turn == 1
    assert position.stacks == board(d4="B", e8="W").stacks
    assert position.history[-2::-2].count(position.stacks) == 0


def test_stacks_alike_in_height_but_not_in_colour_are_another_position() -> None:
    assert board(d4="WB", e8="W") != board(d4="BB", e8="W")


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("c5-c6", "There is no disc on c5. Choose a square with your disc on top."),
        ("h8-h7", "The disc on top of h8 is White's. Choose a square with your disc on top."),
        ("b7-b8", "White's disc covers yours on b7. Choose a square with your disc on top."),
        ("d4-d5", "The disc on d4 tops a stack of 2, so it must go exactly 2 squares. From d4 it can go to"),
        ("d4-e7", "d4 to e7 is not a straight line: a disc goes along a row, a column or a diagonal."),
        ("d4-d9", "d9 is not on the board: its squares go from a1 to h8."),
        ("d4-b4", "The stack on b4 is full: it has 3 discs already."),
        ("a1-a2", "The stack on a2 is too tall: it has 2 discs, but yours has only 1."),
        ("d4-d4", "Say where the disc on d4 goes. From d4 it can go to"),
        ("c5", "There is no disc on c5. Choose a square with your disc on top."),
        ("pass", "You cannot pass while you have a move, such as a1-b2."),
        ("a1-b1-c1", "A move names two squares, where the disc is and where it goes, such as a2-a3."),
        ("stack", "“stack” is not a move: squares are written like b2"),
    ],
)
def test_a_refusal_says_why(typed: str, reason: str) -> None:
    position = board(a1="B", a2="WW", d4="WB", b4="WWW", b7="BW", h8="W")
    with pytest.raises((IllegalMove, InvalidNotation)) as refused:
        position.parse(typed)
    assert str(refused.value).startswith(reason)


def test_squalma_has_no_options() -> None:
    with pytest.raises(OptionError, match="it has no options"):
        SquAlma.start(size="8")


@pytest.mark.parametrize(
    "line", ["", "0 0", "2 0 " + "/".join([",,,,,,,"] * 8), "0 0 " + "/".join([",,,,,,,BBBB"] * 8)]
)
def test_a_line_that_is_no_position_is_not_decoded(line: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        SquAlma.decode(line)
