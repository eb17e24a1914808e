"""How `python bot.py` ends: exit codes that a supervisor can tell apart, and the errors that carry them."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """The exit codes of every subcommand."""

    GOOD = 0
    UNWELL = 1
    """The answer is no: the bot that was asked for is not healthy, or a permission is missing. Also a fault of ours."""
    SETTINGS = 2
    """A setting or an argument cannot be used: correct it."""
    TOKEN = 3
    """Discord does not accept the token: copy a new one."""
    DATABASE = 4
    """The database or a backup cannot be used as it is: read the sentence."""
    AGAIN = 5
    """Something outside is not at hand just now, such as Discord or the database's lock: try again later."""
    DOOR = 6
    """Discord sends interactions elsewhere: choose the other door, for the application or for the bot."""


class StartError(Exception):
    """What was asked for cannot be done; the text is one sentence for whoever asked."""

    def __init__(self, text: str, code: Exit = Exit.AGAIN) -> None:
        super().__init__(text)
        self.code = code


def say(line: str) -> None:
    """Tell whoever typed the command."""
    print(line)  # noqa: T201 (to whoever typed the command)
