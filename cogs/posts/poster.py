"""What all kinds of delivery have in common, and what they need from the relay that runs them."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Coroutine, Sequence
from contextlib import AbstractContextManager
from typing import Any, ClassVar, Protocol

import discord

from cogs.wire.viewers import Viewers
from matches.deliveries import DELIVERY_KINDS, Delivery, Posting
from matches.model import Match, Place, Venue
from service import Service


class Beside(Protocol):
    """Runs deliveries in the background."""

    def start(self, deliveries: Sequence[Delivery]) -> None:
        """Deliver these in the background, one after another."""

    def add_done(self, edit: Delivery) -> None:
        """Record with the next batch that this edit is done. A repetition after a kill does no harm."""

    def is_done(self, edit: Delivery) -> bool:
        """Whether this edit is done but not yet recorded."""

    def take_done(self) -> list[Delivery]:
        """Take the deliveries that are done but not yet recorded. The caller must record them."""

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Run work in the background, unless the bot is stopping."""

    async def failed(self, deliveries: Sequence[Delivery], error: Exception) -> None:
        """Schedule a retry of failed deliveries after a back-off."""

    def holding(self, *names: tuple[str, int, str]) -> AbstractContextManager[None]:
        """Reserve the deliveries with these names for the caller while the context is held."""

    def lock(self, edit: Delivery) -> asyncio.Lock:
        """The lock that serialises edits of one match's boards in one channel. Hold it to compute and send an edit."""

    async def places(self, match_id: int) -> list[Place]:
        """The places of a match, after a board that is being posted has been recorded."""


class Poster(ABC):
    """Makes the deliveries of one kind: `class Archive(Poster, kind="archive")` in a module of `cogs/posts/`."""

    kind: ClassVar[str]

    def __init_subclass__(cls, *, kind: str = "") -> None:
        """Register a class with a kind. Raises ValueError if the kind already has one."""
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
        """Tells who can view a channel. The client has it only after its posters are made."""
        client: Any = self._client
        viewers: Viewers = client.viewers
        return viewers

    def channel(self, place: Delivery | Place | Venue) -> discord.PartialMessageable:
        """The channel of a delivery or place, without a request."""
        return self._client.get_partial_messageable(place.channel_id or 0, guild_id=place.guild_id)

    async def inbox(self, person_id: int) -> int:
        """The id of the direct-message channel with a person. Raises FAILURES."""
        return (await self._client.create_dm(discord.Object(person_id))).id

    async def posting(self, match: Match, channel_id: int | None) -> Posting | None:
        """The posting of a match in this channel, or None if the match is not shown there."""
        postings = await self._service.places.postings(match)
        return next((posting for posting in postings if posting.place.channel_id == channel_id), None)

    @staticmethod
    def queue(delivery: Delivery) -> tuple[str, int]:
        """The queue of a delivery. Deliveries in one queue are made one after another."""
        return "edits" if DELIVERY_KINDS[delivery.kind].edits else "posts", delivery.subject

    async def bundles(self, deliveries: Sequence[Delivery]) -> Sequence[Sequence[Delivery]]:
        """Group the deliveries of one queue into those to be made together, by a single message."""
        return [[delivery] for delivery in deliveries]

    @abstractmethod
    async def deliver(self, deliveries: Sequence[Delivery]) -> None:
        """Make one delivery or one bundle, and record the outcome. Raises FAILURES or Refusal if a retry is needed.

        A doubtful delivery may already have been made, so implementations check with Discord first. The current
        language is the server's, unless the poster chooses the reader's.
        """


POSTERS: dict[str, type[Poster]] = {}
"""The poster of each kind of delivery, once all modules of `cogs/posts/` have been imported."""
