"""The clock that the sandbox and its bot share: real time plus the seconds that stand in a file."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class SandboxClock:
    """Reads and moves the time; the bot finds the file by the setting TIDEPOOL_CLOCK."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.listeners: list[Callable[[], None]] = []
        """Told when the time was moved."""
        self.offset = float(path.read_text(encoding="utf-8") or 0) if path.exists() else 0.0

    def now(self) -> float:
        """Unix time in seconds as everybody in the sandbox sees it."""
        return time.time() + self.offset

    def move(self, seconds: float) -> None:
        """Move the time of the sandbox and of its bot, backwards if negative."""
        self.offset += seconds
        draft = self.path.with_suffix(".new")
        draft.write_text(str(self.offset), encoding="utf-8")
        draft.replace(self.path)
        for listener in list(self.listeners):
            listener()


def iso(moment: float) -> str:
    """The moment as Discord writes it."""
    return datetime.fromtimestamp(moment, UTC).isoformat()
