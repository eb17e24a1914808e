"""A file lock that keeps other processes from using the database."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

from storage.errors import InUse, StorageError, reason_of
from storage.sqlite.files import OWN_FOLDER, keep_private

if sys.platform == "win32":
    import msvcrt

    def _take(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """A lock on a file beside the database, held until the process releases it or ends.

    Two bots on one database would each answer and post everything.
    """

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(database.name + ".lock")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=OWN_FOLDER)
            self._existed = self._path.exists()
            self._file = self._path.open("ab")
            with suppress(OSError):  # the file may belong to another user
                keep_private(self._path)  # any user who can read the file could take the lock
        except OSError as error:
            raise StorageError(f"The database {database} cannot be opened: {reason_of(error)}.") from error
        try:
            _take(self._file)
        except OSError as error:
            self._file.close()
            raise InUse(f"Another Tidepool is using the database {database}: stop that one first.") from error

    def release(self) -> None:
        self._file.close()

    def withdraw(self) -> None:
        """Release the lock, because the database could not be opened.

        If the lock file was created for it, deletes the file.
        """
        if not self._existed:
            self._path.unlink(missing_ok=True)
        self._file.close()
