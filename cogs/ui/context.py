"""An interaction (a command, button, select or form): who used it, where, and how to respond."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, cast

import discord

from cogs.posts.boards import whereabouts
from cogs.posts.relay import OutboxRelay
from cogs.texts.markdown import Markdown, cut_to_lines, say
from cogs.texts.practice import place_in_queue
from cogs.wire import discord_limits, languages
from cogs.wire.arrivals import Arrivals, Malformed
from cogs.wire.compute import Compute
from cogs.wire.controls import Controls, Form, number
from cogs.wire.failures import FAILURES, NO_MESSAGE
from cogs.wire.last_answers import LastAnswers, Panel
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
    """The Discord client, reduced to the attributes needed for handling interactions."""

    service: Service
    relay: OutboxRelay
    """Delivers posts, independently of the responses to interactions."""
    compute: Compute
    """Runs long computations, usually in a helper process."""
    viewers: Viewers
    owners: Owners
    arrivals: Arrivals
    last_answers: LastAnswers
    board_url: str | None
    """The public address of the board page, or None if there is no board page."""

    @property
    def command_ids(self) -> Mapping[str, int]:
        """The ID of each command, keyed by command name. Commands with unknown IDs are left out."""
        return {}

    def link_commands(self, text: str) -> str:
        """Replace each command in the text, such as `/konane move`, with a link that runs it."""
        return text


@dataclass(frozen=True, slots=True)
class Context:
    """An interaction, with methods for reading what the person entered and for responding.

    A response that comes too late is dropped without an error.
    """

    interaction: Interaction
    subject: int = 0
    """The ID of the interaction's subject (a match, challenge, person or study), or 0 if there is none."""
    rev: int | None = None
    """The revision of the match seen by the person, or None for a command."""
    args: tuple[str, ...] = ()
    """The remaining arguments of the custom_id."""
    values: tuple[str, ...] = ()
    """The values chosen in a select."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """The text typed into a form, by field name."""

    @property
    def me(self) -> Person:
        """The person using the bot."""
        return person_of(self.interaction.user)

    @property
    def here(self) -> Venue:
        interaction = self.interaction
        guest = not interaction.context.dm_channel and not interaction.is_guild_integration()
        return Venue(self.channel_id, interaction.guild_id, guest)

    @property
    def channel_id(self) -> int:
        """The ID of the interaction's channel, or 0 if Discord does not specify it."""
        return self.interaction.channel_id or 0

    @property
    def guild_id(self) -> int | None:
        """The ID of the interaction's server, or None outside servers."""
        return self.interaction.guild_id

    @property
    def client(self) -> Client:
        """The Discord client, for requests independent of this interaction."""
        return cast("Client", self.interaction.client)

    def is_tidepool(self, user: AnyUser) -> bool:
        """Return whether this user is the bot itself.

        Compares the application ID as well, because the user ID of a bot from before 2017 can differ from it.
        """
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
        """The language of private responses."""
        return languages.of_interaction(self.interaction)

    def speak(self) -> None:
        """Switch this task, and any tasks it starts, to the person's language."""
        speak(self.language)

    def to_everybody(self) -> AbstractContextManager[None]:
        """Return a context manager that switches to the language of public posts in this channel.

        Call `publish` within it.
        """
        return languages.spoken_in(self.guild_id, [self.me])

    def to_reader(self) -> AbstractContextManager[None]:
        """Return a context manager that switches to the person's language.

        Use it for private text within a public response.
        """
        return speaking(self.language)

    def as_posted(self, label: str) -> Markdown:
        """Return a button's label in bold, worded as in this channel's public posts."""
        with self.to_everybody():
            return Markdown(f"**{say(label)}**")

    async def note_person(self) -> None:
        """Store the person's name, their language and the server's language, if any of these has changed."""
        await self.service.interactions.note_name(self.me, self.guild_id)
        await languages.note(self.service.settings, self.interaction)

    async def theme(self) -> str:
        """Return the person's theme for private pictures that do not show a match.

        Defaults to the server's theme.
        """
        return await personal_theme(self.service, self.me.id, self.guild_id)

    async def look(self, match: Match) -> Look:
        """Return the look (theme and view) of a match on this person's private boards."""
        return await personal_look(self.service, match, self.me.id, self.guild_id)

    @property
    def from_private_message(self) -> bool:
        """Whether the control is on a private message, which only this person can see."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    @property
    def from_guest_board(self) -> bool:
        """Whether the control is on a public message where the bot is a guest and therefore cannot edit old boards."""
        return self.here.guest and not self.from_private_message

    @property
    def opened_at(self) -> int | None:
        """The time (UTC seconds) at which the private message with the control was sent.

        None if the message is public.
        """
        message = self.interaction.message
        if message is None or not self.from_private_message:
            return None
        return int(discord.utils.snowflake_time(message.id).timestamp())

    def about(self, match: Match) -> Context:
        return replace(self, subject=match.id)

    def arg(self, n: int) -> str:
        """Return the argument at index `n`. Raises Malformed if it is missing."""
        if n >= len(self.args):
            raise Malformed
        return self.args[n]

    def number(self, n: int) -> int:
        """Return the argument at index `n` as a number. Raises Malformed if it is missing or not a number."""
        return number(self.arg(n))

    def one_of(self, n: int, known: Iterable[Known]) -> Known:
        """Return the argument at index `n`. Raises Malformed if it is missing or not in `known`."""
        return one_of(self.arg(n), known)

    def value(self) -> str:
        """Return the value chosen in a select. Raises Malformed unless exactly one value was chosen."""
        if len(self.values) != 1:
            raise Malformed
        return self.values[0]

    def choice(self) -> tuple[str, str]:
        """Return the name and the new value of the changed setting. Raises Malformed if either is missing."""
        match (*self.args, *self.values):
            case (what, value):
                return what, value
        raise Malformed

    def field(self, name: str) -> str:
        """Return the text typed into a form field. Raises Malformed if the form has no such field."""
        if name not in self.fields:
            raise Malformed
        return self.fields[name]

    def file_work(self) -> AbstractAsyncContextManager[None]:
        """Return a context manager that waits until it is this person's turn for heavy work.

        If the wait is long, the person is told. Raises the same Refusal as `FileWork.turn`.
        """
        return self.service.file_work.turn(self.me.id, self._wait)

    async def _wait(self, ahead: int) -> None:
        await self.reply.wait()
        with self.to_reader():
            told = place_in_queue(ahead)
        await self.reply.meanwhile(told)

    async def tell(
        self,
        text: str,
        controls: Controls | None = None,
        picture: Attached | None = None,
        *,
        panel: Panel | None = None,
    ) -> None:
        """Send the person a new private message.

        If the message shows a `panel`, it replaces the older message that shows the same panel.
        """
        more = {} if controls is None else {"view": controls}
        arrived = await self.reply.tell(self._link_commands(text), picture, **more)
        self.client.last_answers.note(self.interaction)
        if panel is not None and arrived:
            await self.client.last_answers.replace_panel(panel, self.interaction)

    async def publish(
        self,
        text: str,
        controls: Controls | None,
        picture: Attached | None = None,
        *,
        people: Iterable[int],
    ) -> None:
        """Post a public message that pings nobody. The caller must compose the text within `to_everybody`.

        `people` has the IDs of those whom the message names. When one of them is forgotten, the bot tries to delete the
        message. Until the message's ID is known, the message is recorded under the interaction's ID.
        """
        people = set(people)
        message: dict[str, Any] = {"content": self._link_commands(text), "silent": True}
        if controls is not None:
            message["view"] = controls
        guest = self.here.guest
        if not guest:
            await self._record_mentions(self.interaction.id, people)
        message_id = await self.reply.post(picture, guest=guest, **message)
        if guest:
            return
        if message_id is None:
            channel = self.client.get_partial_messageable(self.channel_id, guild_id=self.guild_id)
            message_id = (await channel.send(**with_picture(picture, message))).id
            await self.reply.finish()
        await self._record_mentions(message_id, people, instead_of=self.interaction.id)

    async def _record_mentions(self, message_id: int, people: Iterable[int], instead_of: int | None = None) -> None:
        """Record which people are named in a public message in this channel."""
        where = self.channel_id, self.guild_id
        await self.service.privacy.record_mentions(message_id, *where, people, instead_of=instead_of)

    async def answer(
        self,
        text: str,
        controls: Controls | None = None,
        picture: Attached | None = None,
        *,
        panel: Panel | None = None,
    ) -> None:
        """Edit the private message the user acted on, or send a new one if there is none.

        Sends a new message too if that message was deleted meanwhile. If the message shows a `panel`, it replaces the
        older message that shows the same panel.
        """
        if not self.from_private_message or self.reply.said:
            await self.tell(text, controls, picture, panel=panel)
            return
        try:
            arrived = await self.reply.edit(self._link_commands(text), picture, view=controls)
        except discord.NotFound as error:
            if error.code != NO_MESSAGE:
                raise
            await self.tell(text, controls, picture, panel=panel)
            return
        if arrived:
            self.client.last_answers.note_edit(self.interaction)
            if panel is not None:
                await self.client.last_answers.replace_panel(panel, self.interaction)

    def passing(self) -> None:
        """Mark the last private response to be deleted as soon as this person has moved in the match."""
        self.client.last_answers.add(self.subject, self.interaction)

    async def replace_older(self) -> None:
        """Delete this person's private responses about the match, except for the latest one, which replaces them."""
        await self.client.last_answers.replace(self.subject, self.interaction)
        await self.delete_last_refusal()

    async def refuse(self, text: str, controls: Controls) -> None:
        """Explain privately why a typed move cannot be played.

        The message replaces the previous one of this kind.
        """
        await self.tell(text, controls)
        await self.client.last_answers.note_refusal(self.interaction)

    async def delete_last_refusal(self) -> None:
        """Delete the message that refused this person's last typed move.

        Called once a move has been accepted.
        """
        await self.client.last_answers.delete_refusal(self.interaction)

    async def settle(self, text: str) -> None:
        """Replace the content of the public message the user acted on with this text.

        The caller must check that the message may be replaced.
        """
        await self.reply.edit(self._link_commands(text), view=None)

    async def remove_button(self) -> None:
        """Remove the used button from its message, if that is public. Raises one of FAILURES if Discord refuses."""
        message = self.interaction.message
        data: Mapping[str, object] = self.interaction.data or {}
        if message is None or self.from_private_message:
            return
        shown = discord.ui.View.from_message(message, timeout=None)
        for item in shown.children:
            if getattr(item, "custom_id", None) == data.get("custom_id"):
                shown.remove_item(item)
        shown.stop()
        await message.edit(view=shown)

    def _link_commands(self, text: str) -> str:
        """Replace commands in the text with links, and cut the text to the maximum length of a message."""
        return cut_to_lines(self.client.link_commands(text), discord_limits.MESSAGE)

    async def form(self, form: Form) -> None:
        """Open a form. Raises Malformed in response to a form, because Discord does not let one form open another."""
        if self.interaction.type is discord.InteractionType.modal_submit:
            raise Malformed
        await self.reply.form(form)

    async def show(
        self, snapshot: Snapshot, text: str | None = None, controls: Controls | None = None
    ) -> Sequence[Place] | None:
        """Show the newest board in each of a match's channels.

        Returns the match's places (the channels that show it), or None if the database failed. `text` and `controls`
        replace the private message whose control was used. If the board is in another channel, the text ends with a
        link to it. Errors in this message are only logged, because the change already counts.
        """
        if text is None or not self.from_private_message:
            return await self.relay.boards.show(snapshot, self.interaction)
        # At once, so that a computer player that replies meanwhile finds somebody waiting for the reply.
        answering = asyncio.create_task(self.if_possible(self.answer(text, controls)))
        shown = await self.relay.boards.show(snapshot, self.interaction, answering=answering)
        if shown is not None and all(place.channel_id != self.channel_id for place in shown):
            await self.if_possible(self.show_again(snapshot.match, text, controls))
        return shown

    async def show_again(
        self, match: Match, text: str, controls: Controls | None, picture: Attached | None = None
    ) -> None:
        """Edit the private message already edited by `show`.

        If the board is in another channel, adds a link to it.
        """
        places = await self.service.places.of(match.id)
        if all(place.channel_id != self.channel_id for place in places):
            text = "\n".join(filter(None, [text, whereabouts(match, places, match.seat_of(self.me.id))]))
        await self.reply.edit(self._link_commands(text), picture, view=controls)

    async def announce(self, match: Match, text: str) -> None:
        """Make a remark about a match's latest event in each of the match's channels.

        `text` is the private answer. Below a public message, there is none if the remark itself must be the answer.
        """
        if self.from_private_message:
            await self.if_possible(self.answer(text))
        await self.relay.remarks.say(match, self.interaction)
        if not self.reply.said:
            await self.if_possible(self.tell(text))
        self.about(match).passing()

    async def finish(self) -> None:
        """Complete the response, then show any messages held back until then.

        Discord then no longer shows that the bot is thinking. The messages are notices and, if the bot is not a member
        of the server, queued boards. After a form, they wait for the person's next interaction.
        """
        await self.reply.finish()
        if self.here.guest and not self.reply.formed and not answers_privately(self.interaction):
            await self.relay.catch_up(self.interaction)
        await self.relay.notices.show_waiting(self.interaction)

    async def if_possible(self, sending: Any) -> None:  # noqa: ANN401 (an awaitable)
        """Await a request to Discord, logging any failure instead of raising it."""
        try:
            await sending
        except (*FAILURES, Unavailable) as error:
            log.warning("An answer could not be sent: %s", error)


def one_of(text: str, known: Iterable[Known]) -> Known:
    """Return the member of `known` that equals the text. Raises Malformed if there is none."""
    for value in known:
        if value == text:
            return value
    raise Malformed
