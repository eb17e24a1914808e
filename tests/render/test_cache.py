"""The caches of pictures: they stay within their size, keep what is used, and count their hits truly."""

import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise, product
from random import Random

import pytest

from games import GAMES
from games.base import SEATS
from render import BOARDS, draw, frame, plan
from render.cache import AdmissionFilter, Cache, cache_results, cache_stats
from render.canvas import PLACED, STRIP, TILE, Canvas, Stamp
from render.layout import Layout
from render.pieces import plate
from render.sprites import paint, with_theme
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


ENTRY = 250
"""The bytes that Python itself keeps of a result: its place in a dictionary and in the order of use."""


def weight(canvas: Canvas, stamp: Stamp) -> int:
    """The bytes of what is kept of a stamp."""
    found, touched = canvas.place_stamp(stamp)
    kept = [(canvas, stamp), stamp, stamp.x, stamp.y, stamp.unit, (found, touched), found, found[0], touched, *touched]
    return sum(map(sys.getsizeof, kept)) + ENTRY


def key(number: int) -> bytes:
    return number.to_bytes(4, "big")


def test_a_kept_value_is_found_and_counted() -> None:
    cache = Cache("test", 1000)
    cache.put(b"one", b"1" * 10)
    assert cache.get(b"one") == b"1" * 10
    assert cache.get(b"two") is None
    assert cache.stats() == ("test", 1, 1, 1, 10, 1000)


def test_a_cache_never_exceeds_its_limit_and_returns_only_kept_values() -> None:
    cache, chance = Cache("test", 10_000), Random(3)
    for number in range(2000):
        wanted = chance.randrange(300)
        data = key(wanted) * (1 + wanted)
        found = cache.get(key(wanted))
        assert found in (None, data)
        cache.put(key(wanted), data)
        assert cache.get(key(wanted)) == data, number
        assert cache.stats().size <= 10_000
    assert 10 < cache.stats().entries < 100


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
    before = {stats.name: stats for stats in cache_stats()}
    assert draw(scene) == first
    after = {stats.name: stats for stats in cache_stats()}
    assert after["strips"].misses == before["strips"].misses
    assert after["strips"].hits >= before["strips"].hits + 8


def test_keys_that_come_again_are_told_as_far_as_they_are_remembered() -> None:
    seen = AdmissionFilter(100)
    assert [seen.seen_before(key(number)) for number in (1, 2, 1)] == [False, False, True]
    for number in range(3, 101):
        assert not seen.seen_before(key(number))
    assert seen.seen_before(key(1)), "it is among the last 100"
    for number in range(101, 301):
        assert not seen.seen_before(key(number))
    assert not seen.seen_before(key(1)), "it is forgotten"


def test_results_that_are_kept_as_objects_stay_within_their_size_and_are_counted() -> None:
    made = []

    @cache_results("numbers of a test", 1000, 100)
    def double(number: int) -> int:
        made.append(number)
        return 2 * number

    assert [double(number) for number in (1, 2, 1)] == [2, 4, 2]
    assert made == [1, 2]
    assert cache_stats()[-1] == ("numbers of a test", 1, 2, 2, 200, 1000)
    for number in range(100):
        double(number)
    assert cache_stats()[-1].size == 1000


@pytest.mark.parametrize("key", list(BOARDS))
def test_the_place_of_a_stamp_has_no_more_bytes_than_is_said(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    png = Canvas.png

    def weighed(self: Canvas, stamps: Iterable[Stamp], left_out: Sequence[int] = ()) -> bytes:
        found = list(stamps)
        sizes.extend(weight(self, stamp) for stamp in found)
        return png(self, found, left_out)

    monkeypatch.setattr(Canvas, "png", weighed)
    for scene in BOARDS[key].samples():
        for view in SEATS:
            draw(replace(scene, view=view))
    assert sizes
    assert max(sizes) <= PLACED


@pytest.mark.parametrize("key", list(BOARDS))
def test_strips_and_tiles_have_no_more_bytes_than_is_said_on_boards_of_any_size(key: str) -> None:
    board, options = BOARDS[key], GAMES[key].info.options
    sizes = {name: list(option) for name, option in options.items() if name in {"grid", "order", "size"}}
    for chosen in product(*sizes.values()):
        for view in SEATS:
            start = GAMES[key].start(**dict(zip(sizes, chosen, strict=True)))
            for top, bottom, xs in Layout(board.grid(start, view)).cuts():
                assert (bottom - top) * (xs[-1] + 1) <= STRIP
                assert all((bottom - top) * (right - left) <= TILE for left, right in pairwise(xs))


def test_a_sprite_that_is_too_large_to_be_kept_is_painted_nevertheless() -> None:
    theme = BOARDS["konane"].theme("classic")
    before = {stats.name: stats for stats in cache_stats()}
    large = with_theme(plate(876, 70, "plate", "turn", 5), 1, theme)
    assert large.paint().image.size == (876, 70)
    assert large.paint().image.tobytes() == paint(large.sprite, 1, theme).image.tobytes()
    assert {stats.name: stats for stats in cache_stats()}["painted sprites"].misses == before["painted sprites"].misses


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")
def test_a_fork_of_the_process_has_a_cache_of_its_own() -> None:
    told = subprocess.run([sys.executable, "-c", SHARED], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["1" * 10]


def test_all_caches_of_pictures_together_are_small_enough_to_be_full_within_an_hour() -> None:
    plan.plan(next(iter(BOARDS["konane"].samples())))  # which has a cache, too
    kept = {stats.name: stats.limit for stats in cache_stats() if not stats.name.startswith("test")} | {
        "gifs": 8_000_000
    }
    assert {"tiles", "strips", "sprites", "drawings", "finished tiles"} <= kept.keys()
    assert sum(kept.values()) <= 86_000_000, kept


def test_pictures_with_and_without_a_legend_share_their_strips_down_to_the_coordinates() -> None:
    board, scene = BOARDS["konane"], moment("konane", "middle", "classic")
    grid, theme = board.grid(scene.position, 0), board.theme("classic")
    names = [frame.canvas(board, grid, theme, legend=legend)[1]._names for legend in (False, True)]
    assert names[0][:-2] == names[1][:-2]
    assert not {*names[0][-2:]} & {*names[1][-2:]}, "those below are elsewhere"
    other = frame.canvas(board, grid, board.theme("dark"), legend=False)[1]._names
    assert not {*other} & {*names[0]}
