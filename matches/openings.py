"""The position in which a match or a study begins: the start of the game, or one that somebody set up by its code."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from games import GAMES, RuleError
from language import Sentence
from matches.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games import Position

LONGEST_CODE = 4_000
"""Characters of the code of a position that can be set up."""


def opening(game: str, options: Mapping[str, str], code: str = "") -> Position[Any]:
    """The position before the first move. Raises Refusal for options and codes that the game does not have."""
    if code:
        return set_up(game, code)
    try:
        return GAMES[game].start(**options)
    except RuleError as error:
        raise Refusal(error.sentence) from error


def set_up(game: str, code: str) -> Position[Any]:
    """The position of this code. Raises Refusal for a text that is no code of a possible position of the game."""
    name = Sentence(GAMES[game].info.name)
    if len(code) > LONGEST_CODE:
        raise Refusal(
            "The code of a position of {game} has at most {most} characters; this one has {length}.",
            game=name,
            most=LONGEST_CODE,
            length=len(code),
        )
    try:
        return _decoded(game, code)
    except ValueError as error:
        raise Refusal(
            "This is no position of {game}: copy the whole code that **Position code** gives you.", game=name
        ) from error


@lru_cache(maxsize=256)
def _decoded(game: str, code: str) -> Position[Any]:
    """A position by its code, which is written as the game writes it."""
    position = GAMES[game].decode(code)
    if position.encode() != code:
        raise ValueError("not as the game writes this position")
    return position
