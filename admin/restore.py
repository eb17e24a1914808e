"""Replace the database with a backup. The old database is kept in the same folder under another name."""

import argparse
from pathlib import Path

from admin._dispatch import Task
from admin._exits import Exit, report
from storage.backups import BackupFolder
from storage.people import incomplete
from storage.sqlite.backup import begin_restore, finish_restore, prepare_restored
from storage.sqlite.lock import FileLock


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup; stop the bot first")


def work(task: Task) -> int:
    database = task.settings.own_file()
    lock = FileLock(database)
    try:
        restoring = begin_restore(task.given.file, database)
        folder = task.settings.backup_folder()
        newer = BackupFolder(folder, database).all().values() if folder else ()
        until = prepare_restored(restoring, database, newer)
        aside = finish_restore(restoring, database)
    finally:
        lock.release()
    report(f"Restored {task.given.file} to {database}.")
    if aside is not None:
        report(f"The previous database is now {aside}.")
    if until is not None:
        report(f"WARNING: {incomplete(until)}")
    return Exit.GOOD
