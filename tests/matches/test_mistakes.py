"""Which move is right in place of a mistake."""

import pytest

from games.konane import Konane
from matches.computers import Judgement
from matches.mistakes import judge_answer
from matches.reviews import Slip

SLIP = Slip(1, Konane.start(), "d5", "e4", 0.6, 0.2)


@pytest.mark.parametrize(
    ("better", "tried", "certain", "right"),
    [
        (0.5, 0.5, False, True),
        (0.5, 0.7, False, True),
        (0.5, 0.46, False, True),  # within the accuracy of judgements
        (0.5, 0.44, False, False),
        (0.03, 0.0, True, False),  # the computer is proven to win
        (1.0, 0.97, False, True),
        (1.0, 0.5, False, False),
    ],
)
def test_a_move_is_right_if_it_is_as_good_as_the_better_one(
    better: float, tried: float, *, certain: bool, right: bool
) -> None:
    answer = judge_answer(
        SLIP, "a8", None, Judgement((better, 1 - better)), Judgement((tried, 1 - tried), ("b8",), certain)
    )
    assert answer.right == right
    assert answer.line == (["a8"] if right else ["a8", "b8"])
    assert answer.lost == certain
    if not right:
        assert answer.chances == (better, tried)
