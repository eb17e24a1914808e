"""People as Discord names them, and as the service knows them."""

from __future__ import annotations

import discord

from matches.errors import Refusal
from matches.model import Person

AnyUser = discord.User | discord.Member
"""What an option of a command may name: a user, or a member of the server where the command is used."""


def person_of(user: AnyUser) -> Person:
    """This user as the service knows people."""
    return Person(user.id, user.display_name)


def player_of(user: AnyUser) -> Person:
    """A user who can have played, as the service knows people. Raises Refusal for bots."""
    if user.bot:
        raise Refusal("{player} is a bot and has no matches behind it.", player=user.display_name)
    return person_of(user)
