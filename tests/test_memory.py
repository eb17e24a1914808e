"""One arena, and memory that is given back, where the C library has these functions; no harm where it has not."""

import platform
import re
import subprocess
import sys

import pytest

import memory

glibc = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the C library is not glibc")


class Bare:
    """A C library without the two functions."""


def test_a_c_library_without_arenas_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in (Bare(), None):
        monkeypatch.setattr(memory, "_library", lambda library=library: library)
        assert memory.use_one_arena() is False
        assert memory.give_back() is False


@glibc
def test_with_one_arena_what_threads_have_freed_goes_back_to_the_system() -> None:
    program = """
import sys, threading
import memory
one = sys.argv[1] == "one"
if one:
    assert memory.use_one_arena()
def work():
    kept = [bytes(1000) for _ in range(20_000)]
    kept.clear()
barrier = threading.Barrier(8)
def thread():
    barrier.wait(); work(); barrier.wait()
threads = [threading.Thread(target=thread) for _ in range(8)]
[t.start() for t in threads]; [t.join() for t in threads]
if one:
    memory.give_back()
print(open("/proc/self/status").read())
"""
    used = {}
    for arenas in ("one", "many"):
        told = subprocess.run(
            [sys.executable, "-c", program, arenas], check=True, stdout=subprocess.PIPE, text=True
        ).stdout
        found = re.search(r"VmRSS:\s+(\d+) kB", told)
        assert found
        used[arenas] = int(found[1])
    assert used["one"] < used["many"]
