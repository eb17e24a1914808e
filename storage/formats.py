"""Decides which versions of the program may use a database.

Each migration names the oldest format that remains usable.
"""

import re

from storage.errors import StorageError

OLDEST = "oldest format"
"""The key, in the key-value table, of the oldest format whose programs may use the database."""
STILL_FOR = re.compile(r"^-- Programs of format (\d+) can still use it\b", re.MULTILINE)
"""The line in which a migration names the oldest format that may use the database. Without it, none older may."""


def oldest_after(script: str, number: int, before: str | None) -> int:
    """Return the format of the oldest program version that can still use the database after this migration.

    `before` is the value stored before the migration, or None. A migration never readmits older programs.
    """
    named = STILL_FOR.search(script)
    return max(int(named[1]) if named else number, read_format(before or "0"))


def read_format(text: str) -> int:
    """Parse the format of the oldest program version that may use a database.

    It is stored under the key OLDEST. Raises StorageError if it is not a number.
    """
    if not re.fullmatch("[0-9]{1,9}", text, re.ASCII):
        raise StorageError("The database is damaged: it does not say which programs may use it. Restore a backup.")
    return int(text)
