"""What the rule tests of several games do with a position."""

from typing import Any, TypeVar

from games import Position

Played = TypeVar("Played", bound=Position[Any])


def texts(position: Position[Any]) -> set[str]:
    """The texts of all legal moves."""
    return {position.format(move) for move in position.legal_moves()}


def played(position: Played, *moves: str) -> Played:
    """The position after these moves."""
    for text in moves:
        position = position.play(position.parse(text))
    return position
