"""`python -m tests.crash [kills seed]`: kills the bot again and again, and prints what came of it.

Told to stop (SIGTERM), it kills no more and prints what came of the kills so far.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.crash import endure
from tests.crash.story import NEVER


def main() -> int:
    kills, seed = (int(word) for word in [*sys.argv[1:], *("100", "1")[len(sys.argv) - 1 :]])
    begun = time.monotonic()
    stopped: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: stopped.append(number))

    def enough(count: int) -> bool:
        if count % 50 == 0:
            print(f"{count} kills after {time.monotonic() - begun:.0f} s", file=sys.stderr)  # noqa: T201
        return bool(stopped)

    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(endure(kills, seed, Path(folder) / "data" / "tidepool.sqlite3", enough))
    for name, number in figures.items():
        print(f"{number:8} {name}")  # noqa: T201 (a command's output)
    print(f"{time.monotonic() - begun:8.0f} seconds")  # noqa: T201 (for whoever runs it)
    return int(any(figures[name] for name in NEVER))


if __name__ == "__main__":
    sys.exit(main())
