"""Commands of programmers such as `python -m render.pages [KEY …]`: they work on the named games, or on all."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence


def for_each(work: Callable[[str], None], keys: Sequence[str], known: Collection[str], what: str) -> None:
    """Do the work for each of these keys, or for all that are known.

    `what` says what the keys name. The program ends with one sentence where a key is not known, where something is
    missing, and where the page or the data of a game is wrong.
    """
    try:
        for key in keys or known:
            _check(key, known, what)
            work(key)
    except (LookupError, ValueError) as error:
        if isinstance(error, KeyError | IndexError):
            raise
        sys.exit(str(error))


def _check(key: str, known: Collection[str], what: str) -> None:
    if key not in known:
        raise LookupError(f"There is no {what} “{key}”, only {', '.join(known)}: see docs/adding-a-game.md")
