"""`python -m tests.crash [kills] [seed] [--workers N]`: kills the bot again and again, and prints what came of it.

Told to stop (SIGTERM), it kills no more and prints what came of the kills so far.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.crash import endure
from tests.crash.story import NEVER
from tests.support import postgres


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crash")
    parser.add_argument("kills", nargs="?", type=int, default=100)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="so many processes on a PostgreSQL server of their own")
    given = parser.parse_args()
    begun = time.monotonic()
    stopped: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: stopped.append(number))

    def enough(count: int) -> bool:
        if count % 50 == 0:
            print(f"{count} kills after {time.monotonic() - begun:.0f} s", file=sys.stderr)  # noqa: T201 (for whoever runs it)
        return bool(stopped)

    if given.workers == 1:
        with tempfile.TemporaryDirectory() as folder:
            database = Path(folder) / "data" / "tidepool.sqlite3"
            figures = asyncio.run(endure(given.kills, given.seed, database, enough))
    else:
        with postgres.server() as address:
            database_address = postgres.fresh(address)
            figures = asyncio.run(endure(given.kills, given.seed, database_address, enough, workers=given.workers))
    for name, number in figures.items():
        print(f"{number:8} {name}")  # noqa: T201 (a command's output)
    print(f"{time.monotonic() - begun:8.0f} seconds")  # noqa: T201 (for whoever runs it)
    return int(any(figures[name] for name in NEVER))


if __name__ == "__main__":
    sys.exit(main())
