"""The clock that the sandbox and its bot share: real time plus the number of seconds in a file."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


FIRST = 1_420_070_400
"""The earliest time: the first second of 2015, where Discord's ids begin."""
LAST = 4_102_444_800
"""The latest time: the first second of 2100."""


class SandboxClock:
    """Reads and moves the time. The bot gets the path of the same file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.listeners: list[Callable[[], None]] = []
        """Told when the time was moved."""
        self.offset = float(path.read_text(encoding="utf-8") or 0) if path.exists() else 0.0

    def now(self) -> float:
        """Unix time in seconds as everybody in the sandbox sees it."""
        return time.time() + self.offset

    def move(self, seconds: float) -> None:
        """Move the time of the sandbox and of its bot, backwards if negative.

        Raises ValueError if the time would leave the years that ids and dates can express.
        """
        if not FIRST <= time.time() + self.offset + seconds <= LAST:  # also refuses NaN
            raise ValueError("The clock goes from the year 2015 to the year 2100.")
        self.offset += seconds
        draft = self.path.with_suffix(".new")
        draft.write_text(str(self.offset), encoding="utf-8")
        draft.replace(self.path)
        for listener in list(self.listeners):
            listener()


def iso(moment: float) -> str:
    """The moment as Discord writes it."""
    return datetime.fromtimestamp(moment, UTC).isoformat()
