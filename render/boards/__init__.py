"""`BOARDS`, a dict from game keys to the boards found in this package's modules."""

import importlib
import pkgutil
from typing import Any

from render.board import Board


class _Boards(dict[str, "Board[Any]"]):
    """A dict from game keys to boards. A missing key raises an error saying where to add the board."""

    def __missing__(self, key: str) -> Board[Any]:
        raise LookupError(f"{key} has no board yet: render/boards/{key}.py (docs/adding-a-game.md, step 3)")


def _find() -> dict[str, Board[Any]]:
    modules = (importlib.import_module(f"render.boards.{module.name}") for module in pkgutil.iter_modules(__path__))
    boards = [module.BOARD() for module in modules if hasattr(module, "BOARD")]
    return _Boards({board.game.info.key: board for board in boards})


BOARDS: dict[str, Board[Any]] = _find()
