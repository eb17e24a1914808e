"""Throttles requests after refusals, because Discord bans an address after 10,000 of them in ten minutes."""

import math
import time
from collections import deque
from types import SimpleNamespace

import aiohttp

WINDOW = 600
"""Seconds for which a refusal counts."""
COUNTED = frozenset({401, 403, 429})
"""The statuses that Discord counts."""
MOST_AGAIN = 500
"""The number of refusals from which no refused request is retried."""
MOST = 2_000
"""The number of refusals from which nothing new is sent either."""


class Refusals:
    """Counts all refused requests of the last ten minutes."""

    def __init__(self) -> None:
        self._at: deque[float] = deque()

    def __len__(self) -> int:
        while self._at and self._at[0] <= time.monotonic() - WINDOW:
            self._at.popleft()
        return len(self._at)

    def count(self, status: int) -> None:
        """Count a request by its HTTP status."""
        if status in COUNTED:
            self._at.append(time.monotonic())

    def seconds_to_wait(self, *, again: bool) -> int:
        """Seconds until a new request, or a retry (`again`), may be sent; 0 if it may be sent now."""
        most = MOST_AGAIN if again else MOST
        too_many = len(self) - most
        if too_many < 0:
            return 0
        return math.ceil(self._at[too_many] + WINDOW - time.monotonic()) + 1

    def listening(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Count the refused requests that this trace observes, and return the trace."""
        trace.on_request_end.append(self._ended)
        return trace

    async def _ended(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        self.count(ended.response.status)
