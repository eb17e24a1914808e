"""Marks of people who were forgotten recently: a restored backup must forget them again. A mark identifies nobody."""

import hashlib
from datetime import UTC, datetime

FORGOTTEN = "forgotten"
"""The key for a JSON list of marks, each with its time."""
SALT = "forgotten salt"
"""The key for the salt of the marks in this database and its backups."""
LIST_ENDS = "forgotten until"
"""The key for the UTC seconds after which a restored backup does not know who was forgotten; empty if it knows."""
TO_FORGET = "to forget"
"""The key for a JSON list of marks of people in a restored backup; the next start forgets them."""


def mark_of(salt: str, person_id: int) -> str:
    """The salted hash of a person's ID."""
    return hashlib.sha256(f"{salt}:{person_id}".encode()).hexdigest()


def banned_as(salt: str, person_id: int) -> int:
    """The negative number that replaces the ID in the ban of a forgotten person, who can still be recognised by it."""
    return int(mark_of(salt, person_id)[:15], 16) - (1 << 62)


def incomplete(until: int) -> str:
    """The warning after a restore without the list of the people who were forgotten after this time (UTC seconds)."""
    since = f"{datetime.fromtimestamp(until, UTC):%Y-%m-%d %H:%M} UTC" if until else "the time of the backup"
    return (
        f"No file here says who was forgotten after {since}: the data of these people is back. Stop the bot and "
        "restore again beside the replaced database or a newer backup, or forget them again with `/tidepool person`."
    )
