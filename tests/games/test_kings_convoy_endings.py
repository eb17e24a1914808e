"""The ends of King's Convoy, and the texts for players on the way: one test for each sentence of the rules."""

import pytest

from games import IllegalMove, InvalidNotation, RuleError
from games.kings_convoy import KingsConvoy, Move
from games.kings_convoy.board import SQUARES
from tests.games.convoy_boards import around, placed
from tests.games.lines import playthroughs
from tests.games.playing import played


def refusal(position: KingsConvoy, text: str) -> str:
    with pytest.raises(RuleError) as refused:
        position.parse(text)
    return str(refused.value)


@pytest.mark.parametrize("move", ["a5-a1", "a5-a13", "m5-m1", "m5-m13"])
def test_the_defender_wins_as_soon_as_the_king_stands_on_a_corner(move: str) -> None:
    after = played(around(move[:2], "K", turn=1), move)
    result = after.result()
    assert result
    assert (result.winner, result.reason) == (1, "king escaped")
    assert after.legal_moves() == []


def test_the_king_on_the_edge_has_not_escaped() -> None:
    assert played(around("a5", "K", turn=1), "a5-a2").result() is None


@pytest.mark.parametrize(
    ("rows", "turn", "winner", "reason"),
    [
        (". D .\nD A D\n. D K", 0, 1, "no legal move"),
        (". A A A .\nA D K D A\n. A A A .", 1, 0, "no legal move"),
    ],
)
def test_a_side_that_has_no_legal_move_loses(rows: str, turn: int, winner: int, reason: str) -> None:
    cells = placed("c3", rows)
    board = ["".join(cells.get(f"{column}{row}", ".") for column in "abcdefghijklm") for row in range(13, 0, -1)]
    result = KingsConvoy.draw("\n".join(board), turn=1 if turn else 0).result()
    assert result
    assert (result.winner, result.reason) == (winner, reason)


def test_surrounding_alone_does_not_win() -> None:
    ring = """
        . A A A A .
        A . . . . A
        A . K . . A
        A . . D . A
        . A A A A .
    """
    assert around("c3", ring, turn=1).result() is None
    assert around("c3", ring, turn=0).result() is None


def test_the_same_position_for_the_third_time_is_a_draw_and_the_start_counts() -> None:
    there_and_back = ("g2-f2", "g4-f4", "f2-g2", "f4-g4")
    twice = played(KingsConvoy.start(), *there_and_back)
    assert twice.result() is None
    thrice = played(twice, *there_and_back)
    result = thrice.result()
    assert result
    assert (result.winner, result.reason) == (None, "threefold repetition")
    assert thrice.legal_moves() == []


def test_repeats_need_not_be_consecutive() -> None:
    start = KingsConvoy.start()
    once = played(start, "g2-f2", "g4-f4", "f2-g2", "f4-g4")
    elsewhere = played(once, "g12-f12", "g10-f10", "f12-g12", "f10-g10")
    assert elsewhere.board == start.board
    assert elsewhere.result()


def test_the_same_boats_with_the_other_side_to_move_are_no_repetition() -> None:
    """One side comes back in three moves and the other in two: the same boats, with the other side to move."""
    start = around("c2", "D . . .\n. . . .\nA . . .")
    other = played(start, "c2-d2", "c4-e4", "d2-e2", "e4-c4", "e2-c2")
    assert (other.board, other.turn) == (start.board, 1)
    same = played(other, "c4-d4", "c2-d2", "d4-e4", "d2-c2", "e4-c4")
    assert (same.board, same.turn) == (start.board, 0)
    assert same.result() is None
    assert same.earlier.count(start.board) == 2


def test_positions_from_before_a_capture_do_not_come_back_and_are_forgotten() -> None:
    after = played(around("d2", "A D . . A"), "j3-j4", "k10-k9", "h2-f2")
    assert after.earlier == ()
    assert len(played(after, "k9-k10").earlier) == 1


def test_a_position_with_another_history_is_another_position() -> None:
    start = KingsConvoy.start()
    again = played(start, "g2-f2", "g4-f4", "f2-g2", "f4-g4")
    assert again.board == start.board
    assert again != start
    assert KingsConvoy.decode(again.encode()) == again


# Danger, and what the player is told


def test_the_king_is_in_danger_when_one_more_move_of_the_attackers_would_capture_him() -> None:
    assert around("d2", ". A . .\nA K . A\n. A . .", turn=1).king_in_danger()
    assert around("f7", "A K . A", turn=1).king_in_danger()
    assert not around("d2", ". A . .\nA K . A\n. . . .", turn=1).king_in_danger()
    assert not KingsConvoy.start().king_in_danger()


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize(
    ("corner", "rows", "said"),
    [
        ("a1", ". . . K", ["The king has an open way to m1 and a1"]),
        ("a1", ". . A K", ["The king has an open way to m1"]),
        ("a13", ". K . A", ["The king has an open way to a13"]),
        ("f7", "A K . A", ["The king is in danger of capture"]),
        ("a1", ". K A", ["The king has an open way to a1"]),
        ("d2", ". . K", []),
    ],
)
def test_open_ways_and_danger_are_said_to_both_sides(corner: str, rows: str, said: list[str], turn: int) -> None:
    assert [str(warning) for warning in around(corner, rows, turn=turn).warnings()] == said


def test_at_the_end_of_the_game_nothing_is_warned_of() -> None:
    assert around("a1", "K . .").warnings() == []
    assert played(around("a1", ". K A", turn=1), "b1-a1").warnings() == []


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("e5-e6", "There is no boat on e5."),
        ("g4-f4", "g4 is not yours: a defender stands there."),
        ("g7-g8", "g7 is not yours: the king stands there."),
        ("g2-g2", "g2 is where the boat stands already: name another square to go to."),
        ("a7", "The boat on a7 cannot move: it is blocked on all sides."),
        ("g2-e5", "Boats go straight along a row or a column, and e5 is not in line with g2."),
        ("g2-g4", "The boat on g2 cannot go to g4: a defender stands there."),
        ("g2-g6", "The boat on g2 cannot go to g6: a defender is in the way on g4."),
        ("g2-g1", "The boat on g2 cannot go to g1: your own boat stands there."),
        ("e1-i1", "The boat on e1 cannot go to i1: your own boat is in the way on f1."),
        ("e1-a1", "Only the king may end on a corner."),
        ("n1-n2", "There is no square n1: the board goes from a1 to m13."),
        ("g2-g14", "There is no square g14: the board goes from a1 to m13."),
    ],
)
def test_a_refusal_says_why_in_the_players_words(typed: str, said: str) -> None:
    assert refusal(KingsConvoy.start(), typed) == said


def test_the_defender_is_refused_in_his_own_words() -> None:
    position = played(KingsConvoy.start(), "g2-f2")
    assert refusal(position, "f2-f3") == "f2 is not yours: an attacker stands there."
    assert refusal(position, "g6-g8") == "The boat on g6 cannot go to g8: your king is in the way on g7."


def test_ending_on_the_throne_is_refused_to_all_but_the_king() -> None:
    position = around("e7", "A")
    assert refusal(position, "e7-g7") == "Only the king may stop on the throne; other boats may only cross it."


@pytest.mark.parametrize("typed", ["castle", "g2", "g", "g2-d2-d3"])
def test_a_text_that_names_no_move_is_refused_with_what_to_type(typed: str) -> None:
    with pytest.raises(RuleError, match=r"g2-|not a move"):
        KingsConvoy.start().parse(typed)


def test_there_is_no_passing() -> None:
    assert refusal(KingsConvoy.start(), "pass").startswith("“pass” is not a move")


def test_a_beginning_of_a_move_is_answered_with_how_it_can_go_on() -> None:
    assert "g2-f2" in refusal(KingsConvoy.start(), "g2")


def test_a_position_that_cannot_have_come_about_is_not_decoded() -> None:
    for text in ("never 0 84K84", "always 0 84K83", "always 0 84K83K", "always 1 84K84 a1-a2"):
        with pytest.raises(ValueError, match=r"King|have led"):
            KingsConvoy.decode(text)


def test_a_drawing_must_have_thirteen_rows_of_thirteen() -> None:
    with pytest.raises(ValueError, match="13 rows"):
        KingsConvoy.draw("A . K")


def test_there_is_a_kept_game_for_each_winner_and_each_throne() -> None:
    kept = playthroughs("kings_convoy")
    assert {game.options["throne"] for game in kept} == {"always", "empty"}
    assert {game.result.split(":")[0] for game in kept} == {"Attacker", "Defender"}


def test_illegal_and_unreadable_moves_are_told_apart() -> None:
    with pytest.raises(IllegalMove):
        KingsConvoy.start().parse("e5-e6")
    with pytest.raises(InvalidNotation):
        KingsConvoy.start().parse("hello")
    assert KingsConvoy.start().parse("G2 > D2") == Move(SQUARES["g2"], SQUARES["d2"])
