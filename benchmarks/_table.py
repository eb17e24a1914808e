"""The rows of the table that `python -m benchmarks` prints: a figure, and the goal beside it."""

from __future__ import annotations

from typing import NamedTuple


class Line(NamedTuple):
    """One row of the table."""

    area: str
    what: str
    figure: float
    unit: str = ""
    goal: float | None = None
    """The largest value that reaches the goal, or None."""
    least: float | None = None
    """The smallest value that reaches the goal, or None."""

    @property
    def holds(self) -> bool:
        """Whether the figure reaches its goal."""
        return (self.goal is None or self.figure <= self.goal) and (self.least is None or self.figure >= self.least)

    @property
    def wanted(self) -> str:
        """The goal as text."""
        if self.goal is not None:
            return f"≤ {number(self.goal)}"
        return "" if self.least is None else f"≥ {number(self.least)}"

    @property
    def verdict(self) -> str:
        """`yes` or `no` in bold: whether the goal is reached. An empty text where there is no goal."""
        if self.goal is None and self.least is None:
            return ""
        return "yes" if self.holds else "**no**"


def number(value: float) -> str:
    """A figure with as many digits as are significant."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def printed(line: Line) -> str:
    """The row as a line for the terminal."""
    figure = f"{number(line.figure)} {line.unit}".strip()
    return f"{line.area:<14}{line.what:<64}{figure:>14}  {line.wanted:<10}{line.verdict}".rstrip()


def in_markdown(line: Line) -> str:
    """The row as a line of a Markdown table."""
    figure = f"{number(line.figure)} {line.unit}".strip()
    return f"| {line.area} | {line.what} | {figure} | {line.wanted} | {line.verdict} |"
