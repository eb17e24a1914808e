"""Converts errors into sentences for the user."""

import discord
from discord import app_commands

from cogs.texts.markdown import escaped, say
from games.base import shorten
from language import SpokenError, mark
from matches.computers import Interrupted
from matches.errors import Refusal


class Unoffered(Refusal):
    """Raised if a command option has a value that the command does not offer."""

    def __init__(self, value: object) -> None:
        super().__init__(mark("“{value}” is not an option there. Choose one from the list."), value=shorten(str(value)))


class NotHere(Refusal):
    """Raised if a command option refers to a person whose details Discord did not send."""

    def __init__(self) -> None:
        super().__init__(mark("That person is not here. Choose someone who can see this channel."))


class NothingHere(Refusal):
    """Raised if no match allows the action. The response offers to start a match or to show the rules."""


def sentence(error: Exception) -> str | None:
    """Return a sentence explaining an error to the user, or None if the error is a bug in the bot."""
    match error:
        case Interrupted():
            return say("The computer was interrupted while thinking. Please try again.")
        case SpokenError():
            return escaped(error.sentence)
        case app_commands.TransformerError(type=discord.AppCommandOptionType.user):
            return escaped(NotHere().sentence)
        case app_commands.TransformerError():
            return escaped(Unoffered(error.value).sentence)
        case app_commands.CommandSignatureMismatch() | app_commands.CommandNotFound():
            return say("This command has just changed. Wait a minute, reload Discord (Ctrl+R) and try again.")
    return None
