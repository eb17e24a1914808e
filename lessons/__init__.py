"""First lessons. `LESSONS` maps a game's key to the steps of its lesson, which the modules of this package define.

A module `lessons/<key>.py` ends with `LESSON = (Step(…), …)` (docs/lessons.md). A game without one has no lesson.
"""

import importlib
import pkgutil
from collections.abc import Mapping, Sequence

from lessons._steps import Kind, Step, Tried

__all__ = ["LESSONS", "Kind", "Step", "Tried"]

LESSONS: Mapping[str, Sequence[Step]] = {
    module.name: importlib.import_module(f"lessons.{module.name}").LESSON
    for module in pkgutil.iter_modules(__path__)
    if not module.name.startswith("_")
}
