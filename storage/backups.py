"""The folder of backups: their names, which are kept, and how old the newest is."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from storage.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

DAYS = 7
"""How many days keep one backup each."""
WEEKS = 4
"""How many weeks before these days keep one backup each."""
EVERY = timedelta(days=1)
LONGEST = timedelta(days=35)
"""No backup is kept longer, once there is a newer one."""
STAMP = "%Y%m%d-%H%M%S"


class BackupFolder:
    """The backups of one database, each named after it and its moment: `tidepool-20261122-041500.sqlite3`."""

    def __init__(self, folder: Path, database: Path) -> None:
        self._folder = folder
        self._stem, self._suffix = database.stem, database.suffix
        self._name = re.compile(rf"{re.escape(self._stem)}-(\d{{8}}-\d{{6}}){re.escape(self._suffix)}")

    def all(self) -> dict[datetime, Path]:
        """Every backup by its moment, the oldest first. Raises StorageError."""
        found = {}
        try:
            for path in sorted(self._folder.iterdir()) if self._folder.exists() else ():
                if named := self._name.fullmatch(path.name):
                    found[datetime.strptime(named[1], STAMP).replace(tzinfo=UTC)] = path
        except (OSError, ValueError) as error:
            raise StorageError(f"The folder of backups {self._folder} cannot be read: {error}.") from error
        return found

    def newest(self, now: datetime) -> datetime | None:
        """When the newest backup was made; None if there is none. One that seems to come from the future is no help."""
        return max((moment for moment in self.all() if moment <= now), default=None)

    def due(self, now: datetime) -> datetime:
        """When the next backup is to be made."""
        newest = self.newest(now)
        return newest + EVERY if newest else now

    def name(self, now: datetime) -> Path:
        """The file of a backup that is made now; its folder is created. Raises StorageError."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise StorageError(f"The folder of backups {self._folder} cannot be made: {error.strerror}.") from error
        return self._folder / f"{self._stem}-{now.strftime(STAMP)}{self._suffix}"

    def rotate(self, now: datetime) -> list[Path]:
        """Delete what need not be kept any more; returns that. Raises StorageError.

        Those that seem to come from the future are left alone: else each new one would be too old beside them.
        """
        found = {moment: path for moment, path in self.all().items() if moment <= now}
        keep = kept(found)
        gone = [path for moment, path in found.items() if moment not in keep]
        try:
            for path in gone:
                path.unlink(missing_ok=True)
        except OSError as error:
            raise StorageError(f"An old backup cannot be deleted: {error}.") from error
        return gone


def kept(moments: Iterable[datetime]) -> set[datetime]:
    """The newest of each of the last days that have one, and of each of the last weeks before those days."""
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
