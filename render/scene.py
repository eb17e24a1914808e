"""What a picture shows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from games.base import Position, Result, Seat

P = TypeVar("P", bound="Position[Any]")


@dataclass(frozen=True, slots=True)
class Scene(Generic[P]):
    """Everything that a picture and its description depend on, except for the language."""

    position: P
    names: tuple[str, str]
    """The players' names by seat, in any script and of any length."""
    before: P | None = None
    """The position before the last move; None at the start."""
    move: Any = None
    view: Seat = 0
    """The side shown at the bottom, with its player's plate."""
    theme: str = "classic"
    badges: tuple[str, ...] = ()
    """The cells that the picker offers, each marked with a badge that shows its name."""
    chosen: tuple[str, ...] = ()
    """The cells chosen in the picker so far, in the order of the move's steps."""
    offered: tuple[tuple[str, ...], ...] = ()
    """The complete moves that the picker offers, each as its cells in order."""
    hinted: tuple[str, ...] = ()
    """A hint's cells, none of them chosen. With a hint, the last move is not marked."""
    compared: tuple[Any, Any] | None = None
    """A move played in this position and a better one; both are drawn, and the last move is not marked."""
    votes: tuple[tuple[str, tuple[str, ...], int], ...] = ()
    """The moves of the vote that led to this position: each with its steps and the number of votes."""
    preview: bool = False
    """Whether the last move is only shown, not played."""
    plates: bool = True
    """Whether to show the players' plates above and below the board."""
    chart: bool = False
    """Whether to show the chart of the pieces instead of the position."""
    begun: int = 0
    """The ply at which the match began. It is above 0 only for a set-up position."""
    ended: Result | None = None
    """How the match ended if not by the rules of the game: by resignation, by agreement, on time."""
    void: bool = False
    """Whether the match ended without a result."""
    computers: tuple[bool, bool] = (False, False)
    """Whether each seat belongs to a computer player, which the description says."""
    answered: tuple[P, Any] | None = None
    """The position before the previous move and that move, if the last move answered it at once. Both are marked."""
    result: Result | None = field(init=False, compare=False)
    """How the match ended, or None while it is running; computed once, because some rules try every move."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "result", self.position.result() or self.ended)

    def played(self, move: Any) -> Scene[P]:  # noqa: ANN401 (each game has its own moves)
        return replace(self, position=self.position.play(move), before=self.position, move=move)

    @property
    def earlier(self) -> Scene[P] | None:
        """The scene before the last move if the picture also shows the move that it answered, else None."""
        if self.answered is None or self.before is None:
            return None
        before, move = self.answered
        return replace(self, position=self.before, before=before, move=move, answered=None)
