"""The position in which a match or a study begins: the start of the game, or one that somebody set up by its code."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from games import GAMES, RuleError
from games.base import chosen_options
from language import Sentence, listing, mark
from matches.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games import Position

LONGEST_CODE = 6_000
"""The most characters of the code of a position that can be set up: as many as an option of a command can have."""
MOST_PLIES = 9_999
"""The most moves before a position that can be set up."""


def opening(game: type[Position[Any]], options: Mapping[str, str], code: str = "") -> Position[Any]:
    """The position before the first move. Raises Refusal for options and codes that the game does not have."""
    if code:
        return set_up(game, code)
    try:
        return game.start(**options)
    except RuleError as error:
        raise Refusal(error.sentence) from error


def set_up(game: type[Position[Any]], code: str) -> Position[Any]:
    """The position of this code. Raises Refusal for a text that is no code of a possible position of the game."""
    name = Sentence(game.info.name)
    if len(code) > LONGEST_CODE:
        message = mark("The code of a position has at most {most} characters; this one has {length}.")
        raise Refusal(message, most=LONGEST_CODE, length=len(code))
    try:
        return _decoded(game, code)
    except ValueError as error:
        if others := [Sentence(other.info.name) for other in GAMES.values() if _is_code_of(other, code)]:
            named = listing(others, last="or")
            raise Refusal("This is a position of {others}, not of {game}.", others=named, game=name) from error
        message = mark("This is no position of {game}: copy the whole code that **Position code** tells.")
        raise Refusal(message, game=name) from error


def playable(game: type[Position[Any]], code: str) -> Position[Any]:
    """The position of this code, where a match can begin. Raises Refusal, also if the game is over there."""
    position = set_up(game, code)
    if result := position.result():
        raise Refusal("No match can begin there: the game is over ({reason}).", reason=result.phrase)
    return position


def begins(game: type[Position[Any]], code: str) -> bool:
    """Whether a match can begin from the position of this code: the rules may have changed since it was set up."""
    try:
        playable(game, code)
    except Refusal:
        return False
    return True


def _is_code_of(game: type[Position[Any]], code: str) -> bool:
    try:
        _decoded(game, code)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=256)
def _decoded(game: type[Position[Any]], code: str) -> Position[Any]:
    """A possible position by its code, which is written as the game writes it."""
    position = game.decode(code)
    chosen_options(game.info, position.chosen)
    if position.encode() != code or position.ply > MOST_PLIES or not position.possible():
        raise ValueError("no position that a game can come to")
    return position
