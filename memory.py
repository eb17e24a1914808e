"""Saves memory: all threads share one arena of the C library's allocator, and free memory is returned to the system."""

import ctypes
import functools
from typing import Any

ARENA_MAX = -8
"""The glibc `mallopt` parameter for the maximum number of arenas."""
MMAP_THRESHOLD = -3
"""The glibc `mallopt` parameter that says how large a block must be to be mapped separately."""
TRIM_THRESHOLD = -1
"""The glibc `mallopt` parameter that says how much free memory may remain at the top of an arena."""
LARGE = 512 * 1024
"""The size, in bytes, from which a block is mapped separately. Such a block is unmapped as soon as it is freed."""
SPARE = 1024 * 1024
"""How many free bytes may remain at the top of the arena. Drawing a picture needs that many.

With the default of 128 kB, the pages of each picture would be returned to the system and requested again by the next.
"""


@functools.cache
def _library() -> Any:  # noqa: ANN401 (a library has any functions)
    """Return this process's C library, or None if ctypes cannot load it."""
    try:
        return ctypes.CDLL(None)
    except (OSError, TypeError):  # Windows
        return None


def use_one_arena() -> bool:
    """Make all threads allocate from a single arena. Call this before starting other threads.

    By default glibc creates an arena for each thread that draws, and each arena keeps the memory of its pictures.
    Setting the mmap threshold also turns off its automatic growth, which would place large blocks in the arena and
    fragment it. Returns False if the C library has no arenas (musl, macOS, Windows).
    """
    mallopt = getattr(_library(), "mallopt", None)
    if mallopt is None:
        return False
    values = {ARENA_MAX: 1, MMAP_THRESHOLD: LARGE, TRIM_THRESHOLD: SPARE}
    return all(mallopt(parameter, value) for parameter, value in values.items())


def give_back() -> bool:
    """Return free memory to the system. Returns False if there was none or the C library cannot do this."""
    trim = getattr(_library(), "malloc_trim", None)
    return bool(trim and trim(0))
