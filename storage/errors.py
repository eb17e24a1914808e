"""The errors that storage raises."""

import os

USER = f"user {os.geteuid()}" if hasattr(os, "geteuid") else "this user"
"""How messages to the operator name the user whose permissions apply."""


class StorageError(Exception):
    """Raised if the database cannot be used. The message is one sentence for the operator."""


def reason_of(error: OSError) -> str:
    """Return the system's reason for an error. If permission was denied, add the name of the user who lacks it."""
    reason = error.strerror or str(error)
    return f"{reason} for {USER}" if isinstance(error, PermissionError) else reason


class Unavailable(StorageError):
    """Raised if the database is temporarily unusable: it is down, locked, out of disk space or missing a table.

    The transaction was rolled back and can be retried soon.
    """


class Unheard(Unavailable):
    """Raised if the connection broke during a commit, so that the outcome is unknown."""


class InUse(StorageError):
    """Raised if another process has the database open. A retry may succeed after that process ends."""


class OtherApplication(StorageError):
    """Raised if the token belongs to a Discord application that does not own the database."""

    def __init__(self, owner: str, mine: str) -> None:
        super().__init__(
            f"This database belongs to the application {owner}, but the token belongs to {mine}: use the token of "
            f"{owner}, or move the database to {mine} with `python bot.py adopt {mine}`."
        )


class ClocksDiffer(StorageError):
    """Raised if this machine's clock differs from the database's, which would make deadlines ambiguous."""


class Conflict(Exception):
    """Raised if another transaction came first: a key already exists, or a row has changed since it was read.

    The transaction was rolled back and can be retried once.
    """


class Unsound(Exception):
    """Raised if a row violates a constraint of the schema, which is a bug."""
