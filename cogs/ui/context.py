"""One use of the bot, whether by command, button, select or form: who, where, about what, and how to answer."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from cogs.texts.markdown import fitted
from cogs.wire import discord_limits
from cogs.wire.controls import number
from cogs.wire.failures import FAILURES
from cogs.wire.languages import of_person, spoken_in, spoken_to
from cogs.wire.malformed import Malformed
from cogs.wire.people import person_of
from cogs.wire.permissions import answers_privately
from cogs.wire.replies import Reply, with_picture
from language import speak
from matches.model import Venue

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from contextlib import AbstractContextManager

    import discord

    from cogs.posts.relay import OutboxRelay
    from cogs.wire.arrivals import Arrivals
    from cogs.wire.compute import Compute
    from cogs.wire.controls import Controls, Form
    from cogs.wire.owners import Owners
    from cogs.wire.people import AnyUser
    from cogs.wire.pictures import Picture
    from cogs.wire.replies import Attached, Interaction
    from cogs.wire.viewers import Viewers
    from matches.model import Match, Person, Snapshot
    from service import Service

log = logging.getLogger(__name__)

Known = TypeVar("Known", bound=str)


@dataclass(frozen=True, slots=True)
class Context:
    """One use of the bot. What it says forgives that it comes too late: then nobody hears it."""

    interaction: Interaction
    subject: int = 0
    """The match, the challenge or the person that it is about; 0 where there is none."""
    rev: int | None = None
    """The revision of the match that the person was looking at; None for a command."""
    args: tuple[str, ...] = ()
    """What else the custom_id says."""
    values: tuple[str, ...] = ()
    """The values that were chosen in a select."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """What was typed into a form, by field."""

    @property
    def me(self) -> Person:
        """Who uses the bot."""
        return person_of(self.interaction.user)

    @property
    def here(self) -> Venue:
        """Where that happens."""
        interaction = self.interaction
        guest = not interaction.context.dm_channel and not interaction.is_guild_integration()
        return Venue(self.channel_id, interaction.guild_id, guest)

    @property
    def channel_id(self) -> int:
        """The channel in which that happens; 0 if Discord does not say."""
        return self.interaction.channel_id or 0

    @property
    def guild_id(self) -> int | None:
        """The server in which that happens."""
        return self.interaction.guild_id

    @property
    def sent_at(self) -> float:
        """When the person did it, in UTC seconds."""
        arrivals: Arrivals = self.interaction.client.arrivals
        return arrivals.sent_at(self.interaction)

    @property
    def client(self) -> discord.Client:
        """The bot's own route to Discord."""
        client: discord.Client = self.interaction.client
        return client

    def is_tidepool(self, user: AnyUser) -> bool:
        """Whether this user is the bot. Its number differs from that of its application if both are old (2016)."""
        own = self.client.user
        return user.id == self.client.application_id or (own is not None and user.id == own.id)

    @property
    def service(self) -> Service:
        """Everything that can be done to matches."""
        service: Service = self.interaction.client.service
        return service

    @property
    def relay(self) -> OutboxRelay:
        """What Discord shows beside the answers."""
        relay: OutboxRelay = self.interaction.client.relay
        return relay

    @property
    def compute(self) -> Compute:
        """Lets a helper process call functions that take long."""
        compute: Compute = self.interaction.client.compute
        return compute

    @property
    def viewers(self) -> Viewers:
        """Who can view which channel; `cogs.ui.gate` asks it."""
        viewers: Viewers = self.interaction.client.viewers
        return viewers

    @property
    def owners(self) -> Owners:
        """Who owns the bot, and where they have commands of their own; `cogs.ui.gate` asks it."""
        owners: Owners = self.interaction.client.owners
        return owners

    @property
    def reply(self) -> Reply:
        """What this use is answered."""
        return Reply.to(self.interaction)

    @property
    def language(self) -> str:
        """The language in which this person is answered."""
        return of_person(self.interaction.user.id)

    def speak(self) -> None:
        """Say everything in that language from here on, in the task of this use and in those that it starts."""
        speak(self.language)

    def to_everybody(self) -> AbstractContextManager[None]:
        """Speak to everybody who is here in the block, in the language of this place; `publish` belongs into it."""
        return spoken_to(self.me.id) if self.here.direct else spoken_in(self.guild_id)

    @property
    def from_private_message(self) -> bool:
        """Whether the control that was used stands on a message that only this person sees."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    def about(self, match: Match) -> Context:
        """This use of the bot as one about this match."""
        return replace(self, subject=match.id)

    def arg(self, n: int) -> str:
        """The argument of this number. Raises Malformed where there is none."""
        if n >= len(self.args):
            raise Malformed
        return self.args[n]

    def number(self, n: int) -> int:
        """The argument of this number, which counts something. Raises Malformed."""
        return number(self.arg(n))

    def one_of(self, n: int, known: Iterable[Known]) -> Known:
        """The argument of this number, which is one of those known. Raises Malformed."""
        return one_of(self.arg(n), known)

    def value(self) -> str:
        """The one chosen value of a select. Raises Malformed."""
        if len(self.values) != 1:
            raise Malformed
        return self.values[0]

    def choice(self) -> tuple[str, str]:
        """What is chosen on a page of settings, and the value that it gets. Raises Malformed."""
        match (*self.args, *self.values):
            case (what, value):
                return what, value
        raise Malformed

    def field(self, name: str) -> str:
        """What was typed into this field of a form. Raises Malformed."""
        if name not in self.fields:
            raise Malformed
        return self.fields[name]

    async def wait(self) -> None:
        """Let Discord know that the answer, to this person alone, takes longer than it waits for answers."""
        await self.reply.wait()

    async def tell(self, text: str, controls: Controls | None = None, picture: Attached | None = None) -> None:
        """Say something to this person alone, in a message of its own."""
        more = {} if controls is None else {"view": controls}
        await self.reply.tell(self._linked(text), picture, **more)

    async def publish(
        self,
        text: str,
        controls: Controls | None = None,
        picture: Picture | None = None,
        *,
        people: Iterable[int],
    ) -> None:
        """Say something to everybody who is here, without a ping; what it says is composed in `to_everybody`.

        `people` are those whom it names: when one of them is forgotten it is deleted, where the bot can.
        """
        message: dict[str, Any] = {"content": self._linked(text), "silent": True}
        if controls is not None:
            message["view"] = controls
        guest = self.here.guest
        message_id = await self.reply.post(picture, guest=guest, **message)
        if guest:
            return
        if message_id is None:
            channel = self.client.get_partial_messageable(self.channel_id, guild_id=self.guild_id)
            message_id = (await channel.send(**with_picture(picture, message))).id
            await self.reply.finish()
        await self.service.privacy.published(message_id, self.channel_id, self.guild_id, people)

    async def edit(self, text: str, controls: Controls | None = None, picture: Picture | None = None) -> None:
        """Change the message whose control was used."""
        await self.reply.edit(self._linked(text), picture, view=controls)

    async def answer(self, text: str, controls: Controls | None = None, picture: Picture | None = None) -> None:
        """Say something to this person alone: in place of the private message whose control was used, if it was one."""
        if self.from_private_message and not self.reply.said:
            await self.edit(text, controls, picture)
        else:
            await self.tell(text, controls, picture)

    def _linked(self, text: str) -> str:
        """The text with links to the commands that it names, as far as one message can hold it."""
        linked: str = self.interaction.client.tree.linked(text)
        return fitted(linked, discord_limits.MESSAGE)

    async def form(self, form: Form) -> None:
        """Open a form."""
        await self.reply.form(form)

    async def show(self, snapshot: Snapshot, text: str | None = None, controls: Controls | None = None) -> None:
        """Show the newest board of a match that has changed, wherever the match is shown.

        `text` takes the place of the private message whose control was used. The change counts already: no trouble
        with that message keeps the board from being shown.
        """
        if text is not None and self.from_private_message:
            await self._if_possible(self.answer(text, controls))
        await self.relay.boards.show(snapshot, self.interaction)

    async def announce(self, match: Match, text: str) -> None:
        """Tell everybody who follows the match what has just happened, without a ping; here it is the answer.

        `text` says the same to this person alone: in place of the private message whose control was used, or where
        nothing is said here.
        """
        if self.from_private_message:
            await self._if_possible(self.answer(text))
        if not await self.relay.remarks.say(match, self.interaction):
            await self._if_possible(self.tell(text))

    async def finish(self) -> None:
        """End this use once all is answered, so that the bot is no longer shown as thinking.

        Where the bot is a guest, the boards that are owed there follow, but not after a form.
        """
        await self.reply.finish()
        if self.here.guest and not self.reply.formed and not answers_privately(self.interaction):
            await self.relay.catch_up(self.interaction)

    async def _if_possible(self, sending: Any) -> None:  # noqa: ANN401 (an awaitable)
        """Send something whose failure is only logged."""
        try:
            await sending
        except FAILURES as error:
            log.warning("Discord did not take an answer: %s", error)


def one_of(text: str, known: Iterable[Known]) -> Known:
    """The text, which is one of those known. Raises Malformed."""
    for one in known:
        if one == text:
            return one
    raise Malformed
