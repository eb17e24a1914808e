"""The rules of the games. `GAMES` maps each key to its Position class, which its module names `GAME`."""

import importlib
import pkgutil
from collections.abc import Mapping
from typing import Any

from games._merits import merit
from games.base import (
    SEATS,
    AmbiguousMove,
    Ending,
    GameInfo,
    IllegalMove,
    InvalidNotation,
    Option,
    OptionError,
    Position,
    Result,
    RuleError,
    Seat,
    other_side,
    read_phrase,
)

__all__ = [
    "GAMES",
    "SEATS",
    "AmbiguousMove",
    "Ending",
    "GameInfo",
    "IllegalMove",
    "InvalidNotation",
    "Option",
    "OptionError",
    "Position",
    "Result",
    "RuleError",
    "Seat",
    "ending_of",
    "merit",
    "other_side",
]


_MODULES = (importlib.import_module(f"games.{module.name}") for module in pkgutil.iter_modules(__path__))
GAMES: dict[str, type[Position[Any]]] = {
    module.GAME.info.key: module.GAME for module in _MODULES if hasattr(module, "GAME")
}


def ending_of(game: str, phrase: str) -> tuple[str, Mapping[str, int]] | None:
    """Parse an English phrase (`Result.reason`) into the key and numbers of one of the game's endings.

    None if there is no such game or ending.
    """
    return read_phrase(GAMES[game].info.endings, phrase) if game in GAMES else None
