"""`python -m tests.simulation SEED` prints a course, and `python -m tests.simulation SEED COUNT` tries many seeds."""

import sys
import tempfile
import time
from pathlib import Path

import pytest

from tests.simulation.seeds import Seeds
from tests.support.kills import draw_nothing


def main(first: int, count: int = 1) -> None:
    """Try this many seeds; print the trace of a single one."""
    broken, began = 0, time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="tidepool-simulation-") as folder, pytest.MonkeyPatch.context() as patched:
        draw_nothing(patched)
        seeds = Seeds(Path(folder))
        for seed in range(first, first + count):
            sentence, trace = seeds.play(seed)
            broken += bool(sentence)
            if sentence or count == 1:
                say(f"Seed {seed}: {sentence or 'all promises were kept.'}")
            if count == 1:
                say("\n".join(trace))
    say(f"{count} seeds in {time.perf_counter() - began:.0f} s, {broken} with a broken promise")


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


main(*map(int, sys.argv[1:]))
