"""Discord's IDs (snowflakes): a timestamp in milliseconds followed by a counter, as decimal text."""

from collections.abc import Callable

EPOCH = 1_420_070_400_000
"""Milliseconds from 1970 to the first second of 2015, when Discord's IDs begin."""
_TIME_SHIFT = 22


class Snowflakes:
    """Generates strictly increasing IDs, even if the clock stands still or moves back."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._last = 0

    def next(self) -> str:
        self._last = max(self._last + 1, (int(self._now() * 1000) - EPOCH) << _TIME_SHIFT)
        return str(self._last)

    def seen(self, snowflake: str) -> None:
        """Never generate this ID or a lower one again."""
        self._last = max(self._last, int(snowflake))
