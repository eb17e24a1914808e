"""Gives memory that this process does not use back to the system, where the C library can do that."""

from __future__ import annotations

import ctypes
import functools
from typing import Any

ARENA_MAX, MMAP_THRESHOLD = -8, -3
"""The numbers by which glibc's `mallopt` knows how many arenas there may be, and what is large."""
LARGE = 512 * 1024
"""The size in bytes from which a block gets pages of its own, which go back to the system as soon as it is free."""


@functools.cache
def _library() -> Any:  # noqa: ANN401 (a library has whatever functions it has)
    """The C library of this process, or None where there is none that can be asked."""
    try:
        return ctypes.CDLL(None)
    except (OSError, TypeError):  # Windows has no library by that name
        return None


def use_one_arena() -> bool:
    """Let all threads take their memory from one place, which is to be called before there are threads.

    Otherwise glibc gives each thread that draws an arena of its own, and each keeps what its pictures needed. Large
    blocks get pages of their own, always: otherwise glibc soon takes them from the arena, where they leave holes.
    False where the C library knows no arenas (musl, macOS, Windows).
    """
    mallopt = getattr(_library(), "mallopt", None)
    return bool(mallopt and mallopt(ARENA_MAX, 1) and mallopt(MMAP_THRESHOLD, LARGE))


def give_back() -> bool:
    """Give what is free back to the system. False where the C library cannot be asked for that."""
    trim = getattr(_library(), "malloc_trim", None)
    return bool(trim and trim(0))
