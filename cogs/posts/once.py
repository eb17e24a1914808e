"""Sends a message at most once, though a kill or a lost answer may have kept an earlier try from being noted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cogs.wire.lookback import posted_since
from cogs.wire.mentions import pinging
from cogs.wire.replies import with_picture

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence

    import discord

    from cogs.wire.controls import Controls
    from cogs.wire.pictures import Picture
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
    picture: Picture | None = None,
    controls: Controls | None = None,
    pinged: Collection[int] = (),
    beginning: str = "",
) -> discord.Message:
    """Send a message, or return the one that an earlier try has sent. Raises FAILURES and TakenOver.

    Recognises an earlier message, among those posted since `since` (UTC seconds), by its text, or by its `beginning`
    if the rest may have changed. The message may ping the people in `pinged`.
    """
    channel = client.get_partial_messageable(channel_id, guild_id=delivery.guild_id)

    def is_it(message: discord.Message) -> bool:
        return message.content.startswith(beginning) if beginning else message.content == text

    message: dict[str, Any] = {"content": text, "allowed_mentions": pinging(pinged), "silent": silent}
    if controls is not None:
        message["view"] = controls
    return await send_or_find(
        service,
        channel,
        [delivery],
        with_picture(picture, message),
        lambda: posted_since(channel, client.user, since, is_it),
    )


async def send_or_find(
    service: Service,
    channel: discord.PartialMessageable,
    deliveries: Sequence[Delivery],
    message: Mapping[str, Any],
    find: Callable[[], Awaitable[discord.Message | None]],
) -> discord.Message:
    """Send one message for these deliveries, unless one is doubtful and `find` returns it. Raises like `send_once`."""
    if any(delivery.doubtful for delivery in deliveries) and (earlier := await find()):
        return earlier
    await service.outbox.confirm(deliveries)
    return await channel.send(nonce=deliveries[0].nonce, **message)
