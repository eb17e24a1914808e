"""How `python bot.py` ends: the exit codes, which a supervisor can tell apart, and the error that carries one."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """The exit codes of every subcommand."""

    GOOD = 0
    UNWELL = 1
    """The answer is no: the bot is not healthy, or a permission is missing. Also a fault of this program."""
    SETTINGS = 2
    """A setting or an argument cannot be used: correct it."""
    TOKEN = 3
    """Discord does not accept the token: copy a new one."""
    DATABASE = 4
    """The database or a backup cannot be used as it is: read the sentence."""
    AGAIN = 5
    """Something cannot be reached just now, such as Discord, the database's lock or a full disk: try again later."""
    ENDPOINT = 6
    """Discord sends interactions to another endpoint: change it, or the setting TIDEPOOL_DOOR."""


class StartError(Exception):
    """The bot cannot start, or a subcommand cannot be done. The text is one sentence for the owner."""

    def __init__(self, text: str, code: Exit = Exit.AGAIN) -> None:
        super().__init__(text)
        self.code = code


def report(line: str) -> None:
    """Print a line for the person at the command line."""
    print(line)  # noqa: T201 (the person at the command line reads it)
