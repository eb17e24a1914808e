"""Which tests go to a worker together: those of one file, but each by itself where it needs no other."""

from __future__ import annotations

from typing import Any

from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]  # it comes without types

ALONE = (
    "tests/e2e/test_clocks.py",
    "tests/e2e/test_whole_matches.py",
    "tests/page/test_composer.py",
    "tests/page/test_layout.py",
    "tests/page/test_markdown.py",
    "tests/page/test_messages.py",
    "tests/page/test_trouble.py",
)
"""Where a test finds nothing changed by another one of its file: it has a bot of its own, or none.

Elsewhere a test may need what another one left, such as a hint that a person sees only once.
"""


def unit(test: str) -> str:
    """What a test is handed out with: all that has this name goes to the same worker."""
    return test if test.startswith(ALONE) else test.split("::", 1)[0]


def scheduler(config: Any, log: Any) -> Any:
    """Hands out the units in their order, each to the worker that is free first."""
    made = LoadScopeScheduling(config, log)
    assert callable(made._split_scope)  # the library may give it another name one day
    made._split_scope = unit
    return made
