"""The exit codes of `python bot.py`, which tell process supervisors why it ended. A `StartError` carries one."""

from enum import IntEnum


class Exit(IntEnum):
    GOOD = 0
    UNWELL = 1
    """The answer is no, for example because the bot is unhealthy or lacks a permission. A bug also exits with this."""
    SETTINGS = 2
    """A setting or an argument is invalid."""
    TOKEN = 3
    """Discord rejected the token."""
    DATABASE = 4
    """The database, or a backup of it, cannot be used in its present state."""
    AGAIN = 5
    """Temporary: Discord or the database is unreachable, the database is locked, or the disk is full."""
    ENDPOINT = 6
    """Discord sends interactions to another endpoint."""


class StartError(Exception):
    """Raised if the bot cannot start or a subcommand fails. The message is for the person running the bot."""

    def __init__(self, text: str, code: Exit = Exit.AGAIN) -> None:
        super().__init__(text)
        self.code = code


def report(line: str) -> None:
    """Print a line for the person at the command line."""
    print(line)  # noqa: T201 (the person at the command line reads it)
