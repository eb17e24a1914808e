"""The clocks of the sandbox and its bot: real time plus an offset, which is in a file for the bot."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import formatdate
from pathlib import Path

FIRST = 1_420_070_400
"""The earliest time: the first second of 2015, when Discord's IDs begin."""
LAST = 4_102_444_800
"""The latest time: the first second of 2100."""


class SandboxClock:
    """Reads and moves the time of the sandbox, and of its bot by a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.listeners: list[Callable[[], None]] = []
        """Called when the time is moved."""
        self.offset = float(path.read_text(encoding="utf-8") or 0) if path.exists() else 0.0
        self._bot_ahead = 0.0

    def now(self) -> float:
        """The sandbox's Unix time in seconds."""
        return time.time() + self.offset

    def move(self, seconds: float) -> None:
        """Move the time of the sandbox and of its bot, backwards if negative.

        Raises ValueError outside the years that IDs and dates can represent.
        """
        if not FIRST <= time.time() + self.offset + seconds <= LAST:  # also refuses NaN
            raise ValueError("The clock goes from the year 2015 to the year 2100.")
        self.offset += seconds
        self._write()
        for listener in list(self.listeners):
            listener()

    def set_bot_ahead(self, seconds: float) -> None:
        """Set the bot's clock apart from the sandbox's, to run ahead by these seconds; behind if negative."""
        if seconds != self._bot_ahead:
            self._bot_ahead = seconds
            self._write()

    def _write(self) -> None:
        draft = self.path.with_suffix(".new")
        draft.write_text(str(self.offset + self._bot_ahead), encoding="utf-8")
        draft.replace(self.path)


def http_date(at: float) -> str:
    """A Unix time in the format of HTTP's `Date`, cut off to whole seconds."""
    return formatdate(int(at), usegmt=True)


def iso(at: float) -> str:
    """A Unix time in Discord's format."""
    return datetime.fromtimestamp(at, UTC).isoformat()
