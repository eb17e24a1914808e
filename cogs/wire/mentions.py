"""Restricts whom a message may ping."""

from collections.abc import Collection

import discord


def pinging(person_ids: Collection[int]) -> discord.AllowedMentions:
    """Allow a message to ping these people and nobody else, no matter which mentions its text contains."""
    people = [discord.Object(person_id) for person_id in person_ids]
    return discord.AllowedMentions(users=people, everyone=False, roles=False, replied_user=False)
