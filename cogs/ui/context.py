"""The context of one interaction (command, button, select or form): who, where, about what, and how to answer."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import discord

from cogs.posts.boards import whereabouts
from cogs.posts.relay import OutboxRelay
from cogs.texts.markdown import Markdown, fitted, say
from cogs.texts.practice import place_in_queue
from cogs.wire import discord_limits, languages
from cogs.wire.arrivals import Arrivals, Malformed
from cogs.wire.compute import Compute
from cogs.wire.controls import Controls, Form, number
from cogs.wire.failures import FAILURES
from cogs.wire.last_answers import LastAnswers
from cogs.wire.people import AnyUser, Owners, person_of
from cogs.wire.permissions import Viewers, answers_privately
from cogs.wire.replies import Attached, Interaction, Reply, with_picture
from language import speak, speaking
from looks import Look, personal_look, personal_theme
from matches.model import Match, Person, Place, Snapshot, Venue
from service import Service
from storage.errors import Unavailable

log = logging.getLogger(__name__)

Known = TypeVar("Known", bound=str)


class Client(discord.Client):
    """The Discord client and everything that interactions use."""

    service: Service
    relay: OutboxRelay
    """Delivers posts independently of answers."""
    compute: Compute
    """Runs long computations, usually in a helper process."""
    viewers: Viewers
    owners: Owners
    arrivals: Arrivals
    last_answers: LastAnswers
    board_url: str | None
    """The board page's public address; None if there is no page."""

    @property
    def command_ids(self) -> Mapping[str, int]:
        """The IDs of the commands by name, without those that are not known yet."""
        return {}


@dataclass(frozen=True, slots=True)
class Context:
    """One interaction. Answers that come too late are dropped without an error."""

    interaction: Interaction
    subject: int = 0
    """The id of the match, challenge, person or study that the interaction is about; 0 for none."""
    rev: int | None = None
    """The match revision that the person saw; None for a command."""
    args: tuple[str, ...] = ()
    """The custom_id's further arguments."""
    values: tuple[str, ...] = ()
    """The values chosen in a select."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """What was typed in a form, by field name."""

    @property
    def me(self) -> Person:
        """The person who uses the bot."""
        return person_of(self.interaction.user)

    @property
    def here(self) -> Venue:
        interaction = self.interaction
        guest = not interaction.context.dm_channel and not interaction.is_guild_integration()
        return Venue(self.channel_id, interaction.guild_id, guest)

    @property
    def channel_id(self) -> int:
        """The interaction's channel; 0 if Discord does not say."""
        return self.interaction.channel_id or 0

    @property
    def guild_id(self) -> int | None:
        """The interaction's server, or None."""
        return self.interaction.guild_id

    @property
    def client(self) -> Client:
        """The client, which makes requests by the bot's own route, and what belongs to it."""
        client: Client = self.interaction.client
        return client

    def is_tidepool(self, user: AnyUser) -> bool:
        """Whether this user is the bot. Bots from before 2017 have a user id other than their application id."""
        own = self.client.user
        return user.id == self.client.application_id or (own is not None and user.id == own.id)

    @property
    def service(self) -> Service:
        return self.client.service

    @property
    def relay(self) -> OutboxRelay:
        return self.client.relay

    @property
    def reply(self) -> Reply:
        return Reply.to(self.interaction)

    @property
    def language(self) -> str:
        """The language of private answers."""
        return languages.of_interaction(self.interaction)

    def speak(self) -> None:
        """Set the person's language for this task and the tasks that it starts."""
        speak(self.language)

    def to_everybody(self) -> AbstractContextManager[None]:
        """Inside the context, speak this place's language; call `publish` there."""
        return languages.spoken_in(self.guild_id, [self.me])

    def to_reader(self) -> AbstractContextManager[None]:
        """Inside the context, speak this person's language, for a private text beside a public one."""
        return speaking(self.language)

    def as_posted(self, label: str) -> Markdown:
        """Return a public button's label in bold, as it appears in posts here, so that a private text can name it."""
        with self.to_everybody():
            return Markdown(f"**{say(label)}**")

    async def note_person(self) -> None:
        """Store this person's new name, and a new language of the person or the server."""
        await self.service.interactions.note_name(self.me, self.guild_id)
        await languages.note(self.service.settings, self.interaction)

    async def theme(self) -> str:
        """The theme of private pictures without a match."""
        return await personal_theme(self.service, self.me.id, self.guild_id)

    async def look(self, match: Match) -> Look:
        """The look of this match's private boards."""
        return await personal_look(self.service, match, self.me.id, self.guild_id)

    @property
    def from_private_message(self) -> bool:
        """Whether the control that was used is on a message that only this person sees."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    def about(self, match: Match) -> Context:
        return replace(self, subject=match.id)

    def arg(self, n: int) -> str:
        """Return the nth argument. Raises Malformed if there is none."""
        if n >= len(self.args):
            raise Malformed
        return self.args[n]

    def number(self, n: int) -> int:
        """Return the nth argument as a number. Raises Malformed."""
        return number(self.arg(n))

    def one_of(self, n: int, known: Iterable[Known]) -> Known:
        """Return the nth argument, which must be one of `known`. Raises Malformed."""
        return one_of(self.arg(n), known)

    def value(self) -> str:
        """Return the single chosen value of a select. Raises Malformed."""
        if len(self.values) != 1:
            raise Malformed
        return self.values[0]

    def choice(self) -> tuple[str, str]:
        """Return the setting and its new value, from a page of settings. Raises Malformed."""
        match (*self.args, *self.values):
            case (what, value):
                return what, value
        raise Malformed

    def field(self, name: str) -> str:
        """Return what was typed into this form field. Raises Malformed."""
        if name not in self.fields:
            raise Malformed
        return self.fields[name]

    def file_work(self) -> AbstractAsyncContextManager[None]:
        """Take a turn for heavy work that ends in a new message; while waiting for it, this person is told so.

        Raises Refusal as `FileWork.of` does.
        """
        return self.service.file_work.of(self.me.id, self._wait)

    async def _wait(self, ahead: int) -> None:
        await self.reply.wait()
        with self.to_reader():
            told = place_in_queue(ahead)
        await self.reply.meanwhile(told)

    async def tell(self, text: str, controls: Controls | None = None, picture: Attached | None = None) -> None:
        """Send this person a new private message."""
        more = {} if controls is None else {"view": controls}
        await self.reply.tell(self._linked(text), picture, **more)

    async def publish(
        self,
        text: str,
        controls: Controls | None = None,
        picture: Attached | None = None,
        *,
        people: Iterable[int],
    ) -> None:
        """Post a public message without pings, composed inside `to_everybody`.

        `people` are those whom it names. When one of them is forgotten, the bot deletes the message if it can. Until
        the message's ID is known, it is recorded under the interaction's ID.
        """
        people = set(people)
        message: dict[str, Any] = {"content": self._linked(text), "silent": True}
        if controls is not None:
            message["view"] = controls
        guest = self.here.guest
        if not guest:
            await self._published(self.interaction.id, people)
        message_id = await self.reply.post(picture, guest=guest, **message)
        if guest:
            return
        if message_id is None:
            channel = self.client.get_partial_messageable(self.channel_id, guild_id=self.guild_id)
            message_id = (await channel.send(**with_picture(picture, message))).id
            await self.reply.finish()
        await self._published(message_id, people, instead_of=self.interaction.id)

    async def _published(self, message_id: int, people: Iterable[int], instead_of: int | None = None) -> None:
        """Record that a public message in this channel names these people."""
        where = self.channel_id, self.guild_id
        await self.service.privacy.published(message_id, *where, people, instead_of=instead_of)

    async def answer(self, text: str, controls: Controls | None = None, picture: Attached | None = None) -> None:
        """Answer privately: edit the private message whose control was used, or else send a new one."""
        if self.from_private_message and not self.reply.said:
            await self.reply.edit(self._linked(text), picture, view=controls)
        else:
            await self.tell(text, controls, picture)

    async def settle(self, text: str) -> None:
        """Replace the used message with a text that everybody sees. The caller must check what the message shows."""
        await self.reply.edit(self._linked(text), view=None)

    def _linked(self, text: str) -> str:
        """Return the text with links to the commands that it names, cut to the length of a message."""
        linked: str = self.interaction.client.tree.linked(text)
        return fitted(linked, discord_limits.MESSAGE)

    async def form(self, form: Form) -> None:
        """Open a form. Raises Malformed if the interaction is a form, because Discord accepts no form as its answer."""
        if self.interaction.type is discord.InteractionType.modal_submit:
            raise Malformed
        await self.reply.form(form)

    async def show(
        self, snapshot: Snapshot, text: str | None = None, controls: Controls | None = None
    ) -> Sequence[Place] | None:
        """Show a changed match's newest board in all its places; return these unless the database failed.

        `text` and `controls` replace the private message whose control was used, and a link to the board follows if
        that is not in this channel. If that fails, the error is only logged, because the change already counts.
        """
        if text is None or not self.from_private_message:
            return await self.relay.boards.show(snapshot, self.interaction)
        await self._if_possible(self.answer(text, controls))
        shown = await self.relay.boards.show(snapshot, self.interaction)
        if shown is not None and all(place.channel_id != self.channel_id for place in shown):
            await self._if_possible(self._add_whereabouts(snapshot.match, text, controls))
        return shown

    async def _add_whereabouts(self, match: Match, text: str, controls: Controls | None) -> None:
        places = await self.service.places.of(match.id)
        if where := whereabouts(match, places, match.seat_of(self.me.id)):
            await self.reply.edit(self._linked(f"{text}\n{where}"), view=controls)

    async def announce(self, match: Match, text: str) -> None:
        """Post a remark about what has just happened in all of the match's places, in this channel as the answer.

        `text` tells this person the same in private, if they used a private message or the remark is not posted here.
        """
        if self.from_private_message:
            await self._if_possible(self.answer(text))
        if not await self.relay.remarks.say(match, self.interaction):
            await self._if_possible(self.tell(text))

    async def finish(self) -> None:
        """Finish the interaction, so that the bot is no longer shown as thinking, and show what waits for it.

        That is the notices to this person and, where the bot is a guest, the boards that are queued there. After a form
        they wait for the next use.
        """
        await self.reply.finish()
        if self.here.guest and not self.reply.formed and not answers_privately(self.interaction):
            await self.relay.catch_up(self.interaction)
        await self.relay.notices.show_waiting(self.interaction)

    async def _if_possible(self, sending: Any) -> None:  # noqa: ANN401 (an awaitable)
        """Send something; only log a failure."""
        try:
            await sending
        except (*FAILURES, Unavailable) as error:
            log.warning("An answer could not be sent: %s", error)


def one_of(text: str, known: Iterable[Known]) -> Known:
    """Return the text, which must be one of `known`. Raises Malformed."""
    for value in known:
        if value == text:
            return value
    raise Malformed
