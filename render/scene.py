"""What a picture shows: a frozen value; the same scene gives the same bytes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.base import Position, Result, Seat


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a picture and its words depend on."""

    position: Position[Any]
    names: tuple[str, str]
    """The players' names by seat, in any script and of any length."""
    before: Position[Any] | None = None
    """The position before the last move; None at the start."""
    move: Any = None
    """The last move."""
    view: Seat = 0
    """Whose side is at the bottom."""
    theme: str = "classic"
    marks: Mapping[str, str] = field(default_factory=dict)
    """The picker's letters by the name of the place that each stands on."""
    chosen: tuple[str, ...] = ()
    """The places that the picker has chosen so far."""
    ended: Result | None = None
    """How the match ended where the rules do not say it: resigned, agreed, out of time."""
    void: bool = False
    """Whether it ended without a result: neither won nor drawn."""

    @property
    def result(self) -> Result | None:
        """How the match ended, or None while it goes on."""
        return self.ended or self.position.result()
