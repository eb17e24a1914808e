"""How a move ends a game, found by the rules alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games import Position


def wins(position: Position[Any], move: Any) -> bool:  # noqa: ANN401 (each game has its own moves)
    """Whether a legal move wins at once."""
    result = position.play(move).result()
    return result is not None and result.winner == position.turn
