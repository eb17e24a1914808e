"""Boards that were posted though nobody could note that: a kill, or an answer that was lost, leaves them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.wire.failures import ENOUGH, GONE, code_of
from cogs.wire.lookback import posted_after, shown_rev
from matches.deliveries import old_board

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.posts.boards import Boards
    from matches.deliveries import Delivery
    from service import Service


class Strays:
    """Looks for such boards, so that one board of a match has buttons in each of its places, and no other."""

    def __init__(self, client: discord.Client, service: Service, boards: Boards) -> None:
        self._client = client
        self._service = service
        self._boards = boards

    async def deliver(self, deliveries: Sequence[Delivery]) -> None:
        """Let every board after the noted one lose its buttons, but for the newest."""
        for delivery in deliveries:
            found: list[Delivery] | None
            try:
                found = await self._found(delivery)
            except discord.HTTPException as error:
                if code_of(error) not in GONE and delivery.tried < ENOUGH:
                    raise
                found = []
            if found is None:
                await self._service.outbox.put_off([delivery], refused=False)
            else:
                await self._service.outbox.old_boards(found, done=[delivery])

    async def _found(self, delivery: Delivery) -> list[Delivery] | None:
        """The old boards that still have buttons; None as long as the newest may be there and is not noted yet."""
        match = await self._service.lookup.match(delivery.subject)
        channel_id, guild_id = delivery.channel_id or 0, delivery.guild_id
        channel = self._client.get_partial_messageable(channel_id, guild_id=guild_id)
        seen = await posted_after(channel, self._client.user, delivery.message_id, match.created_at)
        places = [one for one in await self._boards.places(match.id) if one.channel_id == channel_id]
        newest = (await self._service.lookup.match(match.id)).board_rev
        if any(place.shown_rev < newest for place in places):
            return None
        noted = {place.message_id for place in places}
        boards = [(one.id, shown_rev(one, match)) for one in seen if one.components and one.id not in noted]
        return [
            old_board(match.id, rev, channel_id, guild_id, message_id) for message_id, rev in boards if rev is not None
        ]
