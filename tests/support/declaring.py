"""Runs a declaration as a module of the program would."""

from collections.abc import Callable

WHERE = "tides.py:1: "
"""With what an error in such a declaration begins."""


def as_module(declare: Callable[[], object]) -> None:
    """Declare something in line 1 of the module `tides.py`."""
    exec(compile("declare()", "tides.py", "exec"), {"declare": declare})  # noqa: S102 (as an import does)
