"""Converts Discord's users to the service's people."""

import discord

from matches.errors import Refusal
from matches.model import Person

AnyUser = discord.User | discord.Member
"""The type of a command option that names a person."""


def person_of(user: AnyUser) -> Person:
    return Person(user.id, user.display_name)


def player_of(user: AnyUser) -> Person:
    """The user as a Person, who may have played here. Raises Refusal for bots."""
    if user.bot:
        raise Refusal("{player} is a bot and has no matches.", player=person_of(user).name)
    return person_of(user)
