"""Posts one message for a delivery exactly once, even if a kill or a lost answer hides an earlier success."""

import logging
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

import discord

from cogs.posts.poster import Poster
from cogs.posts.threads import change_in
from cogs.wire.controls import Controls, bears
from cogs.wire.failures import NO_ACCESS, code_of
from cogs.wire.lookback import posted_since, says
from cogs.wire.mentions import pinging
from cogs.wire.pictures import Picture
from cogs.wire.replies import with_picture
from matches.deliveries import Delivery
from matches.timecontrol import DAY
from service import Service

log = logging.getLogger(__name__)


class OncePoster(Poster):
    """Posts a message of its own for each delivery, or nothing where the place is gone."""

    gone: ClassVar[Collection[int]] = NO_ACCESS
    """Discord's error codes for a place where nothing can be posted."""

    async def deliver(self, deliveries: Sequence[Delivery]) -> None:
        for delivery in deliveries:
            try:
                await self.post(delivery)
            except discord.HTTPException as error:
                if code_of(error) not in self.gone:
                    raise
                log.info("Nothing was posted (%s): %s", delivery.kind, error)
            await self._service.outbox.done([delivery])

    @abstractmethod
    async def post(self, delivery: Delivery) -> None:
        """Send the message of a delivery with `send_once`, or nothing. Raises FAILURES and TakenOver."""

    async def send_once(
        self,
        delivery: Delivery,
        text: str,
        *,
        channel_id: int | None = None,
        picture: Picture | None = None,
        controls: Controls | None = None,
        people: Collection[int] = (),
        pinged: Collection[int] = (),
        silent: bool = True,
        since: int | None = None,
        beginning: str = "",
        control_id: str = "",
    ) -> discord.Message:
        """Send a message, or correct and return the one that an earlier try has sent. Raises FAILURES and TakenOver.

        Looks for an earlier message among those posted since `since` (UTC seconds, a day ago by default). Recognises it
        by its text or, if that may have changed, by its `beginning` or the custom_id `control_id`. The message may ping
        the people in `pinged`. If it names `people`, it is deleted when one of them is forgotten. Posts in the
        delivery's channel by default.
        """
        where = channel_id or delivery.channel_id or 0
        channel = self._client.get_partial_messageable(where, guild_id=delivery.guild_id)
        message: dict[str, Any] = {"content": text, "allowed_mentions": pinging(pinged), "silent": silent}
        if controls is not None:
            message["view"] = controls
        sent = await send_or_find(
            self._service,
            channel,
            [delivery],
            with_picture(picture, message),
            lambda: self.sent_before(channel, text, since, beginning, control_id),
        )
        await self._service.privacy.published(sent.id, where, delivery.guild_id, people)
        return sent

    async def correct(
        self,
        delivery: Delivery,
        message_id: int,
        text: str,
        controls: Controls | None,
        **more: Any,  # noqa: ANN401 (further parameters of discord.py's edit)
    ) -> None:
        """Edit a message in the delivery's channel, without pings. Raises FAILURES."""
        shown: dict[str, Any] = {"content": text, "view": controls, "allowed_mentions": pinging(()), **more}
        edit = partial(self.channel(delivery).get_partial_message(message_id).edit, **shown)
        await change_in(self._client, delivery.channel_id or 0, edit, waited=False)

    async def sent_before(
        self,
        channel: discord.PartialMessageable,
        text: str,
        since: int | None = None,
        beginning: str = "",
        control_id: str = "",
    ) -> discord.Message | None:
        """The message that an earlier try has sent, recognised as in `send_once`, or None. Raises FAILURES."""
        earliest = self._service.clock.now() - DAY if since is None else since

        def is_it(message: discord.Message) -> bool:
            if control_id:
                return bears(message, control_id)
            return message.content.startswith(beginning) if beginning else says(message.content, text)

        return await posted_since(channel, self._client.user, earliest, is_it)


async def send_or_find(
    service: Service,
    channel: discord.PartialMessageable,
    deliveries: Sequence[Delivery],
    message: Mapping[str, Any],
    find: Callable[[], Awaitable[discord.Message | None]],
    *,
    corrects: bool = True,
) -> discord.Message:
    """Send one message for these deliveries, or find it if one is doubtful. Raises as `send_once` does.

    `corrects` means that an earlier message becomes this one, because somebody whom it names may have been forgotten.
    """
    if any(delivery.doubtful for delivery in deliveries) and (earlier := await find()):
        if corrects and earlier.content != message["content"]:
            corrected = {name: message[name] for name in ("content", "allowed_mentions", "view") if name in message}
            if "file" in message:
                corrected["attachments"] = [message["file"]]
            await earlier.edit(**corrected)
        return earlier
    await service.outbox.confirm(deliveries)
    return await channel.send(nonce=deliveries[0].nonce, **message)
