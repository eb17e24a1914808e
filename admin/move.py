"""Copy everything to another database, from a file to PostgreSQL or back. Stop the bot first."""

import argparse
import asyncio

from admin._dispatch import Task
from admin._exits import Exit, StartError, report
from admin._settings import database_of
from storage.moving import move


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--to", required=True, metavar="ADDRESS", help="postgresql://user@host/name, or the path of a new file"
    )


def work(task: Task) -> int:
    try:
        target = database_of(task.given.to)
    except ValueError as error:
        raise StartError(f"--to: {error}.", Exit.SETTINGS) from error
    try:
        moved = asyncio.run(move(task.settings.database, target))
    except KeyboardInterrupt as error:
        raise StartError("Interrupted: nothing has been moved.") from error
    report(f"Moved {sum(moved.values()):,} rows of {len(moved)} tables, and compared them on both sides.")
    report("Set TIDEPOOL_DATABASE to the new address before you start the bot. The old database is unchanged.")
    return Exit.GOOD
