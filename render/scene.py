"""What a picture shows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.base import Position, Result, Seat

P = TypeVar("P", bound="Position[Any]")


@dataclass(frozen=True, slots=True)
class Scene(Generic[P]):
    """Everything that a picture and its description depend on, but for the language."""

    position: P
    names: tuple[str, str]
    """The players' names by seat, in any script and of any length."""
    before: P | None = None
    """The position before the last move; None at the start."""
    move: Any = None
    """The last move."""
    view: Seat = 0
    """The side that is at the bottom."""
    theme: str = "classic"
    marks: Mapping[str, str] = field(default_factory=dict)
    """The picker's letters, each by the name of the cell on which it stands."""
    chosen: tuple[str, ...] = ()
    """The cells that the picker has chosen so far, in the order of the move's steps."""
    hinted: tuple[str, ...] = ()
    """The cells to which a hint leads; none of them is chosen. Beside them, the last move is not marked."""
    plates: bool = True
    """Whether the players' plates stand above and below the board."""
    chart: bool = False
    """Whether the chart of the pieces is shown instead of the position."""
    begun: int = 0
    """How many moves the position counted where the match began: more than none where it was set up."""
    ended: Result | None = None
    """How the match ended if its rules do not tell: by resignation, by agreement, on time."""
    void: bool = False
    """Whether the match ended without a result, neither won nor drawn."""
    answered: tuple[P, Any] | None = None
    """The move that the last one answered at once, with the position before it: both moves are marked."""
    result: Result | None = field(init=False, compare=False)
    """How the match ended, or None while it goes on. Some rules try every move to tell, so it is asked once."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "result", self.position.result() or self.ended)

    @property
    def earlier(self) -> Scene[P] | None:
        """The scene before the last move, where that move is shown together with the one that it answered."""
        if self.answered is None or self.before is None:
            return None
        before, move = self.answered
        return replace(self, position=self.before, before=before, move=move, answered=None)
