"""Prints one table of figures with their goals, of all areas or of the named ones; `players …` lets computers play."""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import platform
import re
import subprocess
import sys
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from time import process_time, strftime
from typing import TYPE_CHECKING

from benchmarks._processes import program_of
from benchmarks._table import Line, in_markdown, number, printed
from benchmarks.players import __main__ as players

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

FOLDER = Path(__file__).parent
PAGE = FOLDER.parent / "docs" / "performance.md"
COMPARED = ("moves", "start", "memory")
"""The areas that can be compared with another checkout."""
AREA = re.compile(r"\| (?!area |---)([a-z]+) \|")
TABLE = re.compile(r"(?<=<!-- figures -->\n).*(?=<!-- end of figures -->)", re.DOTALL)


def main(words: Sequence[str]) -> None:
    """Measure and print; with `--keep`, put the rows into the documentation."""
    modules = sorted(module.name for module in pkgutil.iter_modules([str(FOLDER)]) if not module.ispkg)
    areas = [name for name in modules if not name.startswith("_")]
    parser = argparse.ArgumentParser("python -m benchmarks", description=__doc__)
    parser.add_argument("areas", nargs="*", metavar="area", help=f"what to measure; otherwise all: {', '.join(areas)}")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help="compare with the bot of another checkout")
    parser.add_argument("--keep", action="store_true", help="put the rows into docs/performance.md")
    asked = parser.parse_args(words)
    if unknown := set(asked.areas).difference(areas):
        parser.error(f"there is no area {', '.join(sorted(unknown))}: choose from {', '.join(areas)}")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # bots start from compiled code, as they do on a server
    names = asked.areas or areas
    if asked.against:
        names = asked.areas or COMPARED
        program_of(asked.against)
        if asked.keep or (unknown := set(names).difference(COMPARED)):
            parser.error(f"only {', '.join(COMPARED)} can be compared with another checkout, and nothing is kept")
    total = missed = 0
    for lines in chain([[yardstick()]], _measured(names, asked.against)):
        found = []
        for line in lines:
            print(printed(line), flush=True)
            found.append(line)
        if asked.keep:
            keep(found)
        total, missed = total + len(found), missed + sum(not line.holds for line in found)
    print(f"\n{total} figures; {missed} of them miss their goal. {machine()}")


def _measured(names: Sequence[str], other: Path | None) -> Iterator[Iterable[Line]]:
    """The rows of one area after the other, each measured when its first row is asked for."""
    for name in names:
        area = importlib.import_module(f"benchmarks.{name}")
        yield _with_what_was_taken(area.compare(other) if other else area.measure())


def _with_what_was_taken(lines: Iterable[Line]) -> Iterator[Line]:
    """The rows of an area, and the share of the cores that other guests of the computer took meanwhile.

    Waits and lags are true only where it is near 0.
    """
    area, before = "", _core_time()
    for line in lines:
        area = line.area
        yield line
    if (after := _core_time()) and before and area:
        taken, whole = (new - old for new, old in zip(after, before, strict=True))
        yield Line(area, "the share of the cores that other guests of the computer took", 100 * taken / whole, "%")


def _core_time() -> tuple[int, int] | None:
    """The time that other guests have taken from all cores, and all the time of these; None where nobody tells."""
    found = re.match(r"cpu +((?:\d+ ?){8})", _read("/proc/stat"))
    if found is None:
        return None
    times = [int(time) for time in found[1].split()]
    return times[7], sum(times)


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
    """The processor, memory and versions of this machine, and its load, in one sentence."""
    cpu = re.search(r"^model name\s*: (.+)$", _read("/proc/cpuinfo"), re.MULTILINE)
    memory = re.search(r"^MemTotal:\s+(\d+) kB$", _read("/proc/meminfo"), re.MULTILINE)
    load = os.getloadavg()[0]
    return (
        f"{os.cpu_count()} cores of {cpu[1] if cpu else platform.processor() or 'an unknown processor'}, "
        f"{number(int(memory[1]) / 2**20) if memory else '?'} GiB of memory, {platform.system()} {platform.release()}, "
        f"Python {platform.python_version()}, discord.py {version('discord.py')}, Pillow {version('pillow')}; "
        f"load {load:.1f} at the end of the run, {strftime('%Y-%m-%d')}, commit {_commit()}."
    )


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError:  # not Linux
        return ""


def _commit() -> str:
    told = subprocess.run(["git", "rev-parse", "--short", "HEAD"], stdout=subprocess.PIPE, text=True, check=False)  # noqa: S607 (the git of whoever measures)
    return told.stdout.strip() or "unknown"


def keep(lines: list[Line]) -> None:
    """Put the rows into the table of the documentation. Rows of areas that were not measured stay."""
    page = PAGE.read_text(encoding="utf-8")
    areas = {line.area for line in lines}
    before = [row for row in page.splitlines() if (area := AREA.match(row)) and area[1] not in areas]
    rows = sorted([*before, *map(in_markdown, lines)], key=_area)
    head = ["| area | what | figure | goal | holds |", "| --- | --- | --: | --- | --- |"]
    table = "\n".join([*head, *rows, "", f"Measured on {machine()}", ""])
    PAGE.write_text(TABLE.sub(lambda _: table, page), encoding="utf-8")


def _area(row: str) -> str:
    """The sort key of a row by its area: the yardstick comes first."""
    found = AREA.match(row)
    return "" if found is None or found[1] == "yardstick" else found[1]


if __name__ == "__main__":
    if sys.argv[1:2] == ["players"]:
        players.main(*sys.argv[2:])
    else:
        main(sys.argv[1:])
