"""A lock that keeps a second process from the database."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from storage.errors import InUse, StorageError
from storage.sqlite.files import OWN_FOLDER, keep_private

if TYPE_CHECKING:
    from pathlib import Path
    from typing import IO

if sys.platform == "win32":
    import msvcrt

    def _take(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """Held on a file beside the database until it is let go or the process ends, however it ends.

    Two bots on one database would each answer and post everything.
    """

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(database.name + ".lock")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=OWN_FOLDER)
            self._found = self._path.exists()
            self._file = self._path.open("ab")
            with suppress(OSError):  # it may belong to somebody else
                keep_private(self._path)  # whoever can read it could hold the lock
        except OSError as error:
            raise StorageError(f"The database {database} cannot be opened: {error.strerror}.") from error
        try:
            _take(self._file)
        except OSError as error:
            self._file.close()
            raise InUse(f"Another Tidepool is using the database {database}: stop that one first.") from error

    def release(self) -> None:
        """Let others have the database."""
        self._file.close()

    def withdraw(self) -> None:
        """Let go of a database that could not be opened, and leave no new file beside it."""
        if not self._found:
            self._path.unlink(missing_ok=True)
        self._file.close()
