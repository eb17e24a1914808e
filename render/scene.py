"""Scenes, which define what a picture shows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from games.base import Position, Result, Seat

P = TypeVar("P", bound="Position[Any]")


@dataclass(frozen=True, slots=True)
class Scene(Generic[P]):
    """Everything that determines a picture and its description except the language."""

    position: P
    names: tuple[str, str]
    """The players' names, by seat. They can be in any script and have any length."""
    before: P | None = None
    """The position before the last move, or None at the start."""
    move: Any = None
    view: Seat = 0
    """The seat at the bottom, along with its player's plate."""
    theme: str = "classic"
    badges: tuple[str, ...] = ()
    """The cells or rows that the picker offers. Each is marked with a badge that shows its name."""
    chosen: tuple[str, ...] = ()
    """The cells chosen in the picker so far, in the order of the move's steps."""
    offered: tuple[tuple[str, ...], ...] = ()
    """The complete moves that the picker offers, each as a sequence of cells."""
    hinted: tuple[str, ...] = ()
    """The cells of a hint, as long as none of them has been chosen. If there is a hint, no last move is marked."""
    compared: tuple[Any, Any] | None = None
    """The move played in this position, and a better one. Both are drawn, and no last move is marked."""
    reply: Any = None
    """The best reply to the played move of `compared`, or None if there is none to show."""
    threat: tuple[str, ...] = ()
    """The cells of a move that the opponent threatens, in order. The move is drawn as an orange arrow."""
    votes: tuple[tuple[str, tuple[str, ...], int], ...] = ()
    """The moves in the vote that led to this position, each with its steps and its number of votes."""
    goal: str = ""
    """What the side to move should achieve, in the reader's language. It replaces *to move* on the plate."""
    preview: bool = False
    """Whether the last move is only a preview and has not been played."""
    plates: bool = True
    """Whether to show the players' plates. If `compared` is set, only a key to both moves is shown below the board."""
    rows: tuple[str, ...] = ()
    """Cells whose rows, and those between them, are enough to see what the picture is about. Empty for all rows."""
    chart: bool = False
    """Whether to show the chart of the pieces instead of the position."""
    begun: int = 0
    """The ply at which the match began, which is greater than 0 only for a custom starting position."""
    ended: Result | None = None
    """How the match ended, if it was not decided by the rules but by resignation, by agreement or on time."""
    void: bool = False
    """Whether the match ended without a result."""
    computers: tuple[bool, bool] = (False, False)
    """For each seat, whether a computer player has it. The description mentions this."""
    answered: tuple[P, Any] | None = None
    """If the last move was an immediate reply, the position before the previous move, and that move."""
    mistake: bool = False
    """Whether the move that the last one answered was wrong or, if there is none, the last move itself."""
    result: Result | None = field(init=False, compare=False)
    """How the match ended, or None while it is running. It is computed only once, because some rules try every move."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "result", self.position.result() or self.ended)

    def played(self, move: Any) -> Scene[P]:  # noqa: ANN401 (each game has its own moves)
        return replace(self, position=self.position.play(move), before=self.position, move=move)

    @property
    def earlier(self) -> Scene[P] | None:
        """The scene before the last move, or None if the picture shows only one move."""
        if self.answered is None or self.before is None:
            return None
        before, move = self.answered
        return replace(self, position=self.before, before=before, move=move, answered=None)
