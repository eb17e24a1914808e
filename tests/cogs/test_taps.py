"""A move takes few taps in the picker, measured over whole matches of the computer players."""

import pytest

from benchmarks.taps import GOALS, mean_taps, taps
from games import GAMES

MOST = 4.0
"""The most taps for a game without a goal: Move, a piece, its destination, and now and then a row."""


@pytest.mark.parametrize("key", GAMES)
def test_a_move_takes_few_taps(key: str) -> None:
    assert mean_taps(key) <= GOALS.get(key, MOST)


def test_each_choice_and_the_move_itself_is_a_tap() -> None:
    konane, convoy, coral = (GAMES[key].start() for key in ("konane", "kings_convoy", "brain_coral"))
    assert taps(konane, konane.parse("d5")) == 2
    assert taps(convoy, convoy.parse("a5-a2")) == 3, "Move, the boat, and where it goes"
    assert taps(coral, coral.parse("d3")) == 3, "Move, the row, and the cell"
