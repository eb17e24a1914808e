"""What can go wrong in the storage."""

from __future__ import annotations


class StorageError(Exception):
    """The database cannot be used. The text is one sentence for the person who runs the bot."""


class Unavailable(StorageError):
    """The database takes nothing just now: it does not answer, is locked, its disk is full, or a table is missing.

    Nothing of the transaction was kept. It may be tried again in a moment.
    """


class Unheard(Unavailable):
    """The connection broke off while a transaction was ending: it may have been kept whole, or nothing of it was."""


class InUse(StorageError):
    """Another process has the database: try again when it has ended."""


class ClocksDiffer(StorageError):
    """This machine and the database do not agree on the time, so that deadlines would depend on who looks."""


class Conflict(Exception):
    """Another transaction came first: a key is there already, or a row has changed since it was read.

    Nothing of the transaction was kept. It may be tried once more.
    """


class Unsound(Exception):
    """The schema refuses a row that breaks its rules, which is a fault of the program."""
