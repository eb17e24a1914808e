"""Coral Clash in words: accepted texts, refusals, and the steps of a move."""

import pytest

from games import AmbiguousMove, IllegalMove, InvalidNotation, RuleError
from games.coral_clash import CoralClash
from tests.games.clash_boards import sketch
from tests.games.playing import played, texts

START = CoralClash.start()
OPENED = played(START, "+c7")
WHALE = "5  ... ... ... ..y ..b\n4  ... ... ... WW. WW.\n1  OH."


@pytest.mark.parametrize("typed", ["+c7", "c7", " + C7 ", "C 7"])
def test_the_setup_is_typed_with_or_without_its_plus(typed: str) -> None:
    assert START.format(START.parse(typed)) == "+c7"


@pytest.mark.parametrize("typed", ["d1e1-d2e2", "e1d1-d2e2", "e1d1e2d2", "D1E1 x E2D2", "e1 d1 > d2 e2"])
def test_the_squares_of_a_whale_may_come_in_any_order(typed: str) -> None:
    position = sketch("1  OH. ... ... WW. WW.")
    assert position.format(position.parse(typed)) == "d1e1-d2e2"


@pytest.mark.parametrize("typed", ["d4e4-d5e5^d5e5", "e4d4-e5d5^e5d5", "d4e4d5e5^e5d5"])
def test_so_may_the_coral_that_it_lifts(typed: str) -> None:
    position = sketch(WHALE)
    assert position.format(position.parse(typed)) == "d4e4-d5e5^d5e5"


def test_the_beginning_of_a_move_names_the_moves_that_go_on_so() -> None:
    with pytest.raises(AmbiguousMove, match=r"“e2” is only the beginning of a move: e2-"):
        OPENED.parse("e2")


def test_effects_are_written_behind_the_move() -> None:
    assert {"e2-g4", "e2-g4+"} <= texts(OPENED)
    assert {"c4-d4", "c4-d4^"} <= texts(sketch("4  ... ... TH. ..b"))


SETUP_REFUSALS = {
    "c5": "There is no piece on c5. Blue begins with one more coral under one of its own pieces.",
    "+c2": "The gatherer crab on c2 is Yellow's: you play Blue. "
    "Blue begins with one more coral under one of its own pieces.",
    "+e6": "There is a coral on e6 already: choose a piece of yours that has none.",
    "d7-b5": "Blue begins with one more coral under one of its own pieces: type + and the square, like +c7.",
    "c7+": "The setup is + and one square, like +c7: nothing more.",
}
REFUSALS = {
    "hello": "“hello” is not a move: write where the piece stands and where it goes, like d2-b4, with + to place a "
    "coral or ^ to lift it; the Whale by both of its squares, like d1e1-d2e2^d2.",
    "i9-a1": "i9 is not on the board: its squares go from a1 to h8.",
    "+c2": "Blue's extra coral has been placed already: now move a piece, like d2-b4.",
    "a4-a5": "There is no piece on a4.",
    "a5": "There is no piece on a5.",
    "h8-h7": "The hunter turtle on h8 is Blue's: you play Yellow.",
    "a1": "Your hunter crab on a1 has no legal move now.",
    "d4-d4": "The hunter dolphin already stands on d4: name another square to go to.",
    "d4-e6": "The hunter dolphin moves in a straight line in any of the eight directions: it cannot go from d4 to e6.",
    "g3-h4": "The gatherer turtle moves along a row or a column: it cannot go from g3 to h4.",
    "f8-f7": "The hunter pufferfish moves diagonally: it cannot go from f8 to f7.",
    "e3-f3": "The hunter crab moves one square diagonally: it cannot go from e3 to f3.",
    "c2-d3": "The gatherer octopus moves one square along a row or a column: it cannot go from c2 to d3.",
    "d4-d7": "A hunter stops where it meets coral: your hunter dolphin gets no further than d6.",
    "d4-g7": "The way from d4 to g7 is blocked: there is a gatherer octopus on f6.",
    "d4-g1": "The way from d4 to g1 is blocked: there is a hunter crab on e3.",
    "d4-e3": "Your own hunter crab stands on e3.",
    "d4-a7": "The enemy Whale is on a7: a Whale is never captured, only trapped (checkmate).",
    "d4-d5+": "Hunters place no coral: your hunter dolphin can only lift one.",
    "d4-d5^": "There is no coral on d5 to lift.",
    "d4-d6^d6": "A hunter dolphin lifts the coral under it, so a ^ alone is enough, without d6.",
    "g3-g5^": "Gatherers lift no coral: your gatherer turtle can only place one.",
    "g3-g5+": "There is a coral on g5 already: no second one can be placed.",
    "f2-f3": "f2-f3 leaves your Whale in check from the hunter turtle on h2.",
    "d2-d3": "The Whale is named by two squares: type d1d2 and then both squares where it ends.",
}
POSITION = """
    8  ... ... ... ... ... PH. ... th.
    7  ww.
    6  ww. ... ... ..b ... og.
    5  ... ... ... ... ... ... ..y
    4  ... ... ... DH.
    3  ... ... ... ... CH. ... TG.
    2  ... TG. OG. WW. ... OH. ... th.
    1  CH. ... ... WW. ... ... ... ...
"""


@pytest.mark.parametrize("typed", SETUP_REFUSALS)
def test_a_text_that_is_no_setup_is_refused_with_the_reason(typed: str) -> None:
    with pytest.raises(RuleError) as refused:
        START.parse(typed)
    assert str(refused.value) == SETUP_REFUSALS[typed]


@pytest.mark.parametrize("typed", REFUSALS)
def test_a_text_that_is_no_legal_move_is_refused_with_the_reason(typed: str) -> None:
    with pytest.raises(RuleError) as refused:
        sketch(POSITION).parse(typed)
    assert str(refused.value) == REFUSALS[typed]


def test_in_the_diagrams_way_of_stepping_the_refusals_tell_that_way() -> None:
    position = sketch("3  ... ... OH. ... CG.", steps="diagram")
    with pytest.raises(IllegalMove, match="The hunter octopus moves one square diagonally: it cannot go from c3 to c4"):
        position.parse("c3-c4")
    with pytest.raises(IllegalMove, match="moves one square along a row or a column: it cannot go from e3 to d4"):
        position.parse("e3-d4")


def test_with_an_empty_supply_no_coral_can_be_placed() -> None:
    row = " ".join(["..y"] * 8)
    position = sketch(f"6  {row}\n5  {row}\n4  ..y ... ... TG.", ply=1)
    assert position.board.supplies == (0, 17)
    with pytest.raises(IllegalMove, match=r"^You have no coral left to place\.$"):
        position.parse("d4-e4+")


WHALE_POSITION = """
    8  ww. ww. ... ... ... ... oh.
    7  oh. oh.
    6  ... ... ... ..y ... og.
    5  ... ... ... ... ... ... ..b
    4  ... ... ... WW. WW. ... ... OH.
    3  ... ... ... ..y OG.
    1  ... tg. ... ... ... ... DG.
"""
WHALE_REFUSALS = {
    "a8b8-c8d8": "The Whale on a8b8 is Blue's: you play Yellow.",
    "h4g4-h5g5": "Only the Whale is named by two squares, and yours is on d4e4.",
    "d4e4-f7": "Name both squares where the Whale ends: f7 and one beside it.",
    "d4e4-d5f6": "d5 and f6 are not side by side: the Whale fills two neighbouring squares.",
    "d4e4-e4d4": "The Whale is on d4e4 already: name other squares to go to.",
    "d4e4-g1h1": "Your own gatherer octopus on e3 is in the Whale's way.",
    "d4e4-a6a7": "The Whale slides in a straight line with both halves, or turns about one of them: "
    "it cannot get from d4e4 to a6a7.",
    "d4e4-d3e3": "Your own gatherer octopus on e3 is in the Whale's way.",
    "d4e4-d7e7": "The Whale stops where it meets coral: it gets no further than d6.",
    "d4e4-g7h7": "The Whale gets no further than f6, where it captures the gatherer octopus.",
    "d4e4-c5d5+": "A Whale never places coral.",
    "d4e4-d6e6^": "Name the coral that the Whale lifts, like d4e4-d6e6^d6.",
    "d4e4-d6e6^d3": "The Whale lifts only coral under itself: d3 is not a square of d6e6.",
    "d4e4-d6e6^e6": "There is no coral on e6 to lift.",
    "d4e4-d6e6^d6d6": "The coral on d6 can be lifted only once: name it once.",
    "d4e4-b4c4": "d4e4-b4c4 leaves your Whale in check from the gatherer turtle on b1.",
}


@pytest.mark.parametrize("typed", WHALE_REFUSALS)
def test_a_whale_move_that_is_not_legal_is_refused_with_the_reason(typed: str) -> None:
    with pytest.raises(RuleError) as refused:
        sketch(WHALE_POSITION).parse(typed)
    assert str(refused.value) == WHALE_REFUSALS[typed]


def test_a_whale_that_must_lift_to_stay_guarded_is_told_so() -> None:
    position = sketch("2  ... ... ... ... ww. ... ... ch.\n1  TH. WW. WWy ... ww.")
    with pytest.raises(IllegalMove, match=r"in check from the Whale on e1e2\. Lift the coral on c1 to be guarded\."):
        position.parse("b1c1-c1d1")
    assert position.format(position.parse("b1c1-c1d1^c1")) == "b1c1-c1d1^c1"


def test_too_many_squares_are_refused() -> None:
    with pytest.raises(InvalidNotation, match="names too many squares"):
        OPENED.parse("d2-d3-d4-d5-d6-d7")


def test_a_side_that_is_checked_is_told_by_whom_its_move_leaves_it_in_check() -> None:
    position = sketch("8  ... ... ... ... tg.\n4  ... ... ... WW. WW.\n1  CH.")
    with pytest.raises(IllegalMove, match="a1-b2 leaves your Whale in check from the gatherer turtle on e8"):
        position.parse("a1-b2")


def steps(position: CoralClash, text: str) -> tuple[str, ...]:
    return position.steps(position.parse(text))


def test_the_steps_of_a_move_are_piece_destination_and_effect_where_one_is_possible() -> None:
    position = sketch("4  ... ... TG. ... TH. ..b")
    assert steps(position, "c4-c5") == ("c4", "c5", "just move")
    assert steps(position, "c4-c5+") == ("c4", "c5", "place coral")
    assert steps(position, "e4-f4") == ("e4", "f4", "just move")
    assert steps(position, "e4-f4^") == ("e4", "f4", "lift coral")
    assert steps(position, "e4-e5") == ("e4", "e5")
    assert steps(sketch("4  ... ... TG. ..b"), "c4-d4") == ("c4", "d4")


def test_the_steps_of_the_setup_and_of_a_whale() -> None:
    assert steps(START, "+c7") == ("c7",)
    position = sketch(WHALE)
    assert steps(position, "d4e4-d3e3") == ("d4e4", "d3e3")
    assert steps(position, "d4e4-d5e5") == ("d4e4", "d5e5", "lift none")
    assert steps(position, "d4e4-d5e5^e5") == ("d4e4", "d5e5", "lift e5")
    assert steps(position, "d4e4-d5e5^d5e5") == ("d4e4", "d5e5", "lift d5 and e5")


def test_a_position_keeps_its_earlier_boards_when_it_is_encoded() -> None:
    position = played(OPENED, "a2-b3", "h7-g6", "b3-a2", "g6-h7", "a2-b3", "h7-g6", "b3-a2")
    decoded = CoralClash.decode(position.encode())
    assert played(decoded, "g6-h7").result() == played(position, "g6-h7").result() is not None


@pytest.mark.parametrize("drawing", ["8  ww. ... ww.", "4  WW. ... WW.", "4  XX."])
def test_what_is_no_board_cannot_be_decoded(drawing: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        sketch(drawing)
