"""The reply to one interaction: in time, once, and heard although a connection broke."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

import discord

from cogs.wire.failures import ANSWERED, FAILURES, LATE, code_of, lost
from language import say

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


Interaction: TypeAlias = "discord.Interaction[Any]"
Answer = TypeVar("Answer")

log = logging.getLogger(__name__)

PATIENCE = 1.5
"""Seconds after which Discord is told to wait for an answer. It waits for three, and then for fifteen minutes."""


ARRIVED: ContextVar[float | None] = ContextVar("arrived", default=None)
"""The time of the event loop at which the interaction that is being answered arrived; unset where that is now."""


class Attached(Protocol):
    """What goes with a message as a file: a picture, a record."""

    def file(self) -> discord.File:
        """The file as Discord takes it."""


class Reply:
    """What an interaction is answered.

    The first answer is given at once where that is possible. If it takes longer than PATIENCE seconds to find, Discord
    is told to wait, visibly to this person alone; what is said then reaches the same people as it would have at once.
    """

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        self._lock = asyncio.Lock()
        self._waits: asyncio.Task[None] | None = None
        self._deferred = False
        """Whether Discord was told to wait."""
        self._thinking = False
        """Whether this person still sees that the bot is thinking, in place of an answer."""
        self._meanwhile = False
        """Whether they read something else in that place."""
        self._said = False
        self._formed = False
        self._late = False
        """Whether Discord has stopped waiting for an answer."""

    @classmethod
    def to(cls, interaction: Interaction) -> Reply:
        """The one reply to this interaction."""
        found: Reply | None = interaction.extras.get("reply")
        if found is None:
            found = interaction.extras["reply"] = cls(interaction)
        return found

    @property
    def said(self) -> bool:
        """Whether this person has been answered."""
        return self._said

    @property
    def formed(self) -> bool:
        """Whether this person was answered with a form, which nothing else follows before it is submitted."""
        return self._formed

    @property
    def deferred(self) -> bool:
        """Whether Discord was told to wait, so that this person need not be answered at all."""
        return self._deferred

    def expect(self) -> None:
        """Tell Discord to wait if no answer is found within PATIENCE seconds."""
        loop, arrived = asyncio.get_running_loop(), ARRIVED.get()
        loop.call_at((loop.time() if arrived is None else arrived) + PATIENCE, self._run_out)

    async def wait(self) -> None:
        """Tell Discord to wait, and let this person see that the bot is thinking."""
        await self._defer(thinking=True)

    def _run_out(self) -> None:
        if not (self._said or self._late or self._lock.locked()):
            # Below a message nobody sees that it waits; a command cannot wait without saying so.
            self._waits = asyncio.create_task(self._defer(thinking=self._interaction.message is None))

    async def _defer(self, *, thinking: bool) -> None:
        async with self._lock:
            if self._said or self._deferred:
                return
            try:
                await self._first(lambda: self._interaction.response.defer(ephemeral=True, thinking=thinking))
            except FAILURES as error:
                log.info("Discord was not told to wait: %s", error)
                return
            self._said, self._deferred, self._thinking = False, True, thinking

    async def tell(self, text: str, picture: Attached | None = None, **more: Any) -> bool:  # noqa: ANN401 (for discord.py)
        """Tell this person something alone; False if it came too late. Raises FAILURES for any other trouble."""
        async with self._lock:
            return await self._in_time(self._private(text, picture, more))

    async def edit(self, text: str, picture: Attached | None = None, **more: Any) -> bool:  # noqa: ANN401 (for discord.py)
        """Change the message whose control was used, as `tell` tells."""

        def send() -> Awaitable[object]:
            files = [] if picture is None else [picture.file()]
            change = (
                self._interaction.edit_original_response if self._deferred else self._interaction.response.edit_message
            )
            return change(content=text, attachments=files, **more)

        async def finally_send() -> None:
            if await self._first(send) is None and await self._waiting():
                await send()

        async with self._lock:
            self._thinking = False  # this takes its place
            return await self._in_time(finally_send())

    async def meanwhile(self, text: str) -> None:
        """Say something in place of that the bot is thinking, until there is an answer to this person alone."""
        async with self._lock:
            if self._thinking:
                with contextlib.suppress(*FAILURES):
                    await self._interaction.edit_original_response(content=text)
                    self._meanwhile = True

    async def form(self, form: discord.ui.Modal) -> bool:
        """Open a form, as `tell` tells. If Discord was told to wait, that is impossible: the person is to try again."""

        async def open_form() -> None:
            given = None if self._deferred else await self._first(lambda: self._interaction.response.send_modal(form))
            if self._deferred or (given is None and await self._waiting()):
                text = say("That took me too long, and now Discord does not let me open the form. Please try again.")
                await self._private(text, None, {})
            else:
                self._formed = True

        async with self._lock:
            return await self._in_time(open_form())

    async def post(self, picture: Attached | None = None, *, guest: bool, **message: Any) -> int | None:  # noqa: ANN401 (for discord.py)
        """Answer with a message for everybody here; returns its id.

        None where only the bot's own route can post it: Discord was told to wait, this is answered already, or the
        answer came too late. A guest has no such route and follows the answer up. Raises FAILURES if Discord refuses
        the message, or if nobody can say whether it was posted.
        """
        async with self._lock:
            if (self._deferred or self._said) and not guest:
                return None
            try:
                return await self._public(picture, message, guest=guest)
            except FAILURES as error:
                if not lost(error) and code_of(error) not in LATE:
                    raise
                log.info("An answer was not heard: %s", error)
                self._late = code_of(error) in LATE
                return await self._looked_up()

    async def finish(self) -> None:
        """Take away that the bot is thinking, if nothing has taken its place."""
        async with self._lock:
            if self._thinking:
                self._thinking = False
                with contextlib.suppress(*FAILURES):
                    await self._interaction.delete_original_response()

    async def _public(self, picture: Attached | None, message: dict[str, Any], *, guest: bool) -> int | None:
        """Answer with a message for everybody; None if this was answered with another one, unless as a guest."""
        interaction = self._interaction
        if self._thinking:  # the first message to follow would be as private as that
            await interaction.edit_original_response(content=say("Done."))
            self._thinking = False
        if self._deferred or self._said:
            sent = await interaction.followup.send(wait=True, **with_picture(picture, message))
            self._said = True
            return int(sent.id)
        given = await self._first(lambda: interaction.response.send_message(**with_picture(picture, message)))
        if given is not None and given.message_id is not None:
            return given.message_id
        found = await self._looked_up()
        return await self._public(picture, message, guest=guest) if found is None and guest else found

    async def _private(self, text: str, picture: Attached | None, more: dict[str, Any]) -> None:
        message = {"content": text, "ephemeral": True, **more}
        if self._thinking and self._meanwhile:
            files = [] if picture is None else [picture.file()]
            await self._interaction.edit_original_response(content=text, attachments=files, **more)
            self._thinking, self._said = False, True
        elif self._deferred or self._said:
            self._thinking = False  # this takes its place
            self._said = True
            await self._interaction.followup.send(**with_picture(picture, message))
        else:
            send = self._interaction.response.send_message
            if await self._first(lambda: send(**with_picture(picture, message))) is None and await self._waiting():
                await self._private(text, picture, more)

    async def _first(self, send: Callable[[], Awaitable[Answer]]) -> Answer | None:
        """Send the first answer, once more if the connection broke; None if it had arrived and nobody heard so.

        discord.py sends an answer again itself where Discord failed, so that it may have arrived then, too.
        """
        given: Answer | None
        try:
            given = await self._unless_answered(send)
        except FAILURES as error:
            if isinstance(error, discord.HTTPException):
                raise
            log.info("An answer may be lost: %s", error)
            given = await self._unless_answered(send)
        self._said = True
        return given

    async def _unless_answered(self, send: Callable[[], Awaitable[Answer]]) -> Answer | None:
        """Send an answer; None if Discord has one already."""
        try:
            return await send()
        except discord.HTTPException as error:
            if code_of(error) != ANSWERED:
                raise
            return None

    async def _waiting(self) -> bool:
        """Whether Discord waits for what follows the first answer, because that was another one than the one just sent.

        Discord's word of it was lost, so it is asked; if it does not tell, the one just sent counts as arrived.
        """
        with contextlib.suppress(*FAILURES):
            await self._looked_up()
        return self._deferred

    async def _looked_up(self) -> int | None:
        """The message for everybody by which this was answered, though Discord's word of it was lost; None if none was.

        What this person alone was told before may have arrived instead.
        """
        source = self._interaction.message
        try:
            answer = await self._interaction.original_response()
        except discord.HTTPException as error:
            if lost(error):
                raise
            return None
        if answer.flags.loading or (source is not None and answer.id == source.id):
            self._deferred, self._thinking = True, answer.flags.loading
            return None
        self._said = True
        return None if answer.flags.ephemeral else int(answer.id)

    async def _in_time(self, sending: Awaitable[object]) -> bool:
        """Wait for an answer to be sent; False if it came too late. Raises FAILURES for any other trouble."""
        try:
            await sending
        except discord.HTTPException as error:
            if code_of(error) not in LATE:
                raise
            log.info("An answer came too late (%d)", error.code)
            self._late = True
            return False
        return True


def with_picture(picture: Attached | None, message: dict[str, Any]) -> dict[str, Any]:
    """A message with its picture as a new file: discord.py reads a file only once."""
    return message if picture is None else {**message, "file": picture.file()}
