"""`python -m tests.crash.practice [matches] [seed]`: kills the bot and its helpers while people play the computer."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox import Sandbox
from tests.crash import SETTINGS, played
from tests.crash import story as crash
from tests.soak.ledger import name_of
from tests.support.helpers import helpers_of
from tests.support.patience import PatientBot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sandbox import Driver

NEVER = (*crash.NEVER_ANYWHERE, "matches stuck", "thoughts left", "moves out of order")
"""The figures that must be zero."""
LEVELS = (1, 1, 2, 3, 5)
"""The levels that people choose, by chance."""
LONG_ENOUGH = 8
"""After so many moves a person resigns."""
OF_HELPERS = 0.5
"""How often a kill is one of a helper, if there is one, and not of the bot."""
MOST_KILLS = 10_000
_WAITING = "SELECT 1 FROM match WHERE status = 'running' AND (CASE turn WHEN 0 THEN first_id ELSE second_id END) < 0"


class Practice(crash.Story):
    """One person for each game, who plays the computer; they play on after every kill."""

    helpers_killed = 0

    async def _kill(self) -> None:
        await self._something_happens()
        await asyncio.sleep(self._chance.uniform(0.0, 0.3))
        running = list(helpers_of(self._bots[0].pid))
        if running and self._chance.random() < OF_HELPERS:
            os.kill(self._chance.choice(running), signal.SIGKILL)
            self.helpers_killed += 1
        else:
            await self._bots[0].kill()
            self._kills += 1

    async def _begin(self, game: str, seats: list[Driver]) -> None:
        side = self._chance.choice(["first", "second"])
        command = f"/{game.replace('_', '-')} practice"
        await seats[0].slash(command, level=self._chance.choice(LEVELS), side=side)

    async def _move(self, match: Mapping[str, Any], seats: list[Driver]) -> None:
        person = seats[0]
        if str(match["second_id" if match["turn"] else "first_id"]) != person.user.id:
            await asyncio.sleep(0.05)
        elif match["ply"] >= LONG_ENOUGH:
            asked = await person.slash(f"/{match['game'].replace('_', '-')} resign", match=name_of(match))
            if asked.buttons:
                await person.click(asked, "Resign")
        else:
            await super()._move(match, seats)

    async def _rest(self) -> None:
        await super()._rest()
        until = time.monotonic() + crash.LONGEST_REST
        while self._ledger.rows(_WAITING) and time.monotonic() < until:  # noqa: ASYNC110 (the bot tells nobody)
            await asyncio.sleep(0.2)
        await super()._rest()

    def matches(self) -> int:
        """How many matches are over."""
        return len(self._ledger.rows("SELECT 1 FROM match WHERE status = 'over'"))

    def figures(self) -> dict[str, int]:
        ledger = self._ledger
        lengths = Counter(row["match_id"] for row in ledger.rows("SELECT match_id FROM move"))
        matches = ledger.rows("SELECT * FROM match")
        return {
            "kills of the bot": self._kills,
            "kills of a helper": self.helpers_killed,
            **self._counted(),
            "matches over": self.matches(),
            "matches stuck": len(ledger.rows(_WAITING)),
            "thoughts left": len(ledger.rows("SELECT 1 FROM alarm WHERE kind = 'thought'")),
            "moves out of order": sum(lengths[match["id"]] != match["ply"] for match in matches),
        }


async def endure(matches: int, seed: int, database: Path) -> dict[str, int]:
    """Kill the bot and its helpers until so many matches are over; returns what was counted."""

    def tell(figures: Mapping[str, int]) -> None:
        print(figures, flush=True)  # noqa: T201 (how far it is; pytest shows it with a failure)

    async with Sandbox() as sandbox, PatientBot(sandbox, database, **SETTINGS) as bot:
        story = Practice(sandbox, [bot], database, seed)
        return await played(story, [bot], MOST_KILLS, lambda _: story.matches() >= matches, tell)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crash.practice")
    parser.add_argument("matches", nargs="?", type=int, default=100)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    given = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "data" / "tidepool.sqlite3"
        figures = asyncio.run(endure(given.matches, given.seed, database))
    for name, number in figures.items():
        print(f"{number:8} {name}")  # noqa: T201 (a command's output)
    print(f"{time.monotonic() - begun:8.0f} seconds")  # noqa: T201 (likewise)
    return int(any(figures[name] for name in NEVER))


if __name__ == "__main__":
    sys.exit(main())
