"""Caches for small pieces of data: each holds a limited number of bytes, and tells how often it was of use."""

from __future__ import annotations

import mmap
from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Given = ParamSpec("Given")
Result = TypeVar("Result")
Made_co = TypeVar("Made_co", covariant=True)


_OWN = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
"""A block of memory is this process's own. By default a fork would share it, and each would write over the other's."""


class Use(NamedTuple):
    """How a cache is used."""

    name: str
    hits: int
    misses: int
    entries: int
    size: int
    """The number of bytes that it holds."""
    limit: int
    """The number of bytes that it can hold."""


class _Entry(NamedTuple):
    key: bytes
    start: int
    end: int


class Cache:
    """Data by key. Entries that were not used for long make room for new ones. Several threads may use it at once.

    The entries lie one behind the other in one block of memory, which is written round and round. As objects of their
    own they would take twice as much memory, because they would stand scattered between short-lived images.
    """

    def __init__(self, name: str, limit: int) -> None:
        """`limit` is the number of bytes that it can hold; the keys come on top of that."""
        self._name = name
        self._limit = limit
        self._lock = Lock()
        self._memory = _block(limit)
        self._index: dict[bytes, _Entry] = {}
        self._order: deque[_Entry] = deque()  # as they were written
        self._head = 0  # where the next entry is written
        self._hits = self._misses = 0
        _caches.append(self)

    def get(self, key: bytes) -> bytes | None:
        """The data of this key, or None if it is not known."""
        with self._lock:
            entry = self._index.get(key)
            if entry is None:
                self._misses += 1
                return None
            self._hits += 1
            data = self._memory[entry.start : entry.end]
            if (entry.start - self._head) % self._limit < self._limit // 4:  # it would be overwritten soon
                self._write(key, data)
            return data

    def put(self, key: bytes, data: bytes) -> None:
        """Keep some data, unless there is too much of it."""
        with self._lock:
            if key not in self._index and len(data) <= self._limit // 4:
                self._write(key, data)

    def clear(self) -> None:
        """Forget everything; nothing of it stays in memory."""
        with self._lock:
            self._index.clear()
            self._order.clear()
            self._head = 0
            self._memory.close()
            self._memory = _block(self._limit)

    def use(self) -> Use:
        """How it is used."""
        with self._lock:
            size = sum(entry.end - entry.start for entry in self._index.values())
            return Use(self._name, self._hits, self._misses, len(self._index), size, self._limit)

    def _write(self, key: bytes, data: bytes) -> None:
        start, end = self._head, self._head + len(data)
        if end > self._limit:
            while self._order and self._order[0].start >= start:  # the rest of the block remains empty
                self._forget_oldest()
            start, end = 0, len(data)
        while self._order and start <= self._order[0].start < end:
            self._forget_oldest()
        self._memory[start:end] = data
        self._head = end
        self._index[key] = entry = _Entry(key, start, end)
        self._order.append(entry)

    def _forget_oldest(self) -> None:
        entry = self._order.popleft()
        if self._index.get(entry.key) is entry:  # otherwise it has been written again since
            del self._index[entry.key]


class Seen:
    """Tells which keys come again, so that only these are worth the work of keeping something. Threads may share it."""

    def __init__(self, last: int) -> None:
        """It remembers at least the `last` different keys, and at most twice as many."""
        self._last = last
        self._newer = set[int]()
        self._older = set[int]()

    def again(self, key: bytes) -> bool:
        """Whether this key came before."""
        number = hash(key)
        if number in self._newer or number in self._older:
            return True
        if len(self._newer) >= self._last:
            self._older, self._newer = self._newer, set()
        self._newer.add(number)
        return False


@dataclass(frozen=True)
class _Results:
    """The last results of a function, which are kept as objects."""

    name: str
    info: Callable[[], Any]
    each: int
    limit: int

    def use(self) -> Use:
        """How they are used, as if each had as many bytes as it may have."""
        hits, misses, _, entries = self.info()
        return Use(self.name, hits, misses, entries, entries * self.each, self.limit)


class Kept(Protocol[Given, Made_co]):
    """A function that keeps its last results."""

    def __call__(self, *args: Given.args, **kwargs: Given.kwargs) -> Made_co:
        """The result, as it was made before or made now."""

    def cache_clear(self) -> None:
        """Forget all results."""


def kept(name: str, limit: int, each: int) -> Callable[[Callable[Given, Result]], Kept[Given, Result]]:
    """Let a function keep its last results, where it would take too long to make them of bytes again.

    `limit` is the number of bytes that they may have together; one has at most `each`, its arguments included.
    """

    def wrapped(function: Callable[Given, Result]) -> Kept[Given, Result]:
        keeping: Any = lru_cache(maxsize=limit // each)(function)
        _caches.append(_Results(name, keeping.cache_info, each, limit))
        result: Kept[Given, Result] = keeping
        return result

    return wrapped


def _block(size: int) -> mmap.mmap:
    return mmap.mmap(-1, size, **_OWN)


class _Used(Protocol):
    def use(self) -> Use: ...


_caches: list[_Used] = []


def uses() -> Sequence[Use]:
    """How all caches of pictures are used."""
    return [cache.use() for cache in _caches]
