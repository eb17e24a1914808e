"""Move the database to another Discord application, whose token the bot then needs. Stop the bot first."""

import argparse
import asyncio
from pathlib import Path

from admin._dispatch import Task
from admin._exits import Exit, report
from admin._parsing import number
from storage.bookkeeping import APPLICATION
from storage.store import Store


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("application", type=_id, metavar="ID", help="the ID of the application")


def work(task: Task) -> int:
    application = task.given.application
    asyncio.run(_adopt(task.settings.existing(), application))
    report(f"The database belongs to the application {application} now. It cannot edit the boards posted before.")
    return Exit.GOOD


def _id(text: str) -> int:
    """Parse the ID of an application."""
    try:
        return number(1)(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


async def _adopt(database: Path | str, application: int) -> None:
    async with Store.opened(database) as store:
        await store.set_value(APPLICATION, str(application))
