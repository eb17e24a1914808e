"""Recompute all ratings, scores and leaderboards from the stored results: `ratings rebuild`."""

import argparse
import asyncio
from pathlib import Path

from admin._dispatch import Task
from admin._exits import Exit, StartError, report
from service.ends import rebuild
from service.upkeep import MATCHES_DELETED
from storage.store import Store


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=["rebuild"], help="the only action")


def work(task: Task) -> int:
    count = asyncio.run(_rebuild(task.settings.existing()))
    report(f"Recomputed all ratings from {count} finished {'match' if count == 1 else 'matches'}.")
    return Exit.GOOD


async def _rebuild(database: Path | str) -> int:
    async with Store.opened(database) as store, store.write() as tables:
        if await tables.key_values.get(MATCHES_DELETED):
            raise StartError(
                "TIDEPOOL_RETENTION has deleted matches. Ratings that count them cannot be recomputed; "
                "they stay as they are.",
                Exit.UNWELL,
            )
        return await rebuild(tables)
