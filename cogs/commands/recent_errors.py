"""Keeps the last logged errors for the owner."""

import logging
from collections import deque

KEPT = 5
"""The number of errors kept."""


class RecentErrors(logging.Handler):
    """Keeps the most recently logged errors, each as one line without its traceback."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.count = 0
        """How many errors have been logged since the start."""
        self._last: deque[tuple[int, str]] = deque(maxlen=KEPT)

    @property
    def last(self) -> list[tuple[int, str]]:
        """The most recent errors, newest first, as (time, text) pairs with times in UTC seconds."""
        return list(reversed(self._last))

    def listen(self) -> None:
        logging.getLogger().addHandler(self)

    def stop_listening(self) -> None:
        logging.getLogger().removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        kind = record.exc_info[0] if record.exc_info else None
        text = " ".join(record.getMessage().split())
        self.count += 1
        self._last.append((int(record.created), f"{record.name}: {text}" + (f" ({kind.__name__})" if kind else "")))
