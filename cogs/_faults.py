"""The last faults that the log told of, for the owner."""

from __future__ import annotations

import logging
from collections import deque

KEPT = 5
"""How many faults are remembered."""


class Faults(logging.Handler):
    """Remembers the last errors of the log, each as one line without its traceback."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.count = 0
        """How many there were since the start."""
        self._last: deque[tuple[int, str]] = deque(maxlen=KEPT)

    @property
    def last(self) -> list[tuple[int, str]]:
        """The last ones with their times (UTC seconds), the newest first."""
        return list(reversed(self._last))

    def listen(self) -> None:
        """Hear of every error from now on."""
        logging.getLogger().addHandler(self)

    def leave(self) -> None:
        """Hear of no error any more."""
        logging.getLogger().removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        kind = record.exc_info[0] if record.exc_info else None
        text = " ".join(record.getMessage().split())
        self.count += 1
        self._last.append((int(record.created), f"{record.name}: {text}" + (f" ({kind.__name__})" if kind else "")))
