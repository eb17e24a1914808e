"""Code shared by all kinds of deliveries, for example to post a message exactly once."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, ClassVar, Protocol

import discord

from cogs.posts.threads import change_in
from cogs.wire.controls import Controls, bears
from cogs.wire.failures import GONE, NO_MESSAGE, UNREACHABLE, code_of
from cogs.wire.lookback import find_message, says
from cogs.wire.people import pinging
from cogs.wire.permissions import Viewers
from cogs.wire.pictures import Picture
from cogs.wire.replies import with_picture
from matches.deliveries import DELIVERY_KINDS, Delivery, Posting
from matches.model import Match, Place, Venue
from matches.timecontrol import DAY
from service import Service

log = logging.getLogger(__name__)


class Beside(Protocol):
    """Runs deliveries in the background."""

    def start(self, deliveries: Sequence[Delivery]) -> None:
        """Carry out deliveries in the background, one after another."""

    def add_done(self, edit: Delivery) -> None:
        """Mark an edit as done, to be recorded with the next batch.

        If a crash prevents the recording, repeating the edit is harmless.
        """

    def take_done(self) -> list[Delivery]:
        """Return and clear the list of completed deliveries not yet recorded. The caller must record them."""

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background, unless the bot is stopping."""

    async def retry_failed(
        self, deliveries: Sequence[Delivery], error: Exception, person_id: int | None = None
    ) -> None:
        """Schedule a retry of failed deliveries after a back-off.

        If Discord refused them, the people concerned are told by other means. If it refuses every message in a place,
        the back-off applies to all deliveries there. `person_id` is the ID of the person who is using the bot, or None.
        """

    def holding(self, *names: tuple[str, int, str]) -> AbstractContextManager[None]:
        """Return a context manager that reserves deliveries for the caller to send outside the delivery loop.

        Discord may delay a message for longer than the lease. Deliveries that become due meanwhile, such as a newer
        board, are due again when the context ends.
        """

    def lock(self, edit: Delivery) -> asyncio.Lock:
        """Return the lock for editing a match's boards in one channel. Hold it while composing and sending an edit.

        Discord may delay any edit. Without the lock, an update of the newest board could arrive after the edit that
        removes its picture and buttons.
        """

    async def places(self, match_id: int) -> list[Place]:
        """Wait until any board now being posted has been recorded, then return the channels that show the match."""


class Poster(ABC):
    """Base class for a kind of delivery, such as `class Archive(Poster, kind="archive")`."""

    kind: ClassVar[str]

    def __init_subclass__(cls, *, kind: str = "") -> None:
        """Register a subclass for its kind of delivery.

        Raises ValueError if another class is already registered for that kind.
        """
        if not kind:
            return
        if kind in POSTERS:
            raise ValueError(f"{POSTERS[kind].__name__} already delivers the kind {kind!r}.")
        cls.kind = kind
        POSTERS[kind] = cls

    def __init__(self, client: discord.Client, service: Service, beside: Beside) -> None:
        self._client = client
        self._service = service
        self._beside = beside

    @property
    def _viewers(self) -> Viewers:
        """The client's `viewers`, which checks who can view a channel. It exists once all posters do."""
        client: Any = self._client
        viewers: Viewers = client.viewers
        return viewers

    def channel(self, place: Delivery | Place | Venue) -> discord.PartialMessageable:
        """Return the channel of a delivery, place or challenge, without making a request to Discord."""
        return self._client.get_partial_messageable(place.channel_id or 0, guild_id=place.guild_id)

    async def inbox(self, person_id: int) -> int:
        """Return the ID of a person's direct-message channel.

        Raises one of FAILURES if Discord refuses to open it.
        """
        return (await self._client.create_dm(discord.Object(person_id))).id

    async def posting(self, match: Match, channel_id: int | None) -> Posting | None:
        """Return the details for posting a match in a channel, or None if the channel does not show the match."""
        postings = await self._service.places.postings(match)
        return next((posting for posting in postings if posting.place.channel_id == channel_id), None)

    @staticmethod
    def queue(delivery: Delivery) -> tuple[str, int]:
        """Return the name of a delivery's queue. Deliveries in the same queue are carried out one after another."""
        return "edits" if DELIVERY_KINDS[delivery.kind].edits else "posts", delivery.subject

    async def bundles(self, deliveries: Sequence[Delivery]) -> Sequence[Sequence[Delivery]]:
        """Group a queue's deliveries into bundles, one for each message."""
        return [[delivery] for delivery in deliveries]

    @abstractmethod
    async def deliver(self, deliveries: Sequence[Delivery]) -> None:
        """Carry out one bundle's deliveries, and record the outcome.

        To request a retry, raise Refusal or one of FAILURES. A doubtful delivery may already have been made, so
        implementations check with Discord first. The current language is the server's, unless the poster chooses the
        reader's.
        """


POSTERS: dict[str, type[Poster]] = {}
"""The poster for each kind of delivery, registered when the modules in `cogs/posts/` are imported."""


class OncePoster(Poster):
    """Posts one message per delivery, or none if the delivery's channel no longer exists."""

    chosen: ClassVar[bool] = False
    """Whether the subject is a server that chose the channel. If the channel is gone, the setting is cleared."""

    async def deliver(self, deliveries: Sequence[Delivery]) -> None:
        for delivery in deliveries:
            try:
                await self.post(delivery)
            except discord.HTTPException as error:
                if code_of(error) not in UNREACHABLE:
                    raise
                log.info("Nothing was posted (%s %d): %s", delivery.kind, delivery.subject, error)
                await self._service.outbox.notify_otherwise([delivery])
                if self.chosen and code_of(error) in GONE:
                    await self._service.settings.unset(delivery.subject, {delivery.channel_id or 0})
            await self._service.outbox.record_done([delivery])

    @abstractmethod
    async def post(self, delivery: Delivery) -> None:
        """Send a delivery's message with `send_once`, if there is anything to send.

        Raises one of FAILURES if a request fails, or TakenOver if another process has taken over the delivery.
        """

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
        """Send a message or, if an earlier attempt already sent it, correct that message.

        Raises one of FAILURES if a request fails, or TakenOver if another process has taken over the delivery.

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
        await self._service.privacy.record_mentions(sent.id, where, delivery.guild_id, people)
        return sent

    async def correct(
        self,
        delivery: Delivery,
        message_id: int,
        text: str,
        controls: Controls | None,
        **more: Any,  # noqa: ANN401 (further parameters of discord.py's edit)
    ) -> None:
        """Edit a message in the delivery's channel without pinging anyone. Does nothing if the message was deleted.

        Raises one of FAILURES if the edit fails for another reason.
        """
        shown: dict[str, Any] = {"content": text, "view": controls, "allowed_mentions": pinging(()), **more}
        edit = partial(self.channel(delivery).get_partial_message(message_id).edit, **shown)
        try:
            await change_in(self._client, delivery.channel_id or 0, edit, waited=False)
        except discord.NotFound as error:
            if code_of(error) != NO_MESSAGE:
                raise
            log.info("A message was deleted, so it is not edited (%s %d)", delivery.kind, delivery.subject)

    async def sent_before(
        self,
        channel: discord.PartialMessageable,
        text: str,
        since: int | None = None,
        beginning: str = "",
        control_id: str = "",
    ) -> discord.Message | None:
        """Return the message sent by an earlier attempt, or None if there is none.

        The parameters are those of `send_once`. Raises one of FAILURES if a request fails.
        """
        earliest = self._service.clock.now() - DAY if since is None else since

        def is_it(message: discord.Message) -> bool:
            if control_id:
                return bears(message, control_id)
            return message.content.startswith(beginning) if beginning else says(message.content, text)

        return await find_message(channel, self._client.user, earliest, is_it)


async def send_or_find(
    service: Service,
    channel: discord.PartialMessageable,
    deliveries: Sequence[Delivery],
    message: Mapping[str, Any],
    find: Callable[[], Awaitable[discord.Message | None]],
    *,
    corrects: bool = True,
) -> discord.Message:
    """Send one message for several deliveries, unless `find` returns one already sent for them.

    Raises the same errors as `send_once`. If `corrects` is set, an earlier message becomes this one, because somebody
    whom it names may have been forgotten.
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
