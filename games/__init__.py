"""The rules of the games. `GAMES` maps each game's key to the Position class that its module assigns to `GAME`."""

import importlib
import pkgutil
from typing import Any

from games._merits import merit, threat
from games._reasons import Reason, first_loss, reason
from games.base import (
    SEATS,
    AmbiguousMove,
    Ending,
    GameInfo,
    IllegalMove,
    InvalidNotation,
    Measure,
    Option,
    OptionError,
    Position,
    Result,
    RuleError,
    Seat,
    other_side,
)
from language import Sentence

__all__ = [
    "FIRST_GAME",
    "GAMES",
    "SEATS",
    "AmbiguousMove",
    "Ending",
    "GameInfo",
    "IllegalMove",
    "InvalidNotation",
    "Measure",
    "Option",
    "OptionError",
    "Position",
    "Reason",
    "Result",
    "RuleError",
    "Seat",
    "first_loss",
    "merit",
    "other_side",
    "reason",
    "threat",
    "worded",
    "worded_in_line",
]


_MODULES = (importlib.import_module(f"games.{module.name}") for module in pkgutil.iter_modules(__path__))
GAMES: dict[str, type[Position[Any]]] = {
    module.GAME.info.key: module.GAME for module in _MODULES if hasattr(module, "GAME")
}
FIRST_GAME = "konane"
"""The key of the game offered first to people who have not chosen one, because its rules are the shortest."""


def worded(game: str, text: str) -> Sentence:
    """Return a move in human-readable form, with words in place of the signs in its canonical text."""
    return GAMES.get(game, Position).worded(text)


def worded_in_line(game: str, text: str) -> Sentence:
    """Return a move in human-readable form as a part of a line of moves, without its usual effect."""
    return GAMES.get(game, Position).worded_in_line(text)
