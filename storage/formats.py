"""Which programs may use a database: each migration says for which format's programs it still is."""

from __future__ import annotations

import re

OLDEST = "oldest format"
"""The key of `memory` whose value is the oldest format whose program may use the database."""
STILL_FOR = re.compile(r"^-- Programs of format (\d+) can still use it\b", re.MULTILINE)
"""How a migration names that format; without it, no program before may."""


def oldest_after(script: str, number: int, before: str | None) -> int:
    """The oldest format whose program may use a database after the migration of this number.

    These are the programs that could use it before (a text, or None where nothing was said), or fewer.
    """
    named = STILL_FOR.search(script)
    return max(int(named[1]) if named else number, int(before or 0))
