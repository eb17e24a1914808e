"""Whom a message may ping."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

if TYPE_CHECKING:
    from collections.abc import Collection


def pinging(called: Collection[int]) -> discord.AllowedMentions:
    """Let a message ping these people and nobody else, also if its text contains other mentions."""
    people = [discord.Object(person_id) for person_id in called]
    return discord.AllowedMentions(users=people, everyone=False, roles=False, replied_user=False)
