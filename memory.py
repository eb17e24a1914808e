"""Lets the C library keep little free memory: one arena for all threads, and free memory given back to the system."""

from __future__ import annotations

import ctypes
import functools
from typing import Any

ARENA_MAX = -8
"""The number of the parameter of glibc's `mallopt` that sets the most arenas."""
MMAP_THRESHOLD = -3
"""The number of the parameter of glibc's `mallopt` that sets the size from which a block is large."""
TRIM_THRESHOLD = -1
"""The number of the parameter of glibc's `mallopt` that sets how much may be free at the end of an arena."""
LARGE = 512 * 1024
"""Size in bytes from which a block gets pages of its own. They go back to the system as soon as the block is free."""
SPARE = 1024 * 1024
"""Bytes that may be free at the end of the arena until memory is given back: a picture needs as much for a moment.

With the usual 128 kB the pages of each picture went back to the system, and the next one had to ask for them anew.
"""


@functools.cache
def _library() -> Any:  # noqa: ANN401 (a library has whatever functions it has)
    """The C library of this process, or None where it cannot be loaded by ctypes."""
    try:
        return ctypes.CDLL(None)
    except (OSError, TypeError):  # Windows has no library by that name
        return None


def use_one_arena() -> bool:
    """Let all threads take their memory from one arena. Call it before other threads are started.

    Otherwise glibc gives each thread that draws an arena of its own, and each arena keeps the memory of its pictures.
    Large blocks always get pages of their own: otherwise glibc soon takes them from the arena, where they leave holes.
    A little memory may stay free. Returns False where the C library has no arenas (musl, macOS, Windows).
    """
    mallopt = getattr(_library(), "mallopt", None)
    if mallopt is None:
        return False
    chosen = {ARENA_MAX: 1, MMAP_THRESHOLD: LARGE, TRIM_THRESHOLD: SPARE}
    return all(mallopt(parameter, value) for parameter, value in chosen.items())


def give_back() -> bool:
    """Give free memory back to the system. Returns False where the C library cannot do that."""
    trim = getattr(_library(), "malloc_trim", None)
    return bool(trim and trim(0))
