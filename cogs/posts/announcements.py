"""Posts the owner's announcements to each place with running matches."""

import logging

import discord

from cogs.posts.once import OncePoster
from cogs.texts.owner import announcement
from matches.deliveries import Delivery

log = logging.getLogger(__name__)

MOST_TRIES = 3
"""The most tries in a place where Discord does not let the bot post."""


class AnnouncementPosts(OncePoster, kind="announcement"):
    """Posts announcements without pings, one place after another."""

    async def post(self, delivery: Delivery) -> None:
        """Post an announcement in one place. The next place is due soon, even if this post fails."""
        await self._service.announcements.go_on(delivery)
        try:
            await self.send_once(delivery, announcement(delivery.about))
        except discord.Forbidden as error:
            if delivery.tried + 1 < MOST_TRIES:
                raise
            log.info("An announcement was not posted: %s", error)
