"""The accuracy of both players of a match."""

import pytest

from games import Seat
from matches.reviews import accuracies


@pytest.mark.parametrize(
    ("movers", "chances", "first", "second"),
    [
        ((), (0.5,), None, None),
        ((0,), (0.5, 0.5), 100, None),
        ((0, 1, 0, 1), (0.5, 0.5, 0.5, 0.5, 0.5), 100, 100),
        ((1,), (0.1, 0.9), None, 1.0),
        ((0, 1, 0, 1), (0.5, 0.4, 0.4, 0.4, 0.4), 73.1, 100),
        ((0, 0, 1), (0.5, 0.5, 0.4, 0.4), 73.1, 100),  # one side moves twice in a row
    ],
)
def test_the_accuracy_of_each_side_is_of_its_own_moves(
    movers: tuple[Seat, ...], chances: tuple[float, ...], first: float | None, second: float | None
) -> None:
    assert accuracies(movers, chances) == (
        first if first is None else pytest.approx(first, abs=0.05),
        second if second is None else pytest.approx(second, abs=0.05),
    )


def test_one_large_mistake_costs_more_accuracy_than_many_small_ones() -> None:
    movers: list[Seat] = [0, 1] * 10
    large = [0.5] * 11 + [0.1] * 10
    small = [0.5 - 0.04 * ((ply + 1) // 2) for ply in range(21)]
    assert (accuracies(movers, large)[0] or 0) < (accuracies(movers, small)[0] or 0) - 5
