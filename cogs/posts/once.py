"""Sends the text of a delivery, unless it was sent already though nobody could note that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.wire.lookback import posted_since
from cogs.wire.mentions import pinging

if TYPE_CHECKING:
    import discord

    from matches.deliveries import Delivery
    from service import Service


async def send_once(
    client: discord.Client,
    service: Service,
    delivery: Delivery,
    channel_id: int,
    text: str,
    *,
    since: int,
    silent: bool,
    beginning: str = "",
) -> discord.Message | None:
    """Send a text without a ping; None if it is there already. Raises FAILURES, and TakenOver.

    It is looked for among the messages since that time (UTC seconds); by its `beginning` where the rest may have
    changed.
    """
    channel = client.get_partial_messageable(channel_id, guild_id=delivery.guild_id)

    def is_it(message: discord.Message) -> bool:
        return message.content.startswith(beginning) if beginning else message.content == text

    if delivery.doubtful and await posted_since(channel, client.user, since, is_it):
        return None
    await service.outbox.confirm([delivery])
    return await channel.send(text, nonce=delivery.nonce, allowed_mentions=pinging(()), silent=silent)
