"""Daily upkeep of the database: making backups, and deleting old backups and expired rows."""

from datetime import UTC, datetime
from pathlib import Path

from matches.alarms import Alarm
from matches.errors import Refusal
from matches.limits import Retention
from matches.timecontrol import DAY
from service.change import Change
from service.core import Core, Part, alarm
from storage.backups import BackupFolder
from storage.bookkeeping import value_of
from storage.errors import StorageError

BATCH = 50
"""The number of matches or people that one transaction checks. It checks ten times as many challenges."""
SOON = 5
"""The delay before the next batch while more rows are left, in seconds."""
UNSOLVED = 30
"""The days after which unsuccessful tries at a puzzle of the day are deleted."""
FIRST = 3600
"""The delay between the bot's start and the first batch, in seconds."""
SWEPT = "challenges swept"
"""The key of the ID up to which challenges have been checked."""
PEOPLE_SWEPT = "people swept"
"""The key of the ID up to which people have been checked, or 0 when all of them have been."""
MATCHES_DELETED = "matches deleted"
"""The key of the number of deleted matches. If any were deleted, ratings cannot be recomputed."""


class Backups(Part):
    """Makes backups of the database if a folder for backups is set."""

    @property
    def on(self) -> bool:
        return self._core.backups is not None

    def age(self) -> int | None:
        """Return the age of the newest backup in seconds.

        Returns None if there is no backup, or if the folder cannot be read.
        """
        now = self._now()
        try:
            newest = self._core.backups.newest(now) if self._core.backups else None
        except StorageError:
            return None
        return None if newest is None else int((now - newest).total_seconds())

    def next_due(self) -> int:
        """Return when the next backup is due, as a Unix timestamp.

        Raises Refusal if backups are off, and StorageError if the folder cannot be read.
        """
        return int(self._on().due(self._now()).timestamp())

    async def make(self) -> Path:
        """Make a backup, check it, and delete expired backups. Returns the path of the new backup.

        Raises StorageError, and Refusal if backups are off.
        """
        folder = self._on()
        now = self._now()
        target = folder.name(now)
        await self._core.store.back_up(target)
        folder.rotate(now)
        return target

    def _on(self) -> BackupFolder:
        if self._core.backups is None:
            raise Refusal("Backups are off. Set TIDEPOOL_BACKUPS to a folder. With PostgreSQL, use pg_dump instead.")
        return self._core.backups

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._core.clock.now(), UTC)


async def begin(change: Change, retention: Retention) -> None:
    """Schedule the first deletion of expired rows, unless everything is kept forever."""
    if retention == Retention.off():
        await change.arm("retention", 0, None)
    elif await change.tx.alarms.at("retention", 0) is None:
        await change.arm("retention", 0, change.now + FIRST)


@alarm("retention", "other")
async def sweep(core: Core, change: Change, _: Alarm) -> None:
    """Delete a batch of expired rows, and schedule the next batch."""
    retention, more = core.retention, False
    change.erased = True
    if retention.vacations is not None:
        await change.tx.retention.remove_vacations(change.now - retention.vacations * DAY)
    if retention.studies is not None:
        await change.tx.retention.remove_studies(change.now - retention.studies * DAY)
    if retention.challenges is not None:
        more |= await _challenges(change, change.now - retention.challenges * DAY)
    if retention.matches is not None:
        await change.tx.retention.remove_tournaments(change.now - retention.matches * DAY)
        more |= await _matches(change, change.now - retention.matches * DAY)
    await change.tx.retention.remove_unsolved_tries(change.now // DAY - UNSOLVED)
    more |= await _people(change)
    await change.arm("retention", 0, change.now + (SOON if more else DAY))


async def _people(change: Change) -> bool:
    """Delete a batch of people about whom nothing else is stored, and return whether there may be more."""
    last = await change.tx.retention.sweep_people(value_of(await change.tx.key_values.get(PEOPLE_SWEPT), 0), BATCH)
    change.tx.key_values.set(PEOPLE_SWEPT, str(last or 0))
    return last is not None


async def _challenges(change: Change, before: int) -> bool:
    """Delete a batch of challenges made before a given time, and return whether there may be more."""
    after = value_of(await change.tx.key_values.get(SWEPT), 0)
    last, seen = await change.tx.retention.sweep_challenges(after, before, 10 * BATCH)
    if seen:
        change.tx.key_values.set(SWEPT, str(last))
    return seen == 10 * BATCH


async def _matches(change: Change, before: int) -> bool:
    """Delete a batch of matches that ended before a given time, and return whether there may be more."""
    newest = await change.tx.retention.newest_id()
    old = await change.tx.retention.old_matches(before, BATCH)
    gone = [ended for ended in old if ended.match_id != newest]
    for ended in gone:
        change.tx.retention.remove_match(ended)
        change.replays.drop(ended.match_id)
    if gone:
        known = value_of(await change.tx.key_values.get(MATCHES_DELETED), 0)
        change.tx.key_values.set(MATCHES_DELETED, str(known + len(gone)))
    return len(old) == BATCH
