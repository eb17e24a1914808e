"""Copy the database into a new file and check the copy. The bot may be running."""

import argparse
from datetime import UTC, datetime
from pathlib import Path

from admin._dispatch import Task
from admin._exits import Exit, report
from storage.backups import BackupFolder
from storage.sqlite.backup import back_up
from storage.sqlite.files import inspect


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a new file, or a folder for it")


def work(task: Task) -> int:
    database, target = task.settings.own_file(), task.given.file
    if target.is_dir():
        target = BackupFolder(target, database).name(datetime.now(UTC))
    back_up(database, target)
    report(f"Backed up to {target} ({target.stat().st_size:,} bytes, format {inspect(target)}), checked.")
    return Exit.GOOD
