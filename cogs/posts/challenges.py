"""The posts of challenges: the invitation with its buttons, and what became of it."""

from __future__ import annotations

import contextlib
import logging
from typing import TYPE_CHECKING, Any

import discord

from cogs.posts.mentions import pinging
from cogs.texts.challenges import invitation, settled
from cogs.ui.controls import Controls, button, custom_id
from cogs.ui.errors import CLOSED, NO_ACCESS

if TYPE_CHECKING:
    from cogs.ui.replies import Interaction
    from matches.records import Challenge
    from service import Service

log = logging.getLogger(__name__)

UNREACHABLE = CLOSED | NO_ACCESS
"""Discord's codes for a place where nobody will ever see a challenge."""
CUT_OFF = 60
"""Seconds after which a challenge whose message is not known was cut off rather than is being posted."""
LOOK_BACK = 50
"""How many of a channel's newest messages are searched for such a challenge."""


def message(challenge: Challenge) -> dict[str, Any]:
    """An open challenge: a person is pinged, anyone is not."""
    decline = [button("Decline", "decline", challenge.id)] if challenge.opponent else []
    return {
        "content": invitation(challenge),
        "view": Controls(
            button("Accept", "accept", challenge.id, style=discord.ButtonStyle.success),
            *decline,
            button("Withdraw", "withdraw", challenge.id),
        ),
        "allowed_mentions": pinging({challenge.opponent.id} if challenge.opponent else ()),
    }


async def answered(interaction: Interaction, challenge: Challenge) -> int | None:
    """The message by which an interaction was answered with a challenge though Discord's word of it was lost."""
    try:
        answer = await interaction.original_response()
    except discord.HTTPException:
        return None
    return answer.id if _shows(answer, challenge) else None


async def post(client: discord.Client, service: Service, challenge: Challenge) -> None:
    """Show a challenge by the bot's own route."""
    channel = client.get_partial_messageable(challenge.venue.channel_id, guild_id=challenge.venue.guild_id)
    sent = await channel.send(nonce=f"{challenge.code}-challenge", **message(challenge))
    await service.challenges.posted(challenge.id, sent.id)


async def post_cut_off(client: discord.Client, service: Service) -> None:
    """Show the challenges that were made and never shown, because the bot was stopped between the two."""
    for made in await service.challenges.unposted():
        if made.created_at > service.clock.now() - CUT_OFF:
            continue
        if made.venue.guest:  # there the bot can only answer, and it is too late for that
            await service.challenges.withdraw(made.id, made.challenger.id)
            continue
        channel = client.get_partial_messageable(made.venue.channel_id, guild_id=made.venue.guild_id)
        try:
            async for found in channel.history(limit=LOOK_BACK):
                if _shows(found, made):
                    await service.challenges.posted(made.id, found.id)
                    break
            else:
                await post(client, service, made)
        except discord.HTTPException as error:
            log.info("Challenge #%s cannot be shown: %s", made.code, error)
            if error.code in UNREACHABLE:
                await service.challenges.withdraw(made.id, made.challenger.id)


async def show_settled(client: discord.Client, challenge: Challenge) -> None:
    """Take the buttons off a challenge that is open no more, and say what became of it."""
    if challenge.message_id is None or challenge.venue.guest:
        return
    channel = client.get_partial_messageable(challenge.venue.channel_id, guild_id=challenge.venue.guild_id)
    with contextlib.suppress(discord.HTTPException):  # at worst a dead button stays, and explains itself
        await channel.get_partial_message(challenge.message_id).edit(content=settled(challenge), view=None)


def _shows(found: discord.Message, challenge: Challenge) -> bool:
    """Whether this message is the challenge."""
    accept = custom_id("accept", challenge.id)
    return any(
        getattr(item, "custom_id", None) == accept for row in found.components for item in getattr(row, "children", ())
    )
