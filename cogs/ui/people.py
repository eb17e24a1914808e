"""People as Discord names them, and as the service knows them."""

from __future__ import annotations

import discord

from matches.errors import Refusal
from matches.records import Person

AnyUser = discord.User | discord.Member
"""Whom an option of a command may name; a member where Discord knows them in the server."""


def person_of(user: AnyUser) -> Person:
    """Who this is to the service."""
    return Person(user.id, user.display_name)


def player_of(user: AnyUser) -> Person:
    """The same of somebody who can have played. Raises Refusal for bots."""
    if user.bot:
        raise Refusal("{player} is a bot and has no matches behind it.", player=user.display_name)
    return person_of(user)
