"""The bot's own backups: one a day, with rotation."""

from datetime import UTC, datetime
from pathlib import Path

from matches.errors import Refusal
from service.core import Core, Part
from storage.backups import BackupFolder
from storage.errors import StorageError


class Backups(Part):
    """Backups of the database; switched off without a folder for them."""

    def __init__(self, core: Core, folder: BackupFolder | None) -> None:
        super().__init__(core)
        self._folder = folder

    @property
    def on(self) -> bool:
        return self._folder is not None

    def age(self) -> int | None:
        """Seconds since the newest backup; None if there is none or the folder cannot be read."""
        now = self._now()
        try:
            newest = self._folder.newest(now) if self._folder else None
        except StorageError:
            return None
        return None if newest is None else int((now - newest).total_seconds())

    def next_due(self) -> int:
        """When the next backup is due. Raises StorageError, and Refusal if backups are switched off."""
        return int(self._on().due(self._now()).timestamp())

    async def make(self) -> Path:
        """Make and check a backup now, and rotate the old ones; returns its file.

        Raises StorageError, and Refusal if backups are switched off.
        """
        folder = self._on()
        now = self._now()
        target = folder.name(now)
        await self._core.store.back_up(target)
        folder.rotate(now)
        return target

    def _on(self) -> BackupFolder:
        if self._folder is None:
            raise Refusal("Backups are off. Set TIDEPOOL_BACKUPS to a folder. With PostgreSQL, use pg_dump instead.")
        return self._folder

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._core.clock.now(), UTC)
