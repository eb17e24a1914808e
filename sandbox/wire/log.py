"""The log of the bot's requests."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Entry:
    """A request in the log."""

    at: float
    method: str
    path: str
    body: str = ""
    status: int = 0
    ms: float = 0.0
    valid: bool | str = True
    """True, or a description of the error in the body."""
    code: int | None = None
    """Discord's error code, if the request was refused."""
    injected: bool = False
    """Whether `trouble` made the request fail."""
    round_trip_ms: float | None = None
    """Milliseconds from the person's action to this answer."""

    @property
    def refused(self) -> bool:
        return self.valid is not True or (self.status >= 400 and not self.injected)


@dataclass(slots=True)
class Log:
    """The newest requests, and listeners."""

    open: int = 0
    """The number of requests in progress."""
    entries: deque[Entry] = field(default_factory=lambda: deque(maxlen=5000))
    refusals: list[Entry] = field(default_factory=list)
    listeners: list[Callable[[Entry], None]] = field(default_factory=list)

    def add(self, entry: Entry) -> None:
        self.entries.append(entry)
        if entry.refused:
            self.refusals.append(entry)
        for listener in list(self.listeners):
            listener(entry)
