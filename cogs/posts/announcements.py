"""Posts the owner's announcements to each place with running matches."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from cogs.posts.once import send_once
from cogs.posts.poster import Poster
from cogs.texts.owner import announcement
from cogs.wire.failures import NO_ACCESS, code_of
from matches.timecontrol import DAY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matches.deliveries import Delivery

log = logging.getLogger(__name__)

MOST_TRIES = 3
"""The most tries in a place where Discord does not let the bot post."""


class AnnouncementPosts(Poster, kind="announcement"):
    """Posts announcements without pings, one place at a time."""

    async def deliver(self, deliveries: Sequence[Delivery]) -> None:
        """Post each announcement once. The next place is due soon, whether or not that works."""
        for delivery in deliveries:
            await self._service.announcements.go_on(delivery)
            await self._post(delivery)
            await self._service.outbox.done([delivery])

    async def _post(self, delivery: Delivery) -> None:
        text, since = announcement(delivery.about), self._service.clock.now() - DAY
        channel_id = delivery.channel_id or 0
        try:
            await send_once(self._client, self._service, delivery, channel_id, text, since=since, silent=True)
        except discord.HTTPException as error:
            enough = isinstance(error, discord.Forbidden) and delivery.tried + 1 >= MOST_TRIES
            if code_of(error) not in NO_ACCESS and not enough:
                raise
            log.info("An announcement was not posted: %s", error)
