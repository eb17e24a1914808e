"""A lock that keeps a second sandbox from using the same world."""

import sys
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


class InUse(Exception):
    """Another sandbox is using this world. The text is a sentence for the operator."""


class WorldLock:
    """A lock on a folder. The operating system releases it when the process ends."""

    def __init__(self, home: Path) -> None:
        """Lock an existing folder. Raises InUse if another process holds the lock."""
        self._file = (home / "lock").open("ab")
        try:
            _take(self._file)
        except OSError as error:
            self._file.close()
            raise InUse(f"Another sandbox is open with the world in {home}: stop that one first.") from error

    def release(self) -> None:
        self._file.close()
