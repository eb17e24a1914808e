"""The boards of the games: `BOARDS` has each by the key of its game, found in the modules of this package."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from render.board import Board


class _Boards(dict[str, "Board[Any]"]):
    """The boards by the key of their game; asked for another, it says where that board is to be."""

    def __missing__(self, key: str) -> Board[Any]:
        raise LookupError(f"{key} has no board yet: render/boards/{key}.py (docs/adding-a-game.md, step 3)")


def _find() -> dict[str, Board[Any]]:
    modules = (importlib.import_module(f"render.boards.{module.name}") for module in pkgutil.iter_modules(__path__))
    found = [module.BOARD() for module in modules if hasattr(module, "BOARD")]
    return _Boards({board.game.info.key: board for board in found})


BOARDS: dict[str, Board[Any]] = _find()
