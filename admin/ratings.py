"""Compute all ratings, scores and leaderboards again from the stored results: `ratings rebuild`."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from admin._exits import Exit, StartError, report
from service.ends import rebuild
from service.retention import MATCHES_DELETED
from storage.store import Store

if TYPE_CHECKING:
    import argparse

    from admin._dispatch import Task
    from admin._settings import Settings


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=["rebuild"], help="nothing else can be done with ratings by hand")


def work(task: Task) -> int:
    file = task.settings.database_file()
    if file is not None and not file.exists():
        raise StartError(f"There is no database {file}.", Exit.DATABASE)
    count = asyncio.run(_rebuild(task.settings))
    report(f"{count} {'match that is' if count == 1 else 'matches that are'} over: all ratings are worked out anew.")
    return Exit.GOOD


async def _rebuild(settings: Settings) -> int:
    async with Store.opened(settings.database) as store, store.write() as tables:
        if await tables.key_values.get(MATCHES_DELETED):
            raise StartError(
                "Matches were deleted as TIDEPOOL_RETENTION says. Ratings that count them cannot be worked out anew; "
                "they stay as they are.",
                Exit.UNWELL,
            )
        return await rebuild(tables)
