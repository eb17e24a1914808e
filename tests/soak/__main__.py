"""`python -m tests.soak [people matches seed]` plays the whole fortnight and prints its figures."""

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.soak import live
from tests.soak.acts import missing
from tests.soak.fortnight import Plan


def main() -> None:
    people, matches, seed = (int(word) for word in [*sys.argv[1:], *("50", "200", "1")[len(sys.argv) - 1 :]])
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        plan = Plan(people, matches, kills=14, outages=3, seed=seed)
        figures = asyncio.run(live(plan, Path(folder) / "tidepool.sqlite3"))
    for name, number in sorted(figures.items()):
        print(f"{number:8} {name}")  # noqa: T201 (a command's output)
    if not_played := missing(figures):
        sys.exit(f"This fortnight proves too little, as it had no: {', '.join(not_played)}.")
    print(f"{time.monotonic() - begun:8.0f} seconds")  # noqa: T201 (a command's output)


if __name__ == "__main__":
    main()
