"""Moves and captures of boats in King's Convoy, drawn as boards: one test for each sentence of the rules."""

import pytest

from games.kings_convoy import KingsConvoy
from games.kings_convoy.board import NAMES
from tests.games.convoy_boards import around, shows
from tests.games.playing import played

both_thrones = pytest.mark.parametrize("throne", ["always", "empty"])


def targets(position: KingsConvoy, origin: str) -> set[str]:
    """The squares to which the boat on `origin` can go."""
    return {NAMES[move.target] for move in position.legal_moves() if NAMES[move.origin] == origin}


def test_the_start_has_six_attackers_on_each_side_and_a_plus_of_defenders_around_the_king() -> None:
    drawn = """
        13 + . . . A A A A A . . . +
        12 . . . . . . A . . . . . .
        11 . . . . . . . . . . . . .
        10 . . . . . . D . . . . . .
         9 A . . . . . D . . . . . A
         8 A . . . . . D . . . . . A
         7 A A . D D D K D D D . A A
         6 A . . . . . D . . . . . A
         5 A . . . . . D . . . . . A
         4 . . . . . . D . . . . . .
         3 . . . . . . . . . . . . .
         2 . . . . . . A . . . . . .
         1 + . . . A A A A A . . . +
           a b c d e f g h i j k l m
    """
    start = KingsConvoy.start()
    assert start == KingsConvoy.draw(drawn)
    assert [line.strip() for line in start.diagram().splitlines()] == [
        line.strip() for line in drawn.strip().split("\n")
    ]
    assert (start.board.count(1), start.board.count(2), start.turn) == (24, 12, 0)


# How boats move


def test_every_boat_slides_any_distance_along_its_row_or_column_over_empty_squares() -> None:
    position = around("b2", "D . . . . A")
    assert targets(position, "g2") == {"f2", "e2", "d2", "c2", "h2", "i2", "j2", "k2", "l2", "m2", "g1"} | {
        f"g{row}" for row in range(3, 14) if row != 7
    }


def test_the_king_slides_like_every_boat() -> None:
    position = around("c2", "A . K . D", turn=1)
    assert targets(position, "e2") == {"d2", "f2", "e1", *(f"e{row}" for row in range(3, 14))}


@pytest.mark.parametrize(("boat", "turn"), [("A", 0), ("D", 1)])
def test_others_cross_the_empty_throne_but_do_not_end_on_it(boat: str, turn: int) -> None:
    position = around("e7", boat, turn=turn)
    assert {"f7", "h7", "m7"} <= targets(position, "e7")
    assert "g7" not in targets(position, "e7")


@pytest.mark.parametrize(("boat", "turn"), [("A", 0), ("D", 1)])
def test_nobody_crosses_the_throne_while_the_king_is_on_it(boat: str, turn: int) -> None:
    position = around("e7", f"{boat} . K", turn=turn)
    assert "f7" in targets(position, "e7")
    assert not {"g7", "h7", "m7"} & targets(position, "e7")


def test_the_king_may_return_to_the_throne_and_cross_it() -> None:
    assert {"f7", "g7", "h7"} <= targets(around("e7", "K", turn=1), "e7")


@pytest.mark.parametrize(("boat", "turn"), [("A", 0), ("D", 1)])
def test_only_the_king_may_end_on_a_corner(boat: str, turn: int) -> None:
    position = around("a5", boat, turn=turn)
    assert not {"a1", "a13"} & targets(position, "a5")
    assert {"a2", "a12"} <= targets(position, "a5")
    assert {"a1", "a13"} <= targets(around("a5", "K", turn=1), "a5")


# Captures


def test_an_enemy_between_the_moved_boat_and_another_of_the_movers_is_captured() -> None:
    assert shows(played(around("d2", "A D . . A"), "h2-f2"), "d2", "A . A . .")
    assert shows(played(around("d2", "D A . . D", turn=1), "h2-f2"), "d2", "D . D . .")


def test_capture_works_along_columns_too() -> None:
    after = played(around("d2", "A .\nD .\n. A"), "e2-d2")
    assert shows(after, "d2", "A .\n. .\nA .")


def test_three_boats_are_captured_at_once_one_in_each_direction() -> None:
    position = around(
        "c2",
        """
        . . A . . .
        . . D . . .
        A D . D A .
        . . . . . .
        . . A . . .
        """,
    )
    after = played(position, "e2-e4")
    assert shows(after, "c2", ". . A . . .\n. . . . . .\nA . A . A .\n. . . . . .\n. . . . . .")


def test_a_move_names_the_boats_that_it_takes() -> None:
    position = around("b2", "A D . . . A")
    said = [position.annotate_move(position.parse(text)).said() for text in ("g2-d2", "g2-e2")]
    assert said == ["g2-d2 (taking c2)", "g2-e2"]


def test_two_in_a_row_are_not_captured() -> None:
    assert shows(played(around("d2", "A D D . . A"), "i2-g2"), "d2", "A D D A . .")


def test_boats_are_not_captured_diagonally() -> None:
    assert shows(played(around("c2", "A . .\n. D .\n. . .\n. . A"), "e2-e3"), "c2", "A . .\n. D .\n. . A\n. . .")


def test_moving_in_between_two_enemies_is_safe_and_stays_so_after_a_move_elsewhere() -> None:
    after = played(around("d2", ". D .\n. . .\nA . A", turn=1), "e4-e2")
    assert shows(after, "d2", "A D A")
    assert shows(played(after, "j3-j4"), "d2", "A D A")


def test_a_boat_that_moved_in_between_is_captured_when_an_enemy_leaves_and_comes_back() -> None:
    after = played(around("d2", "A D A"), "f2-f3", "k10-k9", "f3-f2")
    assert shows(after, "d2", "A . A")


def test_the_edge_is_no_anvil() -> None:
    assert shows(played(around("d1", "A . .\n. . .\nD . ."), "d3-d2"), "d1", ". . .\nA . .\nD . .")


def test_only_the_boat_that_moved_captures() -> None:
    """The defender on e3 stands between the attackers on d3 and f3, but another attacker moves."""
    position = around("d2", "A D A\nA D .", turn=1)
    after = played(position, "k10-k9", "d2-b2")
    assert shows(after, "b2", ". . A D A\nA . . D .")


def test_the_king_captures_as_mover() -> None:
    assert shows(played(around("d2", "D A . . K", turn=1), "h2-f2"), "d2", "D . K . .")


def test_the_king_captures_as_anvil() -> None:
    assert shows(played(around("d2", "K A . . D", turn=1), "h2-f2"), "d2", "K . D . .")


def test_the_king_is_never_captured_by_a_sandwich() -> None:
    after = played(around("d2", "A K . . A"), "h2-f2")
    assert shows(after, "d2", "A K A . .")
    assert after.result() is None


def test_a_corner_is_an_anvil_for_both_sides() -> None:
    assert shows(played(around("a1", ". D . . A"), "e1-c1"), "a1", ". . A . .")
    assert shows(played(around("a1", ". A . . D", turn=1), "e1-c1"), "a1", ". . D . .")


@both_thrones
def test_the_empty_throne_is_an_anvil_for_both_sides(throne: str) -> None:
    assert shows(played(around("d7", "A . D .", throne=throne), "d7-e7"), "d7", ". A . .")
    assert shows(played(around("d7", "D . A .", turn=1, throne=throne), "d7-e7"), "d7", ". D . .")


@both_thrones
def test_the_throne_is_an_anvil_against_attackers_with_the_king_on_it(throne: str) -> None:
    assert shows(played(around("d7", "D . A K", turn=1, throne=throne), "d7-e7"), "d7", ". D . K")


def test_with_throne_always_it_is_an_anvil_against_defenders_even_with_the_king_on_it() -> None:
    assert shows(played(around("d7", "A . D K", throne="always"), "d7-e7"), "d7", ". A . K")


def test_with_throne_empty_it_is_no_anvil_against_defenders_while_the_king_is_on_it() -> None:
    assert shows(played(around("d7", "A . D K", throne="empty"), "d7-e7"), "d7", ". A D K")


def test_all_captures_of_a_move_are_judged_together_the_kings_too() -> None:
    after = played(around("d1", ". A A . .\nA K . D A\n. A . . ."), "f3-f2")
    assert shows(after, "d1", ". A . . .\nA . A . A\n. A . . .")


# The king's capture


def test_the_king_is_captured_when_all_four_neighbours_are_attackers() -> None:
    after = played(around("d2", ". A . .\nA K . A\n. A . ."), "g3-f3")
    assert shows(after, "d2", ". A . .\nA . A .\n. A . .")
    result = after.result()
    assert result
    assert (result.winner, result.reason) == (0, "king captured")
    assert after.legal_moves() == []


def test_three_attackers_and_a_defender_do_not_capture_the_king() -> None:
    after = played(around("d2", ". D . .\nA K . A\n. A . ."), "g3-f3")
    assert shows(after, "d2", ". D . .\nA K A .\n. A . .")


def test_on_the_edge_the_other_three_neighbours_are_enough() -> None:
    after = played(around("d1", ". A . .\nA K . A"), "g1-f1")
    assert shows(after, "d1", ". A . .\nA . A .")


def test_on_the_edge_two_are_not_enough() -> None:
    assert shows(played(around("d1", "A K . A"), "g1-f1"), "d1", "A K A .")


def test_an_empty_throne_among_the_neighbours_counts_as_an_attacker() -> None:
    after = played(around("g6", ". A . .\n. K . A\n. A . ."), "j7-i7")
    assert shows(after, "g6", ". A . .\n. . A .\n. A . .")


def test_a_corner_among_the_neighbours_counts_as_an_attacker() -> None:
    after = played(around("a1", ". A . .\n. K . A"), "d1-c1")
    assert shows(after, "a1", ". A . .\n. . A .")


@pytest.mark.parametrize("beside", [".", "D", "A"])
@both_thrones
def test_on_the_throne_two_attackers_on_opposite_sides_are_enough_whatever_stands_beside(
    beside: str, throne: str
) -> None:
    position = around("f6", f". {beside} . .\nA K . A\n. {beside} . .", throne=throne)
    after = played(position, "i7-h7")
    assert shows(after, "f6", f". {beside} . .\nA . A .\n. {beside} . .")
    assert after.result()


def test_on_the_throne_two_attackers_on_neighbouring_sides_are_not_enough() -> None:
    after = played(around("f7", ". A .\n. . .\nA K ."), "g9-g8")
    assert shows(after, "f7", ". . .\n. A .\nA K .")
    assert after.result() is None


def test_on_the_throne_the_moved_boat_must_be_one_of_the_two() -> None:
    between = played(around("f5", ". . . A\nA . A .\n. . . .\n. K . .", turn=1), "g5-g7")
    after = played(between, "i8-g8")
    assert shows(after, "f7", ". A . .\nA K A .")


def test_next_to_the_throne_two_opposite_attackers_are_not_enough() -> None:
    after = played(around("g6", ". . . A\n. K . .\n. A . ."), "j8-h8")
    assert shows(after, "g6", ". A . .\n. K . .\n. A . .")


def test_the_king_moving_in_between_attackers_is_safe_and_not_taken_later_by_a_move_elsewhere() -> None:
    """The king steps from the throne to f7, where three attackers and the empty throne surround him."""
    between = played(around("e6", ". A .\nA . K\n. A .", turn=1), "g7-f7")
    assert between.result() is None
    later = played(between, "j3-j4")
    assert shows(later, "e6", ". A .\nA K .\n. A .")
    assert later.result() is None


def test_a_surrounded_king_is_taken_by_an_attacker_that_leaves_and_comes_back() -> None:
    between = played(around("c6", ". . . A . .\n. . A . K .\n. . . A . D", turn=1), "g7-f7")
    after = played(between, "e7-d7", "h6-h5", "d7-e7")
    assert after.result()
    assert shows(after, "c7", ". . . A . .\n. . A . . .")
