"""Command lines such as `python -m render.pages [KEY …]`, which process the named games or all."""

import sys
from collections.abc import Callable, Collection, Sequence


def for_each(work: Callable[[str], None], keys: Sequence[str], known: Collection[str], what: str) -> None:
    """Call `work` for each of these keys, or for all known ones if there are none.

    Exits with a message if a key is unknown (`what` says what the keys name), or if `work` raises LookupError or
    ValueError because data of a game is missing or wrong. A KeyError or IndexError is a bug and is raised.
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
        raise ValueError(f"There is no {what} “{key}”, only {', '.join(known)}: see docs/adding-a-game.md")
