"""What the owner of the bot announces: one message to each place where matches are running."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from cogs.posts.once import send_once
from cogs.texts.owner import announcement
from cogs.wire.failures import NO_ACCESS, code_of
from matches.timecontrol import DAY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matches.deliveries import Delivery
    from service import Service

log = logging.getLogger(__name__)

MOST_TRIES = 3
"""How often a place is tried in which Discord does not let the bot post."""


class AnnouncementPosts:
    """Posts announcements, one place after the other, without a ping."""

    def __init__(self, client: discord.Client, service: Service) -> None:
        self._client = client
        self._service = service

    async def deliver(self, deliveries: Sequence[Delivery]) -> None:
        """Post each announcement once. Whether or not that works, the next place is due soon."""
        for one in deliveries:
            await self._service.announcements.go_on(one)
            await self._post(one)
            await self._service.outbox.done([one])

    async def _post(self, one: Delivery) -> None:
        text, since = announcement(one.about), self._service.clock.now() - DAY
        try:
            await send_once(self._client, self._service, one, one.channel_id or 0, text, since=since, silent=True)
        except discord.HTTPException as error:
            enough = isinstance(error, discord.Forbidden) and one.tried + 1 >= MOST_TRIES
            if code_of(error) not in NO_ACCESS and not enough:
                raise
            log.info("An announcement is not posted: %s", error)
