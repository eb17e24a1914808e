"""The rules of the games; `GAMES` maps each key to its Position class, found from the modules themselves."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

from games.base import (
    AmbiguousMove,
    GameInfo,
    IllegalMove,
    InvalidNotation,
    Option,
    OptionError,
    Position,
    Result,
    RuleError,
    Seat,
)

__all__ = [
    "GAMES",
    "AmbiguousMove",
    "GameInfo",
    "IllegalMove",
    "InvalidNotation",
    "Option",
    "OptionError",
    "Position",
    "Result",
    "RuleError",
    "Seat",
]


def _find() -> dict[str, type[Position[Any]]]:
    modules = (importlib.import_module(f"games.{module.name}") for module in pkgutil.iter_modules(__path__))
    found = [module.GAME for module in modules if hasattr(module, "GAME")]
    return {game.info.key: game for game in found}


GAMES: dict[str, type[Position[Any]]] = _find()
