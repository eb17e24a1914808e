"""Who was forgotten lately, as marks that name nobody: `memory` keeps them for the time after a restore."""

from __future__ import annotations

import hashlib

FORGOTTEN = "forgotten"
"""The key for a JSON list of marks, each with its time."""
SALT = "forgotten salt"
"""What is mixed into the marks of this database and its backups."""
TO_FORGET = "to forget"
"""A JSON list of marks of people whom a restored backup still knows: the next start forgets them."""


def mark_of(salt: str, person_id: int) -> str:
    """A number made from an id, to recognise it by; it cannot be turned back."""
    return hashlib.sha256(f"{salt}:{person_id}".encode()).hexdigest()


def banned_as(salt: str, person_id: int) -> int:
    """The number below all ids that keeps a ban, so that nobody is let in again by being forgotten."""
    return int(mark_of(salt, person_id)[:15], 16) - (1 << 62)
