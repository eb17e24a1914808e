"""The sentence that answers an error."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.texts import matches as words
from games import RuleError
from matches.errors import Refusal


class Told(Refusal):
    """A refusal in Markdown; those of the service and of the rules are plain text with names as they were typed."""

    def __init__(self, text: str) -> None:
        super().__init__("{text}", text=text)


class Malformed(Told):
    """A control whose custom_id, choice or form says nothing that it can say: made by hand, or by another version."""

    def __init__(self) -> None:
        super().__init__("I cannot read this button any more. Use the newest board, or choose the match in `/matches`.")


def sentence(error: Exception) -> str | None:
    """The sentence to answer with, or None for an error that is not the person's doing."""
    match error:
        case Told():
            return error.said()
        case RuleError() | Refusal():
            return words.literal(error.said())
        case app_commands.TransformerError(type=discord.AppCommandOptionType.user):
            return "That person is not here. Choose someone who can see this channel."
        case app_commands.TransformerError():
            return f"“{error.value}” does not fit there. Choose one of the values that are offered."
        case app_commands.CommandSignatureMismatch() | app_commands.CommandNotFound():
            return "This command has just changed. Wait a minute, reload Discord (Ctrl+R) and try again."
    return None
