"""The channels of matches, and a thread for each match where the server wants it so."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Literal

import discord

from cogs.texts import matches as words
from cogs.ui import limits
from matches.records import Venue

if TYPE_CHECKING:
    from matches.records import Match, Place
    from service import Service

log = logging.getLogger(__name__)

WEEK: Literal[10080] = 10080
"""Minutes without a message until a thread archives itself: the longest that Discord knows."""


def channel_of(client: discord.Client, place: Place) -> discord.PartialMessageable:
    """The channel of a place, to send to without asking Discord about it first."""
    return client.get_partial_messageable(place.channel_id, guild_id=place.guild_id)


async def give_thread(client: discord.Client, service: Service, match: Match) -> bool:
    """Let a match that has just begun live in a thread of its own under the challenge, if the server chose so.

    Where no thread can be made the match stays in the channel.
    """
    challenge = await service.challenges.of(match.id)
    venue = challenge.venue
    if venue.guild_id is None or venue.guest or challenge.message_id is None:
        return False
    if (await service.settings.of_server(venue.guild_id)).place != "thread":
        return False
    try:
        channel = await client.fetch_channel(venue.channel_id)
        if not isinstance(channel, discord.TextChannel):
            return False
        name = f"{words.title(match)}: {match.players[0].name} – {match.players[1].name}"[: limits.THREAD_NAME]
        root = discord.Object(challenge.message_id)
        thread = await channel.create_thread(name=name, message=root, auto_archive_duration=WEEK)
    except discord.HTTPException as error:
        log.info("%s gets no thread: %s", words.title(match), error)
        return False
    await service.places.replace(match.id, channel.id, Venue(thread.id, venue.guild_id))
    return True


async def archive_thread(client: discord.Client, place: Place) -> None:
    """Archive the thread of a match that is over, if it was made for it."""
    if place.guild_id is None or place.guest:
        return
    try:
        thread = await client.fetch_channel(place.channel_id)
        if isinstance(thread, discord.Thread) and client.user and thread.owner_id == client.user.id:
            await thread.edit(archived=True)
    except discord.HTTPException as error:
        log.info("A thread stays open: %s", error)
