"""The rules of the games. `GAMES` maps each key to its Position class, which its module names `GAME`."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from collections.abc import Mapping

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


def _find() -> dict[str, type[Position[Any]]]:
    modules = (importlib.import_module(f"games.{module.name}") for module in pkgutil.iter_modules(__path__))
    found = [module.GAME for module in modules if hasattr(module, "GAME")]
    return {game.info.key: game for game in found}


GAMES: dict[str, type[Position[Any]]] = _find()


def ending_of(game: str, phrase: str) -> tuple[str, Mapping[str, int]] | None:
    """The key and the numbers of the ending of a game whose English phrase (`Result.reason`) this is.

    None if the game has no such ending, or if there is no such game.
    """
    return read_phrase(GAMES[game].info.endings, phrase) if game in GAMES else None
