"""Coral Clash, drawn: the setup, how pieces move and capture, and what hunters and gatherers do with coral."""

import pytest

from games import InvalidNotation, Seat
from games.coral_clash import CoralClash
from tests.games.clash_boards import BLUE, YELLOW, ends, moves_to, names, on, sketch
from tests.games.playing import played, texts
from tests.support.drawings import draw_clash

each_coral = pytest.mark.parametrize("coral", ["y", "b"])


def test_the_men_stand_as_in_the_rulebook_and_blue_as_yellow_turned_round() -> None:
    assert CoralClash.start() == draw_clash(
        """
        8  pg. th. tg. ww. ww. tg. th. ph.
        7  cg. oh. ch. dg. dh. cg. og. ch.
        6  ... ... ... ogb ohb ... ... ...
        5  ... ... ... ... ... ... ... ...
        4  ... ... ... ... ... ... ... ...
        3  ... ... ... OHy OGy ... ... ...
        2  CH. OG. CG. DH. DG. CH. OH. CG.
        1  PH. TH. TG. WW. WW. TG. TH. PG.
            a   b   c   d   e   f   g   h
        """,
        turn=BLUE,
        ply=0,
    )


def test_each_side_starts_with_fifteen_coral_in_its_supply_and_two_on_the_board() -> None:
    assert CoralClash.start().board.supplies == (15, 15)
    assert CoralClash.start().board.areas == (2, 2)


def test_blue_first_puts_a_coral_under_one_of_its_pieces_that_has_none_either_whale_half_counts() -> None:
    start = CoralClash.start()
    assert start.turn == BLUE
    assert texts(start) == {f"+{file}{rank}" for file in "abcdefgh" for rank in (7, 8)}
    after = played(start, "+d8")
    assert (on(after, "d8"), on(after, "e8")) == ("wwb", "ww.")
    assert after.board.supplies == (15, 14)


def test_then_yellow_moves_and_the_sides_take_turns() -> None:
    position = played(CoralClash.start(), "+c7")
    assert position.turn == YELLOW
    assert played(position, "d2-b4").turn == BLUE
    assert played(position, "d2-b4", "d7-b5").turn == YELLOW


@pytest.mark.parametrize("moves", [(), ("+c7",), ("+c7", "d2-b4")])
def test_there_is_no_passing(moves: tuple[str, ...]) -> None:
    with pytest.raises(InvalidNotation, match="“pass” is not a move"):
        played(CoralClash.start(), *moves).parse("pass")


def test_a_dolphin_goes_any_distance_in_eight_directions() -> None:
    position = sketch("4  ... ... ... DH.")
    straight = "d1 d2 d3 d5 d6 d7 d8 a4 b4 c4 e4 f4 g4 h4"
    slanted = "a1 b2 c3 e5 f6 g7 h8 a7 b6 c5 e3 f2"
    assert ends(position, "d4") == names(f"{straight} {slanted}")


def test_a_turtle_goes_any_distance_along_rows_and_columns() -> None:
    assert ends(sketch("4  ... ... ... TH."), "d4") == names("d1 d2 d3 d5 d6 d7 d8 a4 b4 c4 e4 f4 g4 h4")


def test_a_pufferfish_goes_any_distance_diagonally() -> None:
    assert ends(sketch("4  ... ... ... PG."), "d4") == names("a1 b2 c3 e5 f6 g7 h8 a7 b6 c5 e3 f2")


@pytest.mark.parametrize(
    ("steps", "octopus", "crab"),
    [("text", "d3 d5 c4 e4", "c3 c5 e3 e5"), ("diagram", "c3 c5 e3 e5", "d3 d5 c4 e4")],
)
def test_an_octopus_steps_straight_and_a_crab_diagonally_and_in_the_diagrams_the_other_way(
    steps: str, octopus: str, crab: str
) -> None:
    for role in "HG":
        assert ends(sketch(f"4  ... ... ... O{role}.", steps=steps), "d4") == names(octopus)
        assert ends(sketch(f"4  ... ... ... C{role}.", steps=steps), "d4") == names(crab)


def test_nothing_passes_through_a_piece_of_either_side() -> None:
    position = sketch("""
        6  ... ... ... th.
        4  ... CG. ... TG.
    """)
    assert ends(position, "d4") == names("c4 d5 d6 d1 d2 d3 e4 f4 g4 h4")


def test_landing_on_an_enemy_captures_it_and_the_coral_there_stays() -> None:
    position = sketch("""
        6  ... ... ... thb
        4  ... ... ... TG.
    """)
    after = played(position, "d4-d6")
    assert on(after, "d6") == "TGb"
    assert after.board.supplies == position.board.supplies


def test_no_legal_move_enters_a_square_of_the_enemy_whale() -> None:
    position = sketch("""
        8  ... ... ww. ww. ... ... ... ...
        4  ... ... DH. DG. ... ch. ... ...
    """)
    for start in ("c4", "d4"):
        assert not ends(position, start) & {"c8", "d8"}


@each_coral
def test_a_sliding_hunter_ends_where_it_enters_coral_its_own_sides_or_not(coral: str) -> None:
    position = sketch(f"""
        6  ... ... ... ..{coral}
        4  ... ... ... TH. ... ..{coral}
    """)
    assert ends(position, "d4") == names("d5 d6 d1 d2 d3 e4 f4 a4 b4 c4")


@each_coral
def test_a_hunter_may_capture_where_it_meets_coral(coral: str) -> None:
    position = sketch(f"""
        6  ... ... ... og{coral}
        4  ... ... ... DH.
    """)
    assert moves_to(position, "d4", "d6") == {"d4-d6", "d4-d6^"}
    assert "d7" not in ends(position, "d4")


def test_coral_on_the_square_that_a_hunter_leaves_is_no_matter() -> None:
    assert ends(sketch("4  ... ... ... THy"), "d4") == ends(sketch("4  ... ... ... TH."), "d4")


@each_coral
def test_a_gatherer_slides_over_coral_freely(coral: str) -> None:
    position = sketch(f"""
        6  ... ... ... ..{coral}
        5  ... ... ... ..{coral}
        4  ... ... ... DG. ..{coral}
    """)
    assert {"d7", "d8", "f4", "h4"} <= ends(position, "d4")


def test_a_hunter_may_lift_the_coral_that_it_lands_on_or_leave_it() -> None:
    position = sketch("4  ... ... ... TH. ..y")
    assert moves_to(position, "d4", "e4") == {"d4-e4", "d4-e4^"}
    assert moves_to(position, "d4", "d5") == {"d4-d5"}
    assert on(played(position, "d4-e4"), "e4") == "THy"
    assert on(played(position, "d4-e4^"), "e4") == "TH."


@each_coral
def test_lifted_coral_returns_to_the_supply_of_its_owner(coral: str) -> None:
    position = sketch(f"4  ... ... ... CH.\n5  ... ... ... ... ..{coral}")
    assert position.board.supplies == ((16, 17) if coral == "y" else (17, 16))
    assert played(position, "d4-e5").board.supplies == position.board.supplies
    assert played(position, "d4-e5^").board.supplies == (17, 17)


def test_a_hunter_may_lift_after_a_capture_too() -> None:
    after = played(sketch("4  ... ... ... TH. tgb"), "d4-e4^")
    assert on(after, "e4") == "TH."
    assert after.board.supplies == (17, 17)


def test_a_hunter_places_no_coral_and_a_gatherer_lifts_none() -> None:
    position = sketch("4  ... ... TG. ..b ..b TH.")
    assert not [text for text in texts(position) if text.startswith("f4") and text.endswith("+")]
    assert not [text for text in texts(position) if text.startswith("c4") and text.endswith("^")]


@pytest.mark.parametrize(("seat", "man", "coral"), [(YELLOW, "OG", "y"), (BLUE, "og", "b")])
def test_a_gatherer_may_place_a_coral_of_its_own_where_it_lands(seat: Seat, man: str, coral: str) -> None:
    position = sketch(f"4  ... ... ... {man}.", turn=seat)
    assert moves_to(position, "d4", "e4") == {"d4-e4", "d4-e4+"}
    assert on(played(position, "d4-e4"), "e4") == f"{man}."
    after = played(position, "d4-e4+")
    assert on(after, "e4") == f"{man}{coral}"
    assert after.board.supplies[seat] == 16


def test_a_gatherer_may_place_where_it_captures() -> None:
    after = played(sketch("4  ... ... ... TG. th."), "d4-e4+")
    assert on(after, "e4") == "TGy"


def test_a_capture_is_named_with_the_moves_other_effects() -> None:
    position = sketch("4  ... ... ... TG. th.")
    said = [position.annotate_move(position.parse(text)).said() for text in ("d4-e4+", "d4-e4", "d4-d5+")]
    captured = "capturing the hunter turtle on e4"
    assert said == [f"d4-e4 ({captured} and placing a coral)", f"d4-e4 ({captured})", "d4-d5 (placing a coral)"]


@each_coral
def test_at_most_one_coral_lies_on_a_square_of_either_owner_with_or_without_a_piece(coral: str) -> None:
    position = sketch(f"4  ... ... th{coral} TG. ..{coral}")
    assert moves_to(position, "d4", "c4") == {"d4-c4"}
    assert moves_to(position, "d4", "e4") == {"d4-e4"}


def test_a_gatherer_places_only_while_its_supply_is_above_nothing() -> None:
    rows = "3  ..y ..y ..y ..y ..y ..y ..y ..y\n5  ..y ..y ..y ..y ..y ..y ..y ..y\n4  ... ... ... TG."
    with_one = sketch(rows)
    assert with_one.board.supplies[YELLOW] == 1
    assert "d4-e4+" in texts(with_one)
    with_none = sketch(rows + " ..y")
    possible = {with_none.format(move) for move in with_none.possible_moves()}
    assert "d4-c4" in possible
    assert not [text for text in possible if text.endswith("+")]


def test_supply_and_coral_on_the_board_are_always_seventeen() -> None:
    position = played(CoralClash.start(), "+c7", "e2-g4+", "d7-b5+", "d2-b4", "c7-b6")
    assert position.board.supplies == (14, 13)
    assert [on(position, square)[2] for square in ("d3", "e3", "g4")] == ["y"] * 3
    assert [on(position, square)[2] for square in ("d6", "e6", "c7", "b5")] == ["b"] * 4
