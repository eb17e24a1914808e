"""Which programs may use a database: each migration says for which format's programs it still is."""

from __future__ import annotations

import re

from storage.errors import StorageError

OLDEST = "oldest format"
"""The key-value table's key for the oldest format whose programs may use the database."""
STILL_FOR = re.compile(r"^-- Programs of format (\d+) can still use it\b", re.MULTILINE)
"""The line by which a migration names that format. Without it, no older program may use the database."""


def oldest_after(script: str, number: int, before: str | None) -> int:
    """The oldest format whose program may use a database after the migration of this number.

    These are the programs that could use it before (a text, or None where nothing was said), or fewer.
    """
    named = STILL_FOR.search(script)
    return max(int(named[1]) if named else number, read_format(before or "0"))


def read_format(text: str) -> int:
    """The format that a database names under OLDEST. Raises StorageError."""
    if not re.fullmatch("[0-9]{1,9}", text, re.ASCII):
        raise StorageError("The database is damaged: it does not say which programs may use it; restore a copy.")
    return int(text)
