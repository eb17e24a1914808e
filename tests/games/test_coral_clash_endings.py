"""Coral Clash, drawn: checkmate, counting the areas, stalemate, repetition, and which of them comes first."""

import pytest

from games import Result, Seat
from tests.games.clash_boards import BLUE, YELLOW, sketch
from tests.games.playing import played, texts

MATED = """
    8  ww. ww. TH. {corner}
    7  og. oh. ch.
    5  ... ... ... ... ... DH.
"""


def test_a_side_in_check_without_a_legal_move_is_checkmated() -> None:
    position = sketch(MATED.format(corner="..."), turn=BLUE)
    assert position.checkers == "c8"
    assert position.result() == Result(YELLOW, "checkmate")
    assert position.legal_moves() == []


def test_a_check_that_can_be_answered_is_no_checkmate() -> None:
    position = sketch(MATED.format(corner="...").replace("ch.", "th."), turn=BLUE)
    assert position.checkers == "c8"
    assert texts(position) == {"c7-c8"}
    assert position.result() is None


def test_checkmate_comes_before_scoring() -> None:
    reached = MATED.format(corner="CH.") + "    4  ..b ..b ..b"
    position = sketch(reached, turn=BLUE)
    assert position.board.areas == (0, 3)
    assert position.result() == Result(YELLOW, "checkmate")
    free = sketch(reached.replace("ch.", "th."), turn=BLUE)
    assert free.result() == Result(BLUE, "3 points to 0, last row reached")


COUNTED = "5  ..y ..y ..y ..b\n4  ... ... ... TG. ... tg."


def test_while_nothing_asks_for_the_areas_the_game_goes_on() -> None:
    assert sketch(COUNTED).result() is None


@pytest.mark.parametrize(("coral", "winner"), [("y", YELLOW), ("b", BLUE)])
def test_the_areas_are_counted_when_a_supply_is_empty(coral: str, winner: Seat) -> None:
    row = " ".join([f"..{coral}"] * 8)
    almost = f"5  {row}\n3  {row}\n4  ... ... ... TG. ... tg."
    assert sketch(almost).result() is None
    reason = "17 points to 0, all coral placed"
    assert sketch(f"{almost} ..{coral}").result() == Result(winner, reason)
    assert sketch(f"{almost} ..{coral}", turn=BLUE).result() == Result(winner, reason), "whoever moved"


def test_a_gatherer_that_places_the_last_coral_ends_the_game() -> None:
    row = " ".join(["..y"] * 8)
    position = played(sketch(f"5  {row}\n3  {row}\n4  ... ... ... TG."), "d4-e4+")
    assert position.board.supplies == (0, 17)
    assert position.result() == Result(YELLOW, "17 points to 0, all coral placed")


def test_the_areas_are_counted_when_a_side_has_only_its_whale() -> None:
    yellow_alone = sketch("6  ..y\n4  ... ... ... WW. WW.\n1  ... ... ... ... ... ... ... ...", turn=BLUE)
    assert yellow_alone.result() == Result(YELLOW, "1 points to 0, lone Whale")
    blue_alone = sketch("8  ww. ww.\n6  ..y ..b ..b\n4  ... ... ... TH.", turn=BLUE)
    assert blue_alone.result() == Result(BLUE, "2 points to 1, lone Whale")


def test_capturing_the_last_piece_but_the_whale_counts_the_areas() -> None:
    before = sketch("8  ww. ww.\n5  ... ... ... og.\n4  ... ... ... TH. ... ..y")
    assert before.result() is None
    assert played(before, "d4-d5").result() == Result(YELLOW, "1 points to 0, lone Whale")


@pytest.mark.parametrize("letter", ["C", "O"])
@pytest.mark.parametrize("role", ["H", "G"])
def test_the_areas_are_counted_when_a_crab_or_octopus_stands_on_the_row_nearest_the_enemy(
    letter: str, role: str
) -> None:
    yellow = sketch(f"7  ... ... ... ... {letter}{role}.\n5  ..y")
    assert yellow.result() is None
    end = {"C": "e7-f8", "O": "e7-e8"}[letter]
    reason = "1 points to 0, last row reached"
    assert played(yellow, end).result() == Result(YELLOW, reason)
    blue = sketch(f"2  ... ... ... ... {(letter + role).lower()}.\n5  ..b", turn=BLUE)
    end = {"C": "e2-d1", "O": "e2-e1"}[letter]
    assert played(blue, end).result() == Result(BLUE, reason)


def test_crabs_and_octopuses_on_their_own_row_and_other_pieces_on_the_last_row_count_nothing() -> None:
    assert sketch("8  ww. ww. oh. ch. ... TH. DG. PH.\n7  ... cg.\n1  CH. OH. ... th.").result() is None


def test_the_larger_area_wins_even_against_the_player_who_triggered_it() -> None:
    position = sketch("7  ... ... ... ... CH.\n5  ..b ..b ..y")
    assert played(position, "e7-f8").result() == Result(BLUE, "2 points to 1, last row reached")


def test_equal_areas_are_a_draw() -> None:
    position = sketch("7  ... ... ... ... CH.\n5  ..b ..y")
    assert played(position, "e7-f8").result() == Result(None, "1 points to 1, last row reached")


def test_an_area_is_the_coral_on_empty_squares_and_under_own_pieces_not_under_the_other_sides() -> None:
    assert sketch("5  ..y ..y ..b").board.areas == (2, 1)
    assert sketch("5  CHy ..y chb").board.areas == (2, 1)
    assert sketch("5  chy ..y CHb").board.areas == (1, 0)


def test_either_half_of_a_whale_occupies_its_square() -> None:
    assert sketch("4  ... ... ... WWb WWb ..b\n1  CH.").board.areas == (0, 1)
    assert sketch("4  ... ... ... WWy WWb ..b\n1  CH.").board.areas == (1, 1)


def test_ply_1_never_triggers_scoring() -> None:
    row = " ".join(["..b"] * 8)
    setup = sketch(f"5  {row}\n4  {row}", turn=BLUE, ply=0)
    after = played(setup, "+c8")
    assert after.board.supplies == (17, 0)
    assert after.result() is None
    assert played(after, "h2-g3").result() == Result(BLUE, "17 points to 0, all coral placed")


STALE = """
    8  ww. ww. ph. ... ... ... {last}
    7  ph. ch.
    1  TH. TH. ... ... ... ... WW. WW.
"""


def test_a_side_not_in_check_without_a_legal_move_is_stalemated_and_that_is_a_draw() -> None:
    position = sketch(STALE.format(last="TH."), turn=BLUE)
    assert position.checkers == ""
    assert position.result() == Result(None, "stalemate")
    assert position.legal_moves() == []


def test_scoring_comes_before_stalemate() -> None:
    position = sketch(STALE.format(last="TH. OH.") + "    5  ... ... ... ..y", turn=BLUE)
    assert not list(position.possible_moves())
    assert position.result() == Result(YELLOW, "1 points to 0, last row reached")


ROUND = ("d1-d2", "e8-e7", "d2-d1", "e7-e8")
TURTLES = "8  ww. ww. oh. ... th.\n7  ... ch.\n1  ... ... ... TG. ... ... WW. WW.\n2  ... ... ... ... ... ... ... CH."


def test_the_same_position_for_the_third_time_is_a_draw() -> None:
    once = sketch(TURTLES)
    twice = played(once, *ROUND)
    assert twice.result() is None
    assert played(twice, *ROUND[:3]).result() is None
    assert played(twice, *ROUND).result() == Result(None, "threefold repetition")
    assert played(twice, *ROUND).legal_moves() == []


def test_the_repeats_need_not_be_consecutive() -> None:
    detour = ("d1-d3", "e8-e6", "d3-d1", "e6-e8")
    assert played(sketch(TURTLES), *ROUND, "d1-f1", "e8-f8", "f1-d1").result() is None
    assert played(sketch(TURTLES), *ROUND, *detour).result() == Result(None, "threefold repetition")


def test_equal_pieces_with_different_coral_are_no_repetition() -> None:
    position = played(sketch(TURTLES), "d1-d2+", *ROUND[1:], *ROUND)
    assert position.result() is None, "the turtles stand so for the third time, but before there was no coral on d2"
    assert played(position, "d1-d2").result() == Result(None, "threefold repetition")


def test_equal_coral_of_different_owners_is_no_repetition() -> None:
    both = TURTLES.replace("TG.", "TGy").replace("th.", "tgb")
    other = TURTLES.replace("TG.", "TGb").replace("th.", "tgy")
    assert sketch(both).board.coral[0] == sketch(other).board.coral[1]
    assert sketch(both) != sketch(other)


def test_the_same_board_with_the_other_side_to_move_is_no_repetition() -> None:
    position = sketch(TURTLES.replace("TG.", "DG."))
    shuffled = played(position, "d1-d2", "e8-e7", "d2-e1", "e7-e8", "e1-d1")
    assert shuffled.board == position.board
    again = played(shuffled, "e8-e7", "d1-d2", "e7-e8", "d2-d1")
    assert again.board == position.board
    assert again.result() is None


def test_the_same_men_in_other_roles_are_no_repetition() -> None:
    swap = sketch(
        "8  ww. ww. oh. ... th.\n7  ... ch.\n1  ... ... ... TG. TH. ... WW. WW.\n2  ... ... ... ... ... ... ... CH."
    )
    swapped = played(swap, "d1-d2", "e8-e7", "e1-d1", "e7-e8", "d2-e2", "e8-e7", "e2-e1", "e7-e8")
    assert swapped.board.kinds == swap.board.kinds
    back = played(swapped, "d1-d2", "e8-e7", "e1-d1", "e7-e8", "d2-e2", "e8-e7", "e2-e1", "e7-e8")
    assert back.board == swap.board
    assert back.result() is None


def test_repeats_are_counted_from_the_position_after_ply_1() -> None:
    setup = sketch(
        "8  ww. ww. oh. ... th.\n7  ... ch.\n1  ... ... ... DH. ... ... WW. WW.\n2  ... ... ... ... ... ... ... CH.",
        turn=BLUE,
        ply=0,
    )
    back = played(setup, "+e8", "d1-d2", "e8-e7", "d2-e1", "e7-e8^", "e1-d1")
    assert back.board == setup.board
    shuffle = ("e8-e7", "d1-d2", "e7-e8", "d2-d1")
    assert played(back, *shuffle).result() is None
    assert played(back, *shuffle, *shuffle).result() == Result(None, "threefold repetition")


def test_a_position_with_more_pieces_is_never_repeated_after_a_capture() -> None:
    position = played(sketch(TURTLES + "\n3  ... ... ... og."), *ROUND[:3], "e7-e8", "d1-d3")
    assert position.earlier == ()
    assert position.result() is None
