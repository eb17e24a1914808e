"""Strips boards that were posted but never recorded, because of a kill or a lost answer."""

from collections.abc import Sequence

import discord

from cogs.posts.poster import Poster
from cogs.wire.failures import ENOUGH, GONE, code_of
from cogs.wire.lookback import posted_after, shown_rev
from matches.deliveries import Delivery
from service.boards import old_board


class Strays(Poster, kind="strays"):
    """Searches for unrecorded boards, so that only the newest board in each place has buttons."""

    async def deliver(self, deliveries: Sequence[Delivery]) -> None:
        """Owe an edit of every unrecorded board after the recorded one, except the newest."""
        for delivery in deliveries:
            strays: list[Delivery] | None
            try:
                strays = await self._strays(delivery)
            except discord.HTTPException as error:
                if code_of(error) not in GONE and delivery.tried < ENOUGH:
                    raise
                strays = []
            if strays is None:
                await self._service.outbox.retry_later([delivery], refused=False)
            else:
                await self._service.outbox.old_boards(strays, done=[delivery])

    async def _strays(self, delivery: Delivery) -> list[Delivery] | None:
        """The old boards that still have buttons; None if the newest may have been posted but not yet recorded."""
        match = await self._service.lookup.match(delivery.subject)
        channel_id, guild_id = delivery.channel_id or 0, delivery.guild_id
        messages = await posted_after(self.channel(delivery), self._client.user, delivery.message_id, match.created_at)
        places = [place for place in await self._beside.places(match.id) if place.channel_id == channel_id]
        newest = (await self._service.lookup.match(match.id)).board_rev
        if any(place.shown_rev < newest for place in places):
            return None
        recorded = {place.message_id for place in places}
        return [
            old_board(match.id, rev, channel_id, guild_id, message.id)
            for message in messages
            if message.components and message.id not in recorded and (rev := shown_rev(message, match)) is not None
        ]
