"""`python -m tests.crash [kills] [seed] [--workers N]` kills the bot repeatedly and prints the counts, also meanwhile.

SIGTERM stops the kills and ends the run.
"""

import argparse
import asyncio
import signal
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from tests.crash import endure
from tests.crash.story import NEVER, Story
from tests.support import postgres


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crash")
    parser.add_argument("kills", nargs="?", type=int, default=100)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="processes that share a temporary PostgreSQL server")
    given = parser.parse_args()
    begun = time.monotonic()
    stopped: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: stopped.append(number))

    def enough(_: Story) -> bool:
        return bool(stopped)

    def tell(figures: Mapping[str, int]) -> None:
        for name, number in figures.items():
            print(f"{number:8} {name}")  # noqa: T201 (a command's output)
        print(f"{time.monotonic() - begun:8.0f} seconds\n", flush=True)  # noqa: T201 (a command's output)

    if given.workers == 1:
        with tempfile.TemporaryDirectory() as folder:
            database = Path(folder) / "data" / "tidepool.sqlite3"
            figures = asyncio.run(endure(given.kills, given.seed, database, enough, tell=tell))
    else:
        with postgres.server() as address:
            database_address = postgres.fresh(address)
            figures = asyncio.run(
                endure(given.kills, given.seed, database_address, enough, workers=given.workers, tell=tell)
            )
    tell(figures)
    return int(any(figures[name] for name in NEVER))


if __name__ == "__main__":
    sys.exit(main())
