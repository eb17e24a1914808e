"""The table of small texts that are no record of a match."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from storage.driver import Session


T = TypeVar("T")

COMMANDS = "commands"
"""How the keys begin under which it stands which commands were sent to Discord."""
RESTORED = "restored"
"""The key under which it stands that a backup was restored, until the next start has seen it; empty: none was."""


def value_of(text: str | None, usual: T) -> T:
    """The value that a text of this table holds as JSON; `usual` where there is none, or none of that kind."""
    try:
        found = json.loads(text or "null")
    except (ValueError, RecursionError):
        found = None
    return found if isinstance(found, type(usual)) else usual


class MemoryTable:
    """One text under each key."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def recall(self, key: str) -> str | None:
        """What was last remembered under this key."""
        row = await self._session.row("SELECT value FROM memory WHERE key = ?", key)
        return row["value"] if row else None

    def remember(self, key: str, value: str) -> None:
        """Keep a text under this key, instead of what was kept there."""
        self._session.change(
            "INSERT INTO memory (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            key,
            value,
        )
