"""The caches of pictures: they stay within their size, keep what is used, and count their hits truly."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from render import draw
from render.cache import Cache, uses
from tests.render.positions import moment

SHARED = """
import os
from render.cache import Cache
cache = Cache("test", 1000)
written, write = os.pipe()
if not os.fork():
    os.read(written, 1)
    cache.put(b"theirs", b"2" * 10)
    os._exit(0)
cache.put(b"mine", b"1" * 10)
os.write(write, b".")
os.wait()
print(cache.get(b"mine").decode())
"""
"""A process and its fork, which write one after the other."""


def key(number: int) -> bytes:
    return number.to_bytes(4, "big")


def test_a_kept_value_is_found_and_counted() -> None:
    cache = Cache("test", 1000)
    cache.put(b"one", b"1" * 10)
    assert cache.get(b"one") == b"1" * 10
    assert cache.get(b"two") is None
    assert cache.use() == ("test", 1, 1, 1, 10, 1000)


def test_a_cache_never_exceeds_its_limit_and_returns_only_kept_values() -> None:
    cache, chance = Cache("test", 10_000), Random(3)
    for number in range(2000):
        wanted = chance.randrange(300)
        data = key(wanted) * (1 + wanted)
        found = cache.get(key(wanted))
        assert found in (None, data)
        cache.put(key(wanted), data)
        assert cache.get(key(wanted)) == data, number
        assert cache.use().size <= 10_000
    assert 10 < cache.use().entries < 100


def test_a_value_that_is_used_often_stays() -> None:
    cache = Cache("test", 10_000)
    cache.put(b"used", b"u" * 100)
    cache.put(b"unused", b"n" * 100)
    for number in range(1000):
        cache.put(key(number), bytes(100))
        assert cache.get(b"used") == b"u" * 100
    assert cache.get(b"unused") is None


def test_a_value_that_is_too_large_is_not_kept() -> None:
    cache = Cache("test", 1000)
    cache.put(b"small", b"1")
    cache.put(b"large", bytes(251))
    assert cache.get(b"large") is None
    assert cache.get(b"small") == b"1"


def test_threads_may_share_it() -> None:
    cache = Cache("test", 20_000)

    def work(seed: int) -> bool:
        chance = Random(seed)
        for _ in range(3000):
            number = chance.randrange(200)
            if cache.get(key(number)) not in (None, key(number) * (number + 1)):
                return False
            cache.put(key(number), key(number) * (number + 1))
        return True

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(work, range(4)))


def test_a_picture_that_is_drawn_again_comes_from_the_caches() -> None:
    scene = moment("konane", "middle", "dark")
    first = draw(scene)
    before = {use.name: use for use in uses()}
    assert draw(scene) == first
    after = {use.name: use for use in uses()}
    assert after["strips"].misses == before["strips"].misses
    assert after["strips"].hits >= before["strips"].hits + 8


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")
def test_a_fork_of_the_process_has_a_cache_of_its_own() -> None:
    told = subprocess.run([sys.executable, "-c", SHARED], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["1" * 10]
