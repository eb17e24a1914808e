"""The lines of the table that `python -m benchmarks` prints: a figure, and the goal beside it."""

from __future__ import annotations

from typing import NamedTuple


class Line(NamedTuple):
    """One figure."""

    area: str
    what: str
    figure: float
    unit: str = ""
    goal: float | None = None
    """The most that the figure may be, if there is a goal."""
    least: float | None = None
    """The least that it may be, if that is the goal."""

    @property
    def holds(self) -> bool:
        """Whether the goal is reached."""
        return (self.goal is None or self.figure <= self.goal) and (self.least is None or self.figure >= self.least)

    @property
    def wanted(self) -> str:
        """The goal in words."""
        if self.goal is not None:
            return f"≤ {number(self.goal)}"
        return "" if self.least is None else f"≥ {number(self.least)}"

    @property
    def verdict(self) -> str:
        """Whether the goal is reached, in a word; nothing where there is no goal."""
        if self.goal is None and self.least is None:
            return ""
        return "yes" if self.holds else "**no**"


def number(value: float) -> str:
    """A figure with as many digits as mean something."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def printed(line: Line) -> str:
    """A line for the terminal."""
    figure = f"{number(line.figure)} {line.unit}".strip()
    return f"{line.area:<14}{line.what:<64}{figure:>14}  {line.wanted:<10}{line.verdict}".rstrip()


def in_markdown(line: Line) -> str:
    """A line for the docs."""
    figure = f"{number(line.figure)} {line.unit}".strip()
    return f"| {line.area} | {line.what} | {figure} | {line.wanted} | {line.verdict} |"
