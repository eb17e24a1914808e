"""Lets the C library keep little free memory: one arena for all threads, and free memory given back to the system."""

from __future__ import annotations

import ctypes
import functools
from typing import Any

ARENA_MAX, MMAP_THRESHOLD = -8, -3
"""The numbers of two parameters of glibc's `mallopt`: the most arenas, and the size from which a block is large."""
LARGE = 512 * 1024
"""Size in bytes from which a block gets pages of its own. They go back to the system as soon as the block is free."""


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
    Returns False where the C library has no arenas (musl, macOS, Windows).
    """
    mallopt = getattr(_library(), "mallopt", None)
    return bool(mallopt and mallopt(ARENA_MAX, 1) and mallopt(MMAP_THRESHOLD, LARGE))


def give_back() -> bool:
    """Give free memory back to the system. Returns False where the C library cannot do that."""
    trim = getattr(_library(), "malloc_trim", None)
    return bool(trim and trim(0))
