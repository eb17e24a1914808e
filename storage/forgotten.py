"""Who was forgotten lately, as marks that name nobody: under these keys of `memory`, so that a restore can go on."""

from __future__ import annotations

FORGOTTEN = "forgotten"
"""A JSON list of marks, each with its time."""
SALT = "forgotten salt"
"""What is mixed into the marks of this database and its backups."""
TO_FORGET = "to forget"
"""A JSON list of marks of people whom a restored backup still knows: the next start forgets them."""
