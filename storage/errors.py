"""The errors that storage raises."""

import os

USER = f"user {os.geteuid()}" if hasattr(os, "geteuid") else "this user"
"""How messages to the operator name the user whose permissions apply."""


class StorageError(Exception):
    """Raised if the database cannot be used. The message is one sentence for the operator."""


def reason_of(error: OSError) -> str:
    """Return the operating system's description of an error, adding the current user if permission was denied."""
    reason = error.strerror or str(error)
    return f"{reason} for {USER}" if isinstance(error, PermissionError) else reason


class Unavailable(StorageError):
    """Raised if the database is temporarily unusable, for example because it is down, locked or out of disk space.

    A missing table has the same effect.

    The transaction was rolled back and can be retried soon.
    """


class Unheard(Unavailable):
    """Raised if the connection broke during a commit, so that it is unknown whether the commit succeeded."""


class InUse(StorageError):
    """Raised if another process has the database open. Retrying after that process ends may succeed."""


class OtherApplication(StorageError):
    """Raised if the database and the bot's token belong to different Discord applications."""

    def __init__(self, owner: str, mine: str) -> None:
        super().__init__(
            f"This database belongs to the application {owner}, but the token belongs to {mine}: use the token of "
            f"{owner}, or move the database to {mine} with `python bot.py adopt {mine}`."
        )


class ClocksDiffer(StorageError):
    """Raised if the clocks of this machine and the database differ, which would make deadlines ambiguous."""


class Conflict(Exception):
    """Raised if a concurrent transaction created the same key, or changed a row that this transaction had read.

    This transaction was rolled back and can be retried once.
    """


class Unsound(Exception):
    """Raised if a row violates a constraint of the schema, which only happens because of a bug."""
