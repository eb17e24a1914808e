"""The errors of the storage."""

import os

USER = f"user {os.geteuid()}" if hasattr(os, "geteuid") else "this user"
"""The user whose permissions count, as named in sentences for the operator."""


class StorageError(Exception):
    """The database cannot be used. The text is one sentence for the operator."""


def reason_of(error: OSError) -> str:
    """The system's reason for an error, with the user whom it denies permission."""
    reason = error.strerror or str(error)
    return f"{reason} for {USER}" if isinstance(error, PermissionError) else reason


class Unavailable(StorageError):
    """The database cannot be used for now: it is down or locked, its disk is full, or a table is missing.

    The transaction was rolled back and can be retried soon.
    """


class Unheard(Unavailable):
    """The connection broke during a commit. The transaction was either committed or rolled back."""


class InUse(StorageError):
    """Another process has the database open. Retry after it has ended."""


class OtherApplication(StorageError):
    """The database belongs to another Discord application than the token."""

    def __init__(self, owner: str, mine: str) -> None:
        super().__init__(
            f"This database belongs to the application {owner}, but the token belongs to {mine}: use the token of "
            f"{owner}, or move the database to {mine} with `python bot.py adopt {mine}`."
        )


class ClocksDiffer(StorageError):
    """The clocks of this machine and the database differ, so deadlines would depend on the machine."""


class Conflict(Exception):
    """Another transaction came first: a key exists already, or a row has changed since it was read.

    The transaction was rolled back and can be retried once.
    """


class Unsound(Exception):
    """The schema rejects a row because it violates a constraint, which is a bug."""
