"""Coral Clash, drawn: how the Whale slides, turns and lifts, what check is, and Whale against Whale."""

import pytest

from tests.games.clash_boards import BLUE, ends, moves_to, names, on, sketch, whale_ways
from tests.games.playing import played, texts

TURNS = {"d4d5", "d3d4", "e4e5", "e3e4"}
each_coral = pytest.mark.parametrize("coral", ["y", "b"])


def test_the_whale_slides_both_halves_any_distance_in_eight_directions() -> None:
    along = "e4f4 f4g4 g4h4 c4d4 b4c4 a4b4"
    across = "d5e5 d6e6 d7e7 d8e8 d3e3 d2e2 d1e1"
    slanted = "e5f5 f6g6 g7h7 c5d5 b6c6 a7b7 e3f3 f2g2 g1h1 c3d3 b2c2 a1b1"
    assert whale_ways(sketch("4  ... ... ... WW. WW.")) - TURNS == names(f"{along} {across} {slanted}")


def test_an_upright_whale_slides_along_its_own_axis_too() -> None:
    ways = whale_ways(sketch("5  ... ... ... WW.\n4  ... ... ... WW."))
    assert {"d5d6", "d6d7", "d7d8", "d3d4", "d2d3", "d1d2"} <= ways
    assert {"e4e5", "h4h5", "e5e6", "g7g8", "c3c4", "b2b3"} <= ways


def test_its_own_starting_squares_count_as_free_so_it_slides_along_its_own_axis() -> None:
    assert {"c4d4", "e4f4"} <= whale_ways(sketch("4  ... ... ... WW. WW."))


def test_no_half_may_enter_a_square_of_an_own_piece() -> None:
    ways = whale_ways(
        sketch("""
        6  ... ... ... ... TH.
        4  ... ... ... WW. WW. ... CG.
        """)
    )
    assert "d5e5" in ways
    assert not {"d6e6", "d7e7"} & ways
    assert "e4f4" in ways
    assert "f4g4" not in ways


def test_it_captures_an_enemy_piece_that_one_half_enters_and_stops_there() -> None:
    position = sketch("6  ... ... ... th.\n4  ... ... ... WW. WW.\n1  OH.")
    assert "d6e6" in whale_ways(position)
    assert "d7e7" not in whale_ways(position)
    after = played(sketch("4  ... ... ... WW. WW.\n5  ... ... ... oh.\n1  OH."), "d4e4-d5e5")
    assert "og." not in after.diagram()
    assert (on(after, "d5"), on(after, "e5"), on(after, "d4")) == ("WW.", "WW.", "...")


def test_it_captures_both_enemy_pieces_that_its_halves_enter_in_one_step() -> None:
    position = sketch("5  ... ... ... og. ch.\n4  ... ... ... WW. WW.\n1  OH.")
    after = played(position, "d4e4-d5e5")
    assert "og." not in after.diagram()
    assert after.diagram().count("ch.") == 1, "the one on b7"
    assert "d6e6" not in whale_ways(position)


def test_a_step_with_an_enemy_under_one_half_and_an_own_piece_under_the_other_is_impossible() -> None:
    assert "d5e5" not in whale_ways(sketch("5  ... ... ... oh. OH.\n4  ... ... ... WW. WW."))


@each_coral
@pytest.mark.parametrize("file", ["d", "e"])
def test_it_stops_when_either_half_enters_coral(coral: str, file: str) -> None:
    squares = ["...", "...", "...", f"..{coral}"] if file == "d" else ["...", "...", "...", "...", f"..{coral}"]
    ways = whale_ways(sketch(f"6  {' '.join(squares)}\n4  ... ... ... WW. WW."))
    assert {"d5e5", "d6e6"} <= ways
    assert "d7e7" not in ways


def test_coral_under_it_when_the_move_begins_does_not_stop_it() -> None:
    ways = whale_ways(sketch("4  ... ... ... WWy WWb"))
    assert {"c4d4", "b4c4", "a4b4", "e4f4", "g4h4", "d7e7", "g7h7"} <= ways


def test_coral_ahead_on_its_own_axis_stops_it_where_its_foremost_half_enters() -> None:
    ways = whale_ways(sketch("4  ... ... ... WWy WWy ... ..b"))
    assert {"e4f4", "f4g4"} <= ways
    assert "g4h4" not in ways


def test_it_turns_about_either_half_to_a_free_neighbour_of_that_half() -> None:
    assert whale_ways(sketch("4  ... ... ... WW. WW.")) >= TURNS
    upright = whale_ways(sketch("5  ... ... ... WW.\n4  ... ... ... WW."))
    assert {"c4d4", "d4e4", "c5d5", "d5e5"} <= upright


def test_the_corner_that_a_turn_sweeps_is_no_matter() -> None:
    ways = whale_ways(sketch("5  ... ... ... ... OG.\n4  ... ... ... WW. WW.\n3  ... ... ... ... og."))
    assert {"d4d5", "d3d4"} <= ways
    assert "d5e5" not in ways


def test_a_turn_captures_the_enemy_piece_on_its_new_square() -> None:
    after = played(sketch("5  ... ... ... ch.\n4  ... ... ... WW. WW.\n1  OH."), "d4e4-d4d5")
    assert on(after, "d5") == "WW."
    assert after.diagram().count("ch.") == 1, "the one on b7"


def test_a_turn_may_not_enter_an_own_piece() -> None:
    assert whale_ways(sketch("5  ... ... ... CH.\n4  ... ... ... WW. WW.")) & TURNS == TURNS - {"d4d5"}


@each_coral
def test_coral_never_prevents_a_turn(coral: str) -> None:
    row = f"... ... ... ..{coral} ..{coral}"
    assert whale_ways(sketch(f"5  {row}\n4  ... ... ... WW{coral} WW{coral}\n3  {row}")) >= TURNS


def test_a_turn_straight_through_its_pivot_is_the_same_move_as_a_slide_of_one_step() -> None:
    position = sketch("4  ... ... ... WW. WW.\n1  OH.")
    texts_to = [position.format(move) for move in position.legal_moves()]
    assert texts_to.count("d4e4-e4f4") == texts_to.count("d4e4-c4d4") == 1


def test_it_may_lift_none_one_the_other_or_both_of_the_coral_under_it() -> None:
    position = sketch("5  ... ... ... ..y ..b\n4  ... ... ... WW. WW.\n1  OH.")
    every = {"d4e4-d5e5", "d4e4-d5e5^d5", "d4e4-d5e5^e5", "d4e4-d5e5^d5e5"}
    assert moves_to(position, "d4e4", "d5e5") == every
    assert position.board.supplies == (16, 16)
    supplies = {text: played(position, text).board.supplies for text in every}
    assert list(map(supplies.get, sorted(every))) == [(16, 16), (17, 16), (17, 17), (16, 17)]


def test_coral_under_the_half_that_did_not_move_may_be_lifted_too() -> None:
    position = sketch("4  ... ... ... WWb WW.\n1  OH.")
    assert moves_to(position, "d4e4", "d3d4") == {"d4e4-d3d4", "d4e4-d3d4^d4"}
    assert on(played(position, "d4e4-d3d4^d4"), "d4") == "WW."


def test_coral_on_the_squares_that_it_leaves_stays_there() -> None:
    position = sketch("4  ... ... ... WWb WWy\n1  OH.")
    after = played(position, "d4e4-d3e3")
    assert (on(after, "d4"), on(after, "e4")) == ("..b", "..y")
    assert moves_to(position, "d4e4", "d3e3") == {"d4e4-d3e3"}


def test_coral_under_a_captured_piece_may_be_lifted_by_the_whale() -> None:
    after = played(sketch("5  ... ... ... chb\n4  ... ... ... WW. WW.\n1  OH."), "d4e4-d5e5^d5")
    assert (on(after, "d5"), after.board.supplies) == ("WW.", (17, 17))


def test_a_whale_never_places_coral() -> None:
    position = sketch("4  ... ... ... WW. WW.\n1  OH.")
    assert not [text for text in texts(position) if text.startswith("d4e4") and "+" in text]


def test_it_may_pass_through_threatened_squares_but_not_end_there() -> None:
    position = sketch("6  tg.\n4  ... ... ... WW. WW.\n1  OH.")
    assert "d6e6" not in ends(position, "d4e4")
    assert {"d5e5", "d7e7"} <= ends(position, "d4e4")


def test_a_side_is_in_check_when_an_enemy_could_capture_either_half() -> None:
    assert sketch("4  ... ... ... WW. WW.\n8  ... ... ... ... tg.\n1  OH.").checkers == "e8"
    assert sketch("4  ... ... ... WW. WW.\n8  ... ... ... tg.\n1  OH.").checkers == "d8"
    assert sketch("4  ... ... ... WW. WW.\n8  ... ... ... ... ... tg.\n1  OH.").checkers == ""


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("8  ... ... ... ... tg.", "Check by the turtle on e8"),
        ("8  ... ... ... dg. tg.", "Check by the dolphin on d8 and the turtle on e8"),
        ("4  ... ... ... WW. WW. ... oh.", None),
    ],
)
def test_a_check_is_said_with_all_pieces_that_give_it(rows: str, said: str | None) -> None:
    drawn = sketch(f"4  ... ... ... WW. WW.\n{rows}\n1  OH.")
    assert [str(warning) for warning in drawn.warnings()] == ([said] if said else [])


def test_coral_strictly_between_stops_hunters_but_not_gatherers() -> None:
    rows = "8  ... ... ... ... {man}\n6  ... ... ... ... ..y\n4  ... ... ... WW. WW.\n1  OH."
    assert sketch(rows.format(man="th.")).checkers == ""
    assert sketch(rows.format(man="tg.")).checkers == "e8"


def test_coral_under_the_attacker_or_under_the_whale_stops_nobody() -> None:
    assert sketch("8  ... ... ... ... thb\n4  ... ... ... WW. WWy\n1  OH.").checkers == "e8"


@pytest.mark.parametrize(("steps", "checkers"), [("text", "c5f4"), ("diagram", "")])
def test_octopuses_and_crabs_attack_where_they_step(steps: str, checkers: str) -> None:
    assert sketch("5  ... ... ch.\n4  ... ... ... WW. WW. oh.\n1  OH.", steps=steps).checkers == checkers


def test_in_check_only_moves_that_end_it_are_legal() -> None:
    position = sketch(
        "8  ... ... ... ... tg.\n6  ... ... ... ... ... ... TH.\n4  ... ... ... WW. WW.\n3  ... ... ... ... ... PH."
    )
    assert ends(position, "g6") == {"e6"}
    assert ends(position, "f3") == set()
    assert not {"e4e5", "e3e4", "d5e5"} & ends(position, "d4e4")


def test_the_piece_that_gives_check_may_be_captured() -> None:
    position = sketch("8  ... ... ... ... tg. ... TH.\n4  ... ... ... WW. WW.")
    assert ends(position, "g8") == {"e8"}


def test_a_pinned_piece_may_move_only_along_its_pin() -> None:
    position = sketch("8  ... ... ... ... tg.\n6  ... ... ... ... TH.\n4  ... ... ... WW. WW.\n1  CH.")
    assert ends(position, "e6") == {"e5", "e7", "e8"}


def test_a_piece_between_a_hunter_and_its_whale_is_not_pinned_where_coral_lies_between_too() -> None:
    for square in ("th. ..y TH. ...", "th. ... THy ...", "th. ... TH. ..y"):
        rows = "\n".join(f"{8 - i}  ... ... ... ... {token}" for i, token in enumerate(square.split()))
        assert "a6" in ends(sketch(f"{rows}\n4  ... ... ... WW. WW.\n1  CH."), "e6")


def test_a_piece_pinned_by_two_lines_cannot_move() -> None:
    position = sketch("7  ... ... ... ... tg. ... ... pg.\n5  ... ... ... ... ... TH.\n4  ... ... ... WW. WW.\n1  CH.")
    assert ends(position, "f5") == set()
    position = sketch("8  ... ... ... ... tg.\n5  ... ... ... ... DH. th.\n4  ... ... ... WW. WW.\n1  CH.")
    assert ends(position, "e5") == {"e6", "e7", "e8"}


def test_pinned_pieces_still_give_check() -> None:
    position = sketch("8  ww. ww. ... th. ... TG.\n2  ... ... ... WW. WW.\n1  OH.\n7  ch.", turn=BLUE)
    assert "d2" not in ends(position, "d8")
    assert ends(position, "d8") == {"c8", "e8", "f8"}
    assert sketch("8  ww. ww. ... th. ... TG.\n2  ... ... ... WW. WW.\n1  OH.\n7  ch.").checkers == "d8"


def test_moving_away_another_piece_must_not_open_a_line_to_the_whale() -> None:
    position = sketch(
        "7  ... ... ... ... ... ... ... pg.\n6  ... ... ... ... ... ... OH.\n4  ... ... ... WW. WW.\n1  CH."
    )
    assert ends(position, "g6") == set()


def test_a_whale_threatens_the_enemy_whale_when_nothing_would_attack_it_there() -> None:
    position = sketch("6  ... ww. ww. ... ... ch.\n4  ... WW. WW. ... ... CH.")
    assert position.checkers == "b6c6"
    assert "f4-g5" not in texts(position)


def test_a_whale_cannot_take_a_guarded_whale_so_it_gives_no_check() -> None:
    assert sketch("6  ... ww. ww. ... ... ch.\n4  ... WW. WW. ... ... TH.").checkers == ""
    assert sketch("6  ... ww. ww. ... ... ch.\n4  ... WW. WW. ..y ... TH.").checkers == "b6c6"
    assert sketch("6  ... ww. ww. ... ... ch.\n4  ... WW. WW. ..y ... TG.").checkers == ""


def test_a_guard_may_not_leave_its_whale_to_the_other_whale() -> None:
    position = sketch("6  ... ww. ww. ... ... ch.\n4  ... WW. WW. ... ... TH.")
    assert ends(position, "f4") == {"d4", "e4", "g4", "h4"}


def test_a_guard_that_the_capture_takes_along_guards_nothing() -> None:
    beside = sketch("6  ... ww. ww. ... ... ch.\n4  ... ... WW. WW. ... CH.")
    assert beside.checkers == "b6c6"
    with_guard = sketch("6  ... ww. ww. ... ... ch.\n4  ... OH. WW. WW. ... CH.")
    assert with_guard.checkers == "b6c6"
    behind = sketch("6  ... ww. ww. ... ... ch.\n4  OH. TH. WW. WW. ... CH.")
    assert behind.checkers == ""


def test_both_halves_of_a_taken_whale_leave_the_board_so_guards_look_through_them() -> None:
    position = sketch("6  ww. ... ... ... ... ch.\n5  ww.\n4  WW. WW. ... TH.")
    assert position.checkers == ""
    assert sketch("6  ww. ... ... ... ... ch.\n5  ww.\n4  WW. WWy ... TH.").checkers == "a5a6"
    assert sketch("6  ww. ... ... ... ... ch.\n5  ww.\n4  WW. WWy ... TG.").checkers == ""


def test_a_whale_threatens_by_turning_too() -> None:
    rows = "6  ww. ch.\n5  ww. WW.\n4  ... WW.\n"
    assert sketch(rows + "3  ... OH.").checkers == "a5a6", "sliding to b4b5 it would be captured, turning to a5b5 not"
    assert sketch(rows + "3  ... TH.").checkers == ""


def test_coral_or_a_piece_in_its_way_stops_a_whales_threat() -> None:
    assert sketch("6  ... ww. ww. ... ... ch.\n5  ... ..y\n4  ... WW. WW. ... ... CH.").checkers == ""
    assert sketch("6  ... ww. ww. ... ... ch.\n5  ... ... OH.\n4  ... WW. WW. ... ... CH.").checkers == ""


def test_a_whale_may_be_obliged_to_lift_the_coral_under_itself_to_stay_guarded() -> None:
    position = sketch("2  ... ... ... ... ww. ... ... ch.\n1  TH. WW. WWy ... ww.")
    assert moves_to(position, "b1c1", "c1d1") == {"b1c1-c1d1^c1"}
    assert moves_to(sketch("2  ... ... ... ... ww. ... ... ch.\n1  TG. WW. WWy ... ww."), "b1c1", "c1d1") == {
        "b1c1-c1d1",
        "b1c1-c1d1^c1",
    }
