"""The clock that all parts of the bot use.

It shows Discord's time in UTC seconds, which tests and the sandbox can shift.
"""

import asyncio
import logging
import math
import sys
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

LONGEST_SLEEP = 30.0
"""The longest sleep in seconds. The time is read again after each sleep, so that corrections are noticed."""
WATCHED_SLEEP = 0.2
"""The longest sleep in seconds while a file can shift the time."""
FARTHEST = 100 * 366 * 24 * 3600
"""The largest shift that a file can set, in seconds. It is a hundred years."""
LONGEST = 100
"""The most characters that are read from a file that shifts the time."""


RUNNING = partial(time.clock_gettime, time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.time
"""A counter of seconds that continues while the machine is suspended. On Linux, nobody can set it."""
log = logging.getLogger(__name__)


class ClockError(ValueError):
    """Raised if the file that shifts the time is invalid.

    The message is shown to the person who starts the bot.
    """


class Clock:
    """A clock that shows Discord's time, or this machine's time until Discord first responds.

    A file can shift the time by a number of seconds. Because it is Discord's time, stored times can be compared with
    those of messages, even if the local clock is wrong.
    """

    def __init__(self, path: Path | str | None = None) -> None:
        self._path = Path(path) if path is not None else None
        if self._path is not None:
            _check(self._path)
        self._offset = 0.0
        self._began = time.time() - RUNNING()
        self._ahead = 0.0
        """How many seconds this machine's clock is ahead of Discord's, as far as is known."""

    def now(self) -> int:
        """Return the current Unix time in whole seconds."""
        return int(self.exact())

    def exact(self) -> float:
        """Return the current Unix time as a float, for use in measurements."""
        return self.uncorrected() - self._ahead

    def uncorrected(self) -> float:
        """Return this machine's time as a Unix timestamp, without the correction for Discord's clock.

        Changes to the system clock do not affect it. `learn` needs such times.
        """
        if self._path is not None:
            self._offset = self._read(self._path)
        return self._began + RUNNING() + self._offset

    def learn(self, reading: int, sent: float, answered: float) -> None:
        """Synchronize with Discord's clock, which showed `reading` at some moment between `sent` and `answered`.

        `reading` is in whole UTC seconds, and the other two are uncorrected. The correction is as small as the reading
        allows, so a clock that is right does not change.
        """
        least, most = sent - reading - 1, answered - reading
        if least > most:
            return  # this machine's clock was set back meanwhile
        ahead = min(max(self._ahead, least), most)
        if abs(ahead - self._ahead) >= 1:
            log.warning("This machine's clock differs from Discord's by %+.0f s: I keep Discord's time", ahead)
        self._ahead = ahead

    def steady(self) -> float:
        """Return the seconds elapsed since an arbitrary starting point, for measuring durations.

        Nothing can shift this time.
        """
        return time.monotonic()

    async def sleep_until(self, time: int) -> None:
        """Sleep until this clock reaches `time`.

        If the file shifts the clock past that time, the sleep ends then.
        """
        nap = WATCHED_SLEEP if self._path else LONGEST_SLEEP
        while (left := time - self.exact()) > 0:  # noqa: ASYNC110 (it waits for time itself; nothing can set an event)
            await asyncio.sleep(min(left, nap))

    async def pass_by(self, seconds: int) -> None:
        """Sleep until `seconds` have passed on this clock.

        Even if the clock is set back in the meantime, the sleep takes no longer than `seconds` of real time.
        """
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
    """Return the number of seconds that a file contains. Raises ValueError or OSError if it has none."""
    with path.open() as file:  # a device may be endless, so read a limited part
        return float(file.read(LONGEST))


def _check(path: Path) -> None:
    """Raise ClockError if the file exists but does not contain a valid number of seconds."""
    try:
        offset = _seconds(path)
    except FileNotFoundError:
        return
    except (ValueError, OSError):
        offset = math.nan
    if not abs(offset) <= FARTHEST:
        raise ClockError(f"TIDEPOOL_CLOCK: {path} must hold the seconds to add to real time, such as 3600.")
