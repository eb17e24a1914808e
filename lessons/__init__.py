"""The first lesson in each game. `LESSONS` maps a game's key to its lesson's steps, and `AIMS` to how each side wins.

A module `lessons/<key>.py` defines `AIM = mark(…)` and `LESSON = (Step(…), …)` (docs/lessons.md). A game without one
has no lesson.
"""

import importlib
import pkgutil
from collections.abc import Mapping, Sequence

from lessons._steps import Kind, Step, Tried

__all__ = ["AIMS", "LESSONS", "Kind", "Step", "Tried"]

_modules = {
    module.name: importlib.import_module(f"lessons.{module.name}")
    for module in pkgutil.iter_modules(__path__)
    if not module.name.startswith("_")
}
LESSONS: Mapping[str, Sequence[Step]] = {key: module.LESSON for key, module in _modules.items()}
AIMS: Mapping[str, str] = {key: module.AIM for key, module in _modules.items()}
