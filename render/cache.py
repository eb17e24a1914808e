"""Caches with a maximum size in bytes, which count their hits and misses."""

import mmap
from collections import deque
from collections.abc import Callable, Sequence
from functools import lru_cache
from threading import Lock
from typing import NamedTuple, ParamSpec, TypeVar, cast

Args = ParamSpec("Args")
Result = TypeVar("Result")

_PRIVATE = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
"""Keeps a mapping private. Otherwise, a forked process would share it and overwrite its parent's entries."""


class CacheStats(NamedTuple):
    name: str
    hits: int
    misses: int
    entries: int
    size: int
    """The number of bytes in the cache."""
    limit: int
    """The most bytes that the cache may hold."""


_stats: list[Callable[[], CacheStats]] = []


def cache_stats() -> Sequence[CacheStats]:
    return [stats() for stats in _stats]


class _Entry(NamedTuple):
    key: bytes
    start: int
    end: int


class Cache:
    """A thread-safe cache of byte strings. When full, it evicts approximately the least recently used entries.

    It is a ring buffer in a single block of memory. Separate objects would take twice as much memory, because they
    would be scattered between short-lived images.
    """

    def __init__(self, name: str, limit: int) -> None:
        """Create a cache for up to `limit` bytes of data, not counting the keys."""
        self._name = name
        self._limit = limit
        self._lock = Lock()
        self._block = _allocated(limit)
        self._index: dict[bytes, _Entry] = {}
        self._order: deque[_Entry] = deque()
        """The entries in the order they were written."""
        self._head = 0
        """Where the next entry is written."""
        self._hits = self._misses = 0
        _stats.append(self.stats)

    def get(self, key: bytes) -> bytes | None:
        with self._lock:
            entry = self._index.get(key)
            if entry is None:
                self._misses += 1
                return None
            self._hits += 1
            data = self._block[entry.start : entry.end]
            if (entry.start - self._head) % self._limit < self._limit // 4:  # it would be overwritten soon
                self._write(key, data)
            return data

    def put(self, key: bytes, data: bytes) -> None:
        """Store data under a key, unless the data is larger than a quarter of the cache."""
        with self._lock:
            if key not in self._index and len(data) <= self._limit // 4:
                self._write(key, data)

    def clear(self) -> None:
        """Remove all entries and release their memory."""
        with self._lock:
            self._index.clear()
            self._order.clear()
            self._head = 0
            self._block.close()
            self._block = _allocated(self._limit)

    def stats(self) -> CacheStats:
        with self._lock:
            size = sum(entry.end - entry.start for entry in self._index.values())
            return CacheStats(self._name, self._hits, self._misses, len(self._index), size, self._limit)

    def _write(self, key: bytes, data: bytes) -> None:
        start, end = self._head, self._head + len(data)
        if end > self._limit:
            while self._order and self._order[0].start >= start:  # the rest of the block stays unused
                self._evict_oldest()
            start, end = 0, len(data)
        while self._order and start <= self._order[0].start < end:
            self._evict_oldest()
        self._block[start:end] = data
        self._head = end
        self._index[key] = entry = _Entry(key, start, end)
        self._order.append(entry)

    def _evict_oldest(self) -> None:
        entry = self._order.popleft()
        if self._index.get(entry.key) is entry:  # otherwise it was rewritten later
            del self._index[entry.key]


class AdmissionFilter:
    """A thread-safe filter that recognises keys seen before, used to cache only data needed more than once."""

    def __init__(self, last: int) -> None:
        """Create a filter that remembers at least the `last` most recent distinct keys, and at most twice as many."""
        self._last = last
        self._newer = set[int]()
        self._older = set[int]()

    def seen_before(self, key: bytes) -> bool:
        """Return True if this key has been seen before, and mark it as seen."""
        number = hash(key)
        if number in self._newer or number in self._older:
            return True
        if len(self._newer) >= self._last:
            self._older, self._newer = self._newer, set()
        self._newer.add(number)
        return False


def cache_results(name: str, limit: int, each: int) -> Callable[[Callable[Args, Result]], Callable[Args, Result]]:
    """Return a decorator that caches results in an `lru_cache`. Use it for results that are slow to rebuild from bytes.

    `limit` is the maximum size in bytes of all results together, and `each` that of one result with its arguments.
    """

    def decorated(function: Callable[Args, Result]) -> Callable[Args, Result]:
        cache = lru_cache(maxsize=limit // each)(function)

        def stats() -> CacheStats:
            """Return the cache's statistics, assuming that every cached result has the maximum size."""
            hits, misses, _, entries = cache.cache_info()
            return CacheStats(name, hits, misses, entries, entries * each, limit)

        _stats.append(stats)
        return cast("Callable[Args, Result]", cache)

    return decorated


def _allocated(size: int) -> mmap.mmap:
    return mmap.mmap(-1, size, **_PRIVATE)
