"""Prints one table of figures with their goals, of all areas or of the named ones; `players …` lets computers play."""

import argparse
import importlib
import os
import pkgutil
import platform
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from time import process_time, strftime

from benchmarks._processes import program_of
from benchmarks._table import Line, number, printed
from benchmarks.players import __main__ as players

FOLDER = Path(__file__).parent
COMPARED = ("moves", "start", "memory")
"""The areas that can be compared with another checkout."""


def main(words: Sequence[str]) -> None:
    """Measure and print, or compare with another checkout."""
    modules = sorted(module.name for module in pkgutil.iter_modules([str(FOLDER)]) if not module.ispkg)
    areas = [name for name in modules if not name.startswith("_")]
    parser = argparse.ArgumentParser("python -m benchmarks", description=__doc__)
    parser.add_argument("areas", nargs="*", metavar="area", help=f"what to measure; otherwise all: {', '.join(areas)}")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help="compare with the bot of another checkout")
    asked = parser.parse_args(words)
    if unknown := set(asked.areas).difference(areas):
        parser.error(f"there is no area {', '.join(sorted(unknown))}: choose from {', '.join(areas)}")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # bots start from compiled code, as they do on a server
    names = asked.areas or areas
    if asked.against:
        names = asked.areas or COMPARED
        program_of(asked.against)
        if set(names).difference(COMPARED):
            parser.error(f"only {', '.join(COMPARED)} can be compared with another checkout")
    lines = []
    for line in chain([yardstick()], *(_measured(name, asked.against) for name in names)):
        print(printed(line), flush=True)
        lines.append(line)
    print(f"\n{len(lines)} figures; {sum(not line.holds for line in lines)} of them miss their goal. {machine()}")


def _measured(name: str, other: Path | None) -> Iterator[Line]:
    """The rows of an area, which is measured when its first row is asked for."""
    area = importlib.import_module(f"benchmarks.{name}")
    yield from area.compare(other) if other else area.measure()


def yardstick() -> Line:
    """The time of a fixed piece of work, which compares machines and runs."""
    seconds = []
    for _ in range(5):
        begun = process_time()
        total = 0
        for value in range(1_000_000):
            total += value * value % 7
        seconds.append(process_time() - begun)
    return Line("yardstick", "a million steps of a plain loop", min(seconds) * 1000, "ms")


def machine() -> str:
    """The processor, memory, versions and load of this machine, in one sentence."""
    cpu = re.search(r"^model name\s*: (.+)$", _read("/proc/cpuinfo"), re.MULTILINE)
    memory = re.search(r"^MemTotal:\s+(\d+) kB$", _read("/proc/meminfo"), re.MULTILINE)
    return (
        f"{os.cpu_count()} cores of {cpu[1] if cpu else platform.processor() or 'an unknown processor'}, "
        f"{number(int(memory[1]) / 2**20) if memory else '?'} GiB of memory, {platform.system()} {platform.release()}, "
        f"Python {platform.python_version()}, discord.py {version('discord.py')}, Pillow {version('pillow')}; "
        f"load {os.getloadavg()[0]:.1f} at the end of the run, {strftime('%Y-%m-%d')}, commit {_commit()}."
    )


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError:  # not Linux
        return ""


def _commit() -> str:
    told = subprocess.run(["git", "rev-parse", "--short", "HEAD"], stdout=subprocess.PIPE, text=True, check=False)  # noqa: S607 (the git of whoever measures)
    return told.stdout.strip() or "unknown"


if __name__ == "__main__":
    if sys.argv[1:2] == ["players"]:
        players.main(*sys.argv[2:])
    else:
        main(sys.argv[1:])
