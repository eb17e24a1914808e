"""Manages the folder of backups: names and lists them, and decides which to delete."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from storage.errors import StorageError, reason_of

DAYS = 7
"""The number of recent days for which one backup each is kept."""
WEEKS = 4
"""The number of earlier weeks for which one backup each is kept."""
EVERY = timedelta(days=1)
LONGEST = timedelta(days=35)
"""The largest age difference between a kept backup and the newest one."""
STAMP = "%Y%m%d-%H%M%S"


class BackupFolder:
    """The folder that holds a database's backups, with file names like `tidepool-20261122-041500.sqlite3`."""

    def __init__(self, folder: Path, database: Path) -> None:
        self._folder = folder
        self._stem, self._suffix = database.stem, database.suffix
        self._name = re.compile(rf"{re.escape(self._stem)}-(\d{{8}}-\d{{6}}){re.escape(self._suffix)}")

    def all(self) -> dict[datetime, Path]:
        """Return the paths of all backups, keyed by time, oldest first.

        Raises StorageError if the folder cannot be read.
        """
        backups = {}
        try:
            for path in sorted(self._folder.iterdir()) if self._folder.exists() else ():
                if named := self._name.fullmatch(path.name):
                    backups[datetime.strptime(named[1], STAMP).replace(tzinfo=UTC)] = path
        except (OSError, ValueError) as error:
            raise StorageError(f"The folder of backups {self._folder} cannot be read: {error}.") from error
        return backups

    def newest(self, now: datetime) -> datetime | None:
        """Return the time of the newest backup, or None if there is none.

        Ignores backups whose time is in the future.
        """
        return max((moment for moment in self.all() if moment <= now), default=None)

    def due(self, now: datetime) -> datetime:
        newest = self.newest(now)
        return newest + EVERY if newest else now

    def name(self, now: datetime) -> Path:
        """Create the folder and return the path for a new backup. Raises StorageError if this fails."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise StorageError(f"The folder of backups {self._folder} cannot be made: {reason_of(error)}.") from error
        return self._folder / f"{self._stem}-{now.strftime(STAMP)}{self._suffix}"

    def rotate(self, now: datetime) -> list[Path]:
        """Delete expired backups and return their paths. Raises StorageError if one cannot be deleted.

        Backups from the future are kept but do not count, since every new backup would seem old next to them.
        """
        backups = {moment: path for moment, path in self.all().items() if moment <= now}
        keep = backups_to_keep(backups)
        gone = [path for moment, path in backups.items() if moment not in keep]
        try:
            for path in gone:
                path.unlink(missing_ok=True)
        except OSError as error:
            raise StorageError(f"An old backup cannot be deleted: {error}.") from error
        return gone


def backups_to_keep(moments: Iterable[datetime]) -> set[datetime]:
    """Return the times of the backups to keep: one for each recent day, and one for each week before that.

    They are the newest backups of the last DAYS days and, before these, of the last WEEKS weeks. Days and weeks without
    a backup do not count.
    """
    newest_first = sorted(moments, reverse=True)
    days: dict[object, datetime] = {}
    weeks: dict[object, datetime] = {}
    for moment in newest_first:
        if newest_first[0] - moment > LONGEST:
            break
        if len(days) < DAYS or moment.date() in days:
            days.setdefault(moment.date(), moment)
        elif len(weeks) < WEEKS or moment.isocalendar()[:2] in weeks:
            weeks.setdefault(moment.isocalendar()[:2], moment)
    return {*days.values(), *weeks.values()}
