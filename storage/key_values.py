"""The key-value table, whose name in the database is `memory`."""

import json
from typing import TypeVar

from storage.columns import Table
from storage.driver import Statements

T = TypeVar("T")

KEY_VALUE = Table("memory", "key", "value")
APPLICATION = "application"
"""The key for the ID of the Discord application that owns the database."""
COMMANDS = "commands"
"""The prefix of the keys for the commands that were sent to Discord."""
RESTORED = "restored"
"""The key that is set when a backup is restored; the next start clears it."""


def value_of(text: str | None, default: T) -> T:
    """The value of a JSON text; `default` if the text is None or not JSON, or if the value has another type."""
    try:
        value = json.loads(text or "null")
    except (ValueError, RecursionError):
        return default
    return value if isinstance(value, type(default)) else default


class KeyValueTable(Statements):
    """One text for each key."""

    async def get(self, key: str) -> str | None:
        row = await self._session.row("SELECT value FROM memory WHERE key = ?", key)
        return row["value"] if row else None

    def set(self, key: str, value: str) -> None:
        """Store a text under this key, replacing any earlier one."""
        self._session.change(KEY_VALUE.upsert("key"), key, value)
