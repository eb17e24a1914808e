"""Opens threads for matches in servers that want them, and edits messages in archived threads."""

import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Literal

import discord

from cogs.texts import matches as texts
from cogs.texts.tournaments import title
from cogs.wire import discord_limits
from cogs.wire.failures import ARCHIVED, UNREADABLE
from language import say
from matches.model import Match, Place
from matches.results import introduction
from matches.tournaments.model import Tournament
from service import Service

log = logging.getLogger(__name__)

WEEK: Literal[10080] = 10080
"""The minutes of inactivity after which a thread archives itself: Discord's maximum."""
THERE = 160004
"""Discord's error code for a message that already has a thread."""


async def change_in(
    client: discord.Client,
    channel_id: int,
    change: Callable[[], Awaitable[object]],
    *,
    waited: bool,
    goes_on: bool = False,
) -> None:
    """Edit a message, first unarchiving its thread if needed.

    Raises one of FAILURES if a retry could succeed.

    `waited` means that the edit was delayed, so the thread is checked first, because Discord counts refused edits. The
    thread stays open if the match `goes_on`.
    """
    if not waited:
        try:
            await change()
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
        else:
            return
    thread = await channel_of(client, channel_id)
    if not isinstance(thread, discord.Thread) or not thread.archived:
        await change()
        return
    await thread.edit(archived=False)
    try:
        await change()
    finally:
        if not goes_on:
            with contextlib.suppress(discord.HTTPException):  # only its owner may; otherwise the thread archives itself
                await thread.edit(archived=True)


async def channel_of(client: discord.Client, channel_id: int) -> object:
    """Fetch a channel or thread. Returns None if discord.py does not know its type.

    Raises one of FAILURES if the request fails.
    """
    try:
        return await client.fetch_channel(channel_id)
    except UNREADABLE as error:
        log.info("Could not read channel %d: %r", channel_id, error)
        return None


def thread_name(match: Match, tournament: Tournament | None = None) -> str:
    """Return a thread title in the current language, such as `Konane #1f3k: Alice – Bob` or `Konane tournament`."""
    if tournament is not None:
        return title(tournament)
    first, second = (introduction(player) for player in match.players)
    return say("{match}: {first} – {second}", match=texts.title(match), first=first, second=second)[
        : discord_limits.THREAD_NAME
    ]


async def ensure_thread(client: discord.Client, service: Service, match: Match, place: Place) -> Place:
    """Open the match's thread if it does not exist yet, and return the place (channel or thread) that shows the match.

    A thread has the ID of its starting message. The match is shown in the channel itself if no thread can be opened or
    the match has already ended there.
    """
    if place.thread_under is None or (match.over and not place.in_thread):
        return place
    if place.in_thread and await service.places.has_boards(place.channel_id):
        return place  # a tournament's matches share a thread
    try:
        channel = await channel_of(client, place.thread_of or 0)
        if not isinstance(channel, discord.TextChannel):
            return await service.places.without_thread(place)
        await channel.create_thread(
            name=thread_name(match, await service.tournaments.with_match(match.id)),
            message=discord.Object(place.thread_under),
            auto_archive_duration=WEEK,
        )
    except discord.HTTPException as error:
        if error.status >= 500:
            raise
        if error.code != THERE:
            log.info("No thread could be opened for %s: %s", texts.title(match), error)
            return await service.places.without_thread(place)
    return place if place.in_thread else await service.places.in_thread(place)
