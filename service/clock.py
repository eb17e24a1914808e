"""The one source of time: integer UTC seconds, which tests and the sandbox can move."""

from __future__ import annotations

import asyncio
import math
import time
from contextlib import suppress
from pathlib import Path

LONGEST_SLEEP = 30.0
"""The longest sleep, in seconds: after each the time is read again, so that a corrected system clock is noticed."""
WATCHED_SLEEP = 0.2
"""The longest sleep, in seconds, while a file may move the time."""
FARTHEST = 100 * 366 * 24 * 3600
"""Seconds by which a file may move the time at most: a hundred years."""
LONGEST = 100
"""The most characters of a file that moves the time."""


class ClockError(ValueError):
    """The file that moves the time contains no time. The text is one sentence for the person who starts the bot."""


class Clock:
    """Real time, plus the seconds that stand in a file if one is named."""

    def __init__(self, path: Path | str | None = None) -> None:
        self._path = Path(path) if path is not None else None
        if self._path is not None:
            _check(self._path)
        self._offset = 0.0

    def now(self) -> int:
        """The time in whole UTC seconds."""
        return int(self.exact())

    def exact(self) -> float:
        """The time in UTC seconds and their fractions, for what is measured."""
        return self._time()

    async def sleep_until(self, at: int) -> None:
        """Return as soon as `now()` is at least `at`, also when the file moves the time there."""
        nap = WATCHED_SLEEP if self._path else LONGEST_SLEEP
        while (left := at - self._time()) > 0:  # noqa: ASYNC110 (time itself is awaited, nobody sets an event)
            await asyncio.sleep(min(left, nap))

    async def pass_by(self, seconds: int) -> None:
        """Return when so many seconds have passed by this clock, or really, should the clock be set back meanwhile."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.sleep_until(self.now() + seconds)

    def _time(self) -> float:
        if self._path is not None:
            self._offset = self._read(self._path)
        return time.time() + self._offset

    def _read(self, path: Path) -> float:
        try:
            offset = _seconds(path)
        except FileNotFoundError:
            return 0.0
        except (ValueError, OSError):
            return self._offset  # the file is just being written
        return offset if abs(offset) <= FARTHEST else self._offset


def _seconds(path: Path) -> float:
    """The seconds that a file names. Raises ValueError and OSError."""
    with path.open() as file:  # what never ends, such as a device, is not read to its end
        return float(file.read(LONGEST))


def _check(path: Path) -> None:
    """Raise ClockError if the file is there and holds no time that a clock can show."""
    try:
        offset = _seconds(path)
    except FileNotFoundError:
        return
    except (ValueError, OSError):
        offset = math.nan
    if not abs(offset) <= FARTHEST:
        raise ClockError(f"TIDEPOOL_CLOCK: {path} must hold the seconds to add to real time, such as 3600.")
