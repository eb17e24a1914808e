"""The rules of Konane, drawn."""

import functools

import pytest

from games import IllegalMove, InvalidNotation, OptionError, Seat
from games.konane import Konane
from tests.games.playing import played, texts
from tests.support.drawings import draw_konane

JUMPS = """
    6 . . . . . .
    5 . . . . . .
    4 . . . W . .
    3 . B W . W .
    2 . . . W . W
    1 . . . . . .
      a b c d e f
"""


def test_the_board_starts_full_with_white_on_the_dark_squares() -> None:
    assert Konane.start().diagram().splitlines() == [
        " 8 B W B W B W B W",
        " 7 W B W B W B W B",
        " 6 B W B W B W B W",
        " 5 W B W B W B W B",
        " 4 B W B W B W B W",
        " 3 W B W B W B W B",
        " 2 B W B W B W B W",
        " 1 W B W B W B W B",
        "   a b c d e f g h",
    ]


@pytest.mark.parametrize(
    ("size", "removals"),
    [
        ("6", {"a6", "f1", "c4", "d3"}),
        ("8", {"a8", "h1", "d5", "e4"}),
        ("10", {"a10", "j1", "e6", "f5"}),
    ],
)
def test_black_first_removes_a_corner_or_a_central_stone_of_the_long_diagonal(size: str, removals: set[str]) -> None:
    assert texts(Konane.start(size=size)) == removals


@pytest.mark.parametrize(
    ("removed", "answers"),
    [("a8", {"a7", "b8"}), ("h1", {"g1", "h2"}), ("d5", {"d4", "d6", "c5", "e5"}), ("e4", {"e3", "e5", "d4", "f4"})],
)
def test_white_then_removes_a_stone_beside_the_hole(removed: str, answers: set[str]) -> None:
    assert texts(played(Konane.start(), removed)) == answers


def test_a_stone_jumps_over_an_enemy_beside_it_onto_the_empty_square_behind() -> None:
    position = played(draw_konane(JUMPS), "b3-d3")
    assert position == draw_konane(
        """
        . . . . . .
        . . . . . .
        . . . W . .
        . . . B W .
        . . . W . W
        . . . . . .
        """,
        turn=1,
    )


def test_a_jump_may_go_on_in_the_same_line_or_stop_early_but_not_turn() -> None:
    assert texts(draw_konane(JUMPS)) == {"b3-d3", "b3-f3"}


def test_every_stone_that_was_jumped_over_is_removed() -> None:
    assert played(draw_konane(JUMPS), "b3-f3").diagram().count("W") == 3


def test_a_jump_names_the_stones_that_it_takes_in_their_order() -> None:
    position = draw_konane(JUMPS)
    said = [position.annotate_move(position.parse(text)).said() for text in ("b3-d3", "b3-f3")]
    assert said == ["b3-d3 (taking c3)", "b3-f3 (taking c3 and e3)"]
    assert Konane.start().annotate_move(Konane.start().parse("d5")).said() == "d5"


def test_a_jump_goes_in_all_four_directions_but_never_diagonally() -> None:
    position = draw_konane(
        """
        . . . . . .
        . . W . W .
        . . . W . .
        . . W B W .
        . . . W . .
        . . . . . .
        """
    )
    assert texts(position) == {"d3-d5", "d3-f3", "d3-d1", "d3-b3"}


def test_a_stone_at_the_edge_is_not_jumped_over_and_the_edge_is_no_passage() -> None:
    position = draw_konane(
        """
        . . . .
        . . . .
        . . B W
        . . . .
        """
    )
    assert texts(position) == set()
    assert texts(draw_konane(position.diagram(), turn=1)) == {"d2-b2"}


def test_a_stone_with_another_right_behind_it_is_not_jumped_over() -> None:
    position = draw_konane(
        """
        . . . .
        . . . .
        . . . .
        . B W B
        """
    )
    assert texts(position) == set()


@pytest.mark.parametrize("turn", [0, 1])
def test_a_player_who_cannot_move_loses(turn: Seat) -> None:
    position = draw_konane(
        """
        . . . W
        . . . .
        B . . .
        . . . .
        """,
        turn=turn,
    )
    result = position.result()
    assert result is not None
    assert (result.winner, result.reason) == (1 - turn, "no jump left")


def test_there_is_no_passing() -> None:
    with pytest.raises(InvalidNotation, match="“pass” is not a move"):
        played(Konane.start(), "d5", "d4").parse("pass")


def test_a_player_without_a_jump_right_after_the_removals_loses_too() -> None:
    position = played(Konane.full(2), "a2", "a1")
    result = position.result()
    assert result is not None
    assert result.winner == 1


def test_the_removals_alternate_and_then_the_jumps() -> None:
    position = Konane.start()
    for turn, move in enumerate(["d5", "d4", "d7-d5", "d2-d4"]):
        assert position.turn == turn % 2
        position = played(position, move)


@pytest.mark.parametrize("size", ["4", "7", "eight"])
def test_only_the_sizes_8_6_and_10_can_be_chosen(size: str) -> None:
    with pytest.raises(OptionError, match="8, 6 or 10"):
        Konane.start(size=size)


@pytest.mark.parametrize(
    ("moves", "typed", "reason"),
    [
        ("", "d5-d7", "Nothing can jump yet: Black first takes a stone off the board, a8, d5, e4 or h1."),
        ("", "d4", "The stone on d4 is not yours. Black can take off one of its own: a8, d5, e4 or h1."),
        ("", "b1", "b1 is neither in a corner nor in the centre. Black can take off a8, d5, e4 or h1."),
        ("d5", "d5", "d5 is empty; its stone is already gone. White can take off d4, c5, e5 or d6."),
        ("d5", "b1", "The stone on b1 is not yours. White can take off one of its own: d4, c5, e5 or d6."),
        ("d5", "a1", "a1 is not beside the empty square d5. White can take off d4, c5, e5 or d6."),
        ("d5 d4", "i5-g5", "i5 is not on the board: its squares go from a1 to h8."),
        ("d5 d4", "a9", "a9 is not on the board: its squares go from a1 to h8."),
        ("d5 d4", "d4-d6", "d4 is empty: there is no stone to jump with."),
        ("d5 d4", "a1-a3", "The stone on a1 is White's: you play Black."),
        ("d5 d4", "d3-e5", "d3 to e5 is not a straight line: a jump goes along a row or a column and never turns."),
        ("d5 d4", "d3-d6", "d3 to d6 is 3 squares: a jump goes 2 squares, or 4, or 6 and so on."),
        ("d5 d4", "d3-d4", "d3 to d4 is 1 square: a jump goes 2 squares, or 4, or 6 and so on."),
        ("d5 d4", "d3-d3", "A jump must end on a different square than d3."),
        ("d5 d4", "d3-d5", "d3 to d5 jumps over nothing: there is no white stone on d4."),
        ("d5 d4", "b1-b3", "b3 is your own stone: a jump lands on an empty square."),
        ("d5 d4", "d7-d3", "d7 to d3 jumps over nothing: there is no white stone on d4."),
        ("d5 d4", "b1", "Your stone on b1 has no jump: it needs an enemy stone beside it and an empty square behind"),
        ("d5 d4", "d7-d5-d3", "Name only where the jump starts and where it stops: d7-d3."),
        ("d5 d4", "jump!", "“jump!” is not a move: squares are written like b2"),
    ],
)
def test_a_refusal_says_why(moves: str, typed: str, reason: str) -> None:
    position = played(Konane.start(), *moves.split())
    with pytest.raises((IllegalMove, InvalidNotation)) as refused:
        position.parse(typed)
    assert str(refused.value).startswith(reason)


def test_stones_keep_to_the_squares_of_their_colour() -> None:
    with pytest.raises(ValueError, match="a1's colour"):
        draw_konane("B B . .\n. . . .\n. . . .\n. . . .")


@pytest.mark.parametrize(
    "line", ["", "BW/WB", "BW/WB 1", "BW/WB 0 0", "WB/BW 0", "BW/W. 0", "B./WB 1", "BWB/WBW/BWB 0", "BX/WB 0"]
)
def test_a_line_that_is_no_position_is_not_decoded(line: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        Konane.decode(line)


@functools.cache
def mover_wins(position: Konane) -> bool:
    return any(not mover_wins(position.play(move)) for move in position.legal_moves())


@pytest.mark.parametrize(("size", "winner"), [(2, 1), (4, 1)])
def test_a_small_board_played_to_the_very_end_is_a_win_for_white(size: int, winner: Seat) -> None:
    assert (0 if mover_wins(Konane.full(size)) else 1) == winner


def test_every_position_of_a_4x4_game_agrees_with_the_rules_told_square_by_square() -> None:
    reached, frontier = set[Konane](), {Konane.full(4)}
    while frontier:
        reached |= frontier
        frontier = {position.play(move) for position in frontier for move in position.legal_moves()}
    assert len(reached) > 1000
    for position in reached:
        if position.ply >= 2:
            assert texts(position) == jumps_square_by_square(position)


def jumps_square_by_square(position: Konane) -> set[str]:
    """The jumps found on the drawn board by a slow and obvious program."""
    rows = [line.split() for line in position.diagram().splitlines()]
    stones = {(file, int(row[0])): row[file] for row in rows[:-1] for file in range(1, 5)}
    mine, enemy = "BW" if position.turn == 0 else "WB"
    jumps = set()
    for (file, rank), stone in stones.items():
        for east, north in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            line = [(file + east * step, rank + north * step) for step in range(1, 5)]
            for over, stop in ((0, 1), (2, 3)):
                if stone != mine or (stones.get(line[over]), stones.get(line[stop])) != (enemy, "."):
                    break
                jumps.add(f"{' abcd'[file]}{rank}-{' abcd'[line[stop][0]]}{line[stop][1]}")
    return jumps


def test_a_move_is_not_praised_for_the_jumps_that_it_adds_for_the_opponent() -> None:
    """Black's first jump gives White a third jump, so few jumps are not said as the reason for it."""
    position = played(Konane.start(), "h1", "h2")
    move = next(move for move in position.legal_moves() if position.format(move) == "f1-h1")
    before, after = len(position.after_null_move().legal_moves()), len(position.play(move).legal_moves())
    assert after > before
    gain = position.gain(move)
    assert gain is None or "your opponent" not in gain.said()
