"""The only time source: integer UTC seconds, which tests and the sandbox can shift."""

import asyncio
import math
import time
from contextlib import suppress
from pathlib import Path

LONGEST_SLEEP = 30.0
"""The longest sleep in seconds. The time is read again after each, so a corrected system clock is noticed."""
WATCHED_SLEEP = 0.2
"""The longest sleep in seconds while a file can shift the time."""
FARTHEST = 100 * 366 * 24 * 3600
"""The most seconds by which a file can shift the time: a hundred years."""
LONGEST = 100
"""The most characters read from a file that shifts the time."""


class ClockError(ValueError):
    """The file that shifts the time is invalid. The message is a sentence for the person who starts the bot."""


class Clock:
    """Real time, shifted by the seconds in a file if one is given."""

    def __init__(self, path: Path | str | None = None) -> None:
        self._path = Path(path) if path is not None else None
        if self._path is not None:
            _check(self._path)
        self._offset = 0.0

    def now(self) -> int:
        """The time in whole UTC seconds."""
        return int(self.exact())

    def exact(self) -> float:
        """The time in UTC seconds with fractions, for measurements."""
        if self._path is not None:
            self._offset = self._read(self._path)
        return time.time() + self._offset

    def steady(self) -> float:
        """Seconds since an arbitrary start, for durations. Neither the system clock nor the file can shift it."""
        return time.monotonic()

    async def sleep_until(self, at: int) -> None:
        """Return as soon as `now()` is at least `at`, even if the file shifts the time past it."""
        nap = WATCHED_SLEEP if self._path else LONGEST_SLEEP
        while (left := at - self.exact()) > 0:  # noqa: ASYNC110 (it waits for time itself; nothing can set an event)
            await asyncio.sleep(min(left, nap))

    async def pass_by(self, seconds: int) -> None:
        """Return after this many seconds on this clock; if the clock is set back meanwhile, in real time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.sleep_until(self.now() + seconds)

    def _read(self, path: Path) -> float:
        try:
            offset = _seconds(path)
        except FileNotFoundError:
            return 0.0
        except (ValueError, OSError):
            return self._offset  # the file is being written right now
        return offset if abs(offset) <= FARTHEST else self._offset


def _seconds(path: Path) -> float:
    """The number of seconds in a file. Raises ValueError and OSError."""
    with path.open() as file:  # reads a limited part: a device may be endless
        return float(file.read(LONGEST))


def _check(path: Path) -> None:
    """Raise ClockError if the file exists and does not contain a valid number of seconds."""
    try:
        offset = _seconds(path)
    except FileNotFoundError:
        return
    except (ValueError, OSError):
        offset = math.nan
    if not abs(offset) <= FARTHEST:
        raise ClockError(f"TIDEPOOL_CLOCK: {path} must hold the seconds to add to real time, such as 3600.")
