"""Counts what Discord refuses: it bars an address that sends 10,000 such requests in ten minutes."""

from __future__ import annotations

import math
import time
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import SimpleNamespace

    import aiohttp

WINDOW = 600
"""Seconds for which a refusal counts."""
COUNTED = frozenset({401, 403, 429})
"""The statuses that Discord counts."""
MOST_AGAIN = 500
"""From so many refusals on, nothing that Discord has refused is tried again."""
MOST = 2_000
"""From so many refusals on, nothing new is sent either."""


class Refusals:
    """The requests of the last ten minutes that Discord refused, by whichever way they were sent."""

    def __init__(self) -> None:
        self._at: deque[float] = deque()

    def __len__(self) -> int:
        while self._at and self._at[0] <= time.monotonic() - WINDOW:
            self._at.popleft()
        return len(self._at)

    def count(self, status: int) -> None:
        """Note how Discord answered a request."""
        if status in COUNTED:
            self._at.append(time.monotonic())

    def seconds_to_wait(self, *, again: bool) -> int:
        """Seconds until something may be sent, or be sent `again` after a refusal; 0 if it may be sent now."""
        most = MOST_AGAIN if again else MOST
        too_many = len(self) - most
        if too_many < 0:
            return 0
        return math.ceil(self._at[too_many] + WINDOW - time.monotonic()) + 1

    def listening(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """This trace of the requests of an HTTP client, which now also counts the refused ones here."""
        trace.on_request_end.append(self._ended)
        return trace

    async def _ended(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        self.count(ended.response.status)
