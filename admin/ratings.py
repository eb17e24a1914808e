"""Recompute all ratings, scores and leaderboards from the stored results: `ratings rebuild`."""

import argparse
import asyncio

from admin._dispatch import Task
from admin._exits import Exit, StartError, report
from admin._settings import Settings
from service.ends import rebuild
from service.retention import MATCHES_DELETED
from storage.store import Store


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=["rebuild"], help="the only action")


def work(task: Task) -> int:
    file = task.settings.database_file()
    if file is not None and not file.exists():
        raise StartError(f"There is no database {file}.", Exit.DATABASE)
    count = asyncio.run(_rebuild(task.settings))
    report(f"Recomputed all ratings from {count} finished {'match' if count == 1 else 'matches'}.")
    return Exit.GOOD


async def _rebuild(settings: Settings) -> int:
    async with Store.opened(settings.database) as store, store.write() as tables:
        if await tables.key_values.get(MATCHES_DELETED):
            raise StartError(
                "TIDEPOOL_RETENTION has deleted matches. Ratings that count them cannot be recomputed; "
                "they stay as they are.",
                Exit.UNWELL,
            )
        return await rebuild(tables)
