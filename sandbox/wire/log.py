"""The request log: the requests of the bot, and their answers."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(slots=True)
class Entry:
    """A line of the request log."""

    at: float
    method: str
    path: str
    body: str = ""
    status: int = 0
    ms: float = 0.0
    valid: bool | str = True
    """True, or a sentence that says what is wrong with the body."""
    code: int | None = None
    """Discord's code of the refusal."""
    injected: bool = False
    """Whether `trouble` made the request fail."""
    round_trip_ms: float | None = None
    """Milliseconds from the person's act to the answer that this request gave."""

    @property
    def refused(self) -> bool:
        return self.valid is not True or (self.status >= 400 and not self.injected)


@dataclass(slots=True)
class Log:
    """The newest requests, and the listeners to new ones."""

    open: int = 0
    """How many requests are being answered just now."""
    entries: deque[Entry] = field(default_factory=lambda: deque(maxlen=5000))
    refusals: list[Entry] = field(default_factory=list)
    listeners: list[Callable[[Entry], None]] = field(default_factory=list)

    def add(self, entry: Entry) -> None:
        self.entries.append(entry)
        if entry.refused:
            self.refusals.append(entry)
        for listener in list(self.listeners):
            listener(entry)
