"""The rows of the table that `python -m benchmarks` prints: a figure, and the goal beside it."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

SLOWER = 1.03
"""The most that an act may cost as a multiple of the same act in another checkout."""


class Line(NamedTuple):
    """One row of the table."""

    area: str
    what: str
    figure: float
    unit: str = ""
    """The unit, or for a ratio its spread."""
    goal: float | None = None
    """The largest value that reaches the goal, or None."""

    @property
    def holds(self) -> bool:
        """Whether the figure reaches its goal."""
        return self.goal is None or self.figure <= self.goal


def number(value: float) -> str:
    """A figure with as many digits as are significant."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def ratio(these: Sequence[float], those: Sequence[float]) -> tuple[float, str]:
    """The sum of these costs beside the sum of those of the same acts, and where it lies with 95 % confidence.

    The spread is a bootstrap: it comes from 1,000 random choices of as many acts.
    """
    pairs = list(zip(these, those, strict=True))
    chance, ratios = Random(1), list[float]()
    for _ in range(1_000):
        ours, theirs = map(sum, zip(*chance.choices(pairs, k=len(pairs)), strict=True))
        ratios.append(ours / theirs)
    ratios.sort()
    return sum(these) / sum(those), f"({ratios[25]:.3f} to {ratios[974]:.3f})"


def printed(line: Line) -> str:
    """The row as text, with the goal and whether the figure reaches it."""
    goal = "" if line.goal is None else f"  ≤ {number(line.goal):<8}{'yes' if line.holds else '**no**'}"
    return f"{line.area:<14}{line.what:<64}{f'{number(line.figure)} {line.unit}'.strip():>22}{goal}"
