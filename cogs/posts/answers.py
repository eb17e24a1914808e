"""Tells challengers how a challenge by direct message was answered, because they cannot see its message."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from cogs.posts.once import send_once
from cogs.posts.poster import Poster
from cogs.texts.challenges import settled
from cogs.wire.failures import CLOSED, NO_ACCESS, code_of
from cogs.wire.languages import spoken_to

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matches.deliveries import Delivery

log = logging.getLogger(__name__)


class AnswerPosts(Poster, kind="answer"):
    """Tells challengers by direct message that their challenge was declined."""

    async def deliver(self, deliveries: Sequence[Delivery]) -> None:
        """Tell each challenger once. One with closed direct messages is not told."""
        for answer in deliveries:
            try:
                await self._tell(answer)
            except discord.HTTPException as error:
                if code_of(error) not in CLOSED | NO_ACCESS:
                    raise
                log.info("A challenger could not be told of the answer: %s", error)
            await self._service.outbox.done([answer])

    async def _tell(self, answer: Delivery) -> None:
        challenge = await self._service.challenges.of(answer.subject)
        with spoken_to(challenge.challenger.id):
            text = settled(challenge)
        inbox = (await self._client.create_dm(discord.Object(challenge.challenger.id))).id
        await send_once(self._client, self._service, answer, inbox, text, since=challenge.created_at, silent=False)
