"""The first line of a board that is shown already, written anew when a vacation stops a clock or lets it run on."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from cogs.posts.mentions import pinging
from cogs.posts.threads import channel_of
from cogs.texts import matches as words
from cogs.ui.errors import NO_ACCESS, NO_MESSAGE

if TYPE_CHECKING:
    from matches.records import Place
    from service import Service

log = logging.getLogger(__name__)


async def renew_headlines(client: discord.Client, service: Service, person_id: int) -> None:
    """Let the newest boards on which this person is to move say whether their clock runs; an edit pings nobody."""
    for standing in await service.lookup.running(person_id):
        match = standing.match
        if match.clock is None or match.seat_of(person_id) != match.turn:
            continue
        for place in standing.places:
            try:
                await _renew(client, service, match.id, place)
            except discord.HTTPException as error:
                if error.code not in {NO_MESSAGE, *NO_ACCESS}:
                    log.info("The board of %s does not say what its clock does: %s", words.title(match), error)


async def _renew(client: discord.Client, service: Service, match_id: int, place: Place) -> None:
    if place.guest or place.message_id is None:
        return
    message = channel_of(client, place).get_partial_message(place.message_id)
    first, *others = (await message.fetch()).content.split("\n")
    snapshot = await service.lookup.snapshot(match_id)
    called = {player.id for player in snapshot.match.players if words.mention(player) in first}
    headline = words.headline(snapshot, called)
    if snapshot.match.board_rev == place.shown_rev and headline != first:
        await message.edit(content="\n".join([headline, *others]), allowed_mentions=pinging(called))
