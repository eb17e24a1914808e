"""The boards of the games: `BOARDS` has each by the key of its game, found in the modules of this package."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from render.board import Board


def _find() -> dict[str, Board[Any]]:
    modules = (importlib.import_module(f"render.boards.{module.name}") for module in pkgutil.iter_modules(__path__))
    found = [module.BOARD() for module in modules if hasattr(module, "BOARD")]
    return {board.game.info.key: board for board in found}


BOARDS: dict[str, Board[Any]] = _find()
