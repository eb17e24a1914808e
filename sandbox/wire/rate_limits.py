"""Rate limits: Discord's limit on edits of old messages, and the headers of a generous limit."""

import time
from collections import defaultdict, deque

from sandbox.discord.errors import Code, Refused

OLD_EDITS = 3
"""The most edits of old messages in a channel within the window."""
OLD_EDITS_WINDOW = 6.0
"""The window in real seconds."""


class OldEdits:
    """Counts the edits of old messages in each channel."""

    def __init__(self) -> None:
        self._edits: dict[str, deque[float]] = defaultdict(deque)

    def count(self, channel_id: str) -> None:
        """Count an edit. Raises Refused if there are too many."""
        edits, now = self._edits[channel_id], time.monotonic()
        while edits and now - edits[0] >= OLD_EDITS_WINDOW:
            edits.popleft()
        if len(edits) >= OLD_EDITS:
            raise Refused(Code.OLD_MESSAGE_EDITS, retry_after=round(edits[0] + OLD_EDITS_WINDOW - now, 3))
        edits.append(now)


def headers(method: str, path: str) -> dict[str, str]:
    """The headers of a rate limit generous enough that clients need not serialise their requests."""
    return {
        "X-RateLimit-Bucket": str(abs(hash((method, path)))),
        "X-RateLimit-Limit": "50",
        "X-RateLimit-Remaining": "49",
        "X-RateLimit-Reset-After": "1.000",
        "X-RateLimit-Reset": f"{time.time() + 1:.3f}",
    }
