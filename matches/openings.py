"""Starting positions of matches and studies.

Each is either a game's usual start or a custom position given by a code.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from games import GAMES, Position, RuleError
from games.base import bare, chosen_options
from language import Sentence, listing, mark
from matches.errors import Refusal

LONGEST_CODE = 6_000
"""The longest position code, in characters. It is as long as Discord allows for a command option."""
MOST_PLIES = 9_999
"""The highest ply of a custom starting position."""


def opening(game: type[Position[Any]], options: Mapping[str, str], code: str = "") -> Position[Any]:
    """Return a game's starting position. Raises Refusal if an option or the position code is invalid."""
    if code:
        return set_up(game, code)
    try:
        return game.start(**options)
    except RuleError as error:
        raise Refusal(error.sentence) from error


def shows_example(game: type[Position[Any]], options: Mapping[str, str], code: str = "") -> bool:
    """Return whether a challenge shows the game's example, as it does if the board at the start is the usual one.

    Raises Refusal as `opening` does.
    """
    return bool(game.info.example[1]) and opening(game, options, code).diagram() == game.start().diagram()


def set_up(game: type[Position[Any]], code: str) -> Position[Any]:
    """Decode a pasted position code. Raises Refusal if it is not the code of a valid position."""
    name, code = Sentence(game.info.name), bare(code)
    if len(code) > LONGEST_CODE:
        message = mark("The text of a position can have at most {most} characters. This one has {length}.")
        raise Refusal(message, most=LONGEST_CODE, length=len(code))
    try:
        return _decode_exact(game, code)
    except ValueError as error:
        if others := [Sentence(other.info.name) for other in GAMES.values() if _is_code_of(other, code)]:
            named = listing(others, last="or")
            raise Refusal("This position is from {others}, not {game}.", others=named, game=name) from error
        message = mark("That is not a {game} position. Copy the whole text with **Copy the position**.")
        raise Refusal(message, game=name) from error


def playable(game: type[Position[Any]], code: str) -> Position[Any]:
    """Decode a position code as the start of a match.

    Raises Refusal if it is invalid or the game is over.
    """
    position = set_up(game, code)
    if result := position.result():
        raise Refusal(
            "A match cannot start from this position because the game is already over ({reason}).", reason=result.phrase
        )
    return position


def begins(game: type[Position[Any]], code: str) -> bool:
    """Return whether a stored position code can still start a match. A rule change can make a code invalid."""
    try:
        playable(game, code)
    except Refusal:
        return False
    return True


def _is_code_of(game: type[Position[Any]], code: str) -> bool:
    try:
        _decode_exact(game, code)
    except ValueError:
        return False
    return True


def _decode_exact(game: type[Position[Any]], code: str) -> Position[Any]:
    """Decode a valid position's canonical code. Raises ValueError or RuleError for any other text."""
    position = decode_position(game, code)
    if flaw := position.flaw():
        raise ValueError(str(flaw))
    return position


@lru_cache(maxsize=256)
def decode_position(game: type[Position[Any]], code: str) -> Position[Any]:
    """Decode a canonical position code, even if the position breaks the rules.

    Raises ValueError or RuleError for any other text.
    """
    position = game.decode(code)
    chosen_options(game.info, position.chosen)
    if position.encode() != code or position.ply > MOST_PLIES:
        raise ValueError("not a code that the game writes")
    return position
