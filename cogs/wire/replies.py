"""Responds to interactions in time and exactly once, even if the connection breaks."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Any, Protocol, TypeAlias, TypeVar

import discord

from cogs.wire.failures import ANSWERED, FAILURES, LATE, code_of, may_have_succeeded
from language import say

Interaction: TypeAlias = "discord.Interaction[discord.Client]"
"""An interaction. `Context.client` has this bot's own client type for mypy."""
Answer = TypeVar("Answer")

log = logging.getLogger(__name__)

PATIENCE = 1.5
"""The delay, in seconds, before a response is deferred. Discord waits 3 seconds, or 15 minutes after a deferral."""

ARRIVED: ContextVar[float | None] = ContextVar("arrived", default=None)
"""When the current interaction arrived, in event-loop time. Unset if it has only just arrived."""


class Attached(Protocol):
    """A picture or game record to attach to a message."""

    def file(self) -> discord.File | discord.Attachment:
        """Return a new `discord.File`, or the existing attachment if a message being edited should keep it."""


class Reply:
    """The response to an interaction.

    The first answer is sent immediately if it is ready within PATIENCE seconds. Otherwise, it is deferred, which
    only this person sees. Deferring does not change who can see the answer.
    """

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        self._lock = asyncio.Lock()
        self._waits: asyncio.Task[None] | None = None
        self.deferred = False
        """Whether the response was deferred, which makes a private response optional."""
        self._thinking = False
        """Whether this person still sees "… is thinking" where the response will be."""
        self._meanwhile = False
        """Whether `meanwhile` has replaced "… is thinking" with a text."""
        self.said = False
        """Whether this person has received a response."""
        self.formed = False
        """Whether the response was a form. Nothing else can be sent until the person submits it."""
        self._late = False
        """Whether Discord has stopped waiting for a response."""
        self._answered: Callable[[], None] = lambda: None
        self.private: tuple[int, Callable[[], Awaitable[object]]] | None = None
        """The ID of the last private message and a function that deletes it, or None if there is none."""

    @classmethod
    def to(cls, interaction: Interaction) -> Reply:
        """Return the Reply of an interaction, creating it on the first call."""
        reply: Reply | None = interaction.extras.get("reply")
        if reply is None:
            reply = interaction.extras["reply"] = cls(interaction)
        return reply

    def expect(self, answered: Callable[[], None]) -> None:
        """Schedule the response to be deferred if none is sent within PATIENCE seconds.

        `answered` is called in either case.
        """
        loop, arrived = asyncio.get_running_loop(), ARRIVED.get()
        loop.call_at((loop.time() if arrived is None else arrived) + PATIENCE, self._run_out)
        self._answered = answered

    async def wait(self) -> None:
        """Defer the response, showing the person that the bot is thinking."""
        await self._defer(thinking=True)

    async def acknowledge(self) -> None:
        """Acknowledge the use of a control silently, because the message with the control shows what changed."""
        await self._defer(thinking=False)

    def _run_out(self) -> None:
        self._answered()
        if not (self.said or self._late or self._lock.locked()):
            # A button's deferral is invisible; a command always shows "thinking".
            self._waits = asyncio.create_task(self._defer(thinking=self._interaction.message is None))

    async def _defer(self, *, thinking: bool) -> None:
        async with self._lock:
            if self.said or self.deferred:
                return
            try:
                await self._first(lambda: self._interaction.response.defer(ephemeral=True, thinking=thinking))
            except FAILURES as error:
                log.info("An answer could not be deferred: %s", error)
                return
            self.said, self.deferred, self._thinking = False, True, thinking

    async def tell(self, text: str, picture: Attached | None = None, **more: Any) -> bool:  # noqa: ANN401 (for discord.py)
        """Send a private message. Returns False if it is too late to send one.

        Raises one of FAILURES if the message cannot be sent for another reason.
        """
        async with self._lock:
            return await self._in_time(self._private(text, picture, more))

    async def edit(self, text: str, picture: Attached | None = None, **more: Any) -> bool:  # noqa: ANN401 (for discord.py)
        """Edit the message the user acted on, even if that message has already been edited.

        If “… is thinking” is shown, edits that message instead. The result and the errors are those of
        `tell`.
        """

        def send() -> Awaitable[Any]:
            files = [] if picture is None else [picture.file()]
            later = self.deferred or said
            change = self._interaction.edit_original_response if later else self._interaction.response.edit_message
            return change(content=text, attachments=files, **more)

        async def finally_send() -> None:
            edited = await self._first(send)
            if edited is None and await self._waiting():
                edited = await send()
            used, delete = self._interaction.message, self._interaction.delete_original_response
            if self._thinking and edited is not None:  # it replaced "… is thinking", which is a message of its own
                self.private = edited.id, delete
            elif not said and used is not None and used.flags.ephemeral:
                self.private = used.id, delete

        async with self._lock:
            said = self.said
            try:
                return await self._in_time(finally_send())
            finally:
                self._thinking = False

    async def meanwhile(self, text: str) -> None:
        """Show this text instead of "… is thinking" until the private response is ready."""
        async with self._lock:
            if self._thinking:
                with contextlib.suppress(*FAILURES):
                    await self._interaction.edit_original_response(content=text)
                    self._meanwhile = True

    async def form(self, form: discord.ui.Modal) -> bool:
        """Open a form or, if the response was deferred, ask the person to try again.

        The result and the errors are those of `tell`.
        """

        async def open_form() -> None:
            opened = None if self.deferred else await self._first(lambda: self._interaction.response.send_modal(form))
            if self.deferred or (opened is None and await self._waiting()):
                text = say("That took too long, so Discord did not open the form. Please try again.")
                await self._private(text, None, {})
            else:
                self.formed = True

        async with self._lock:
            return await self._in_time(open_form())

    async def post(self, picture: Attached | None = None, *, guest: bool, **message: Any) -> int | None:  # noqa: ANN401 (for discord.py)
        """Respond with a public message, and return its ID.

        Returns None if the bot must post it through its own route, because the answer was deferred, was already sent or
        came too late. A guest has no such route and sends a follow-up instead. Raises one of FAILURES if Discord
        refuses the message, or if it is unknown whether it was posted.
        """
        async with self._lock:
            if (self.deferred or self.said) and not guest:
                return None
            try:
                return await self._public(picture, message, guest=guest)
            except FAILURES as error:
                if not may_have_succeeded(error) and code_of(error) not in LATE:
                    raise
                log.info("An answer was lost or late: %s", error)
                self._late = code_of(error) in LATE
                return await self._looked_up()

    async def finish(self) -> None:
        """Remove "… is thinking" if it is still shown."""
        async with self._lock:
            if self._thinking:
                self._thinking = False
                with contextlib.suppress(*FAILURES):
                    await self._interaction.delete_original_response()

    async def _public(self, picture: Attached | None, message: dict[str, Any], *, guest: bool) -> int | None:
        """Respond with a public message and return its ID, or None if there already was a response."""
        interaction = self._interaction
        if self._thinking:  # the first follow-up would be as private as the deferral
            await interaction.edit_original_response(content=say("Done."))
            self._thinking = False
        if self.deferred or self.said:
            sent = await interaction.followup.send(wait=True, **with_picture(picture, message))
            self.said = True
            return int(sent.id)
        answer = await self._first(lambda: interaction.response.send_message(**with_picture(picture, message)))
        if answer is not None and answer.message_id is not None:
            return answer.message_id
        message_id = await self._looked_up()
        return await self._public(picture, message, guest=guest) if message_id is None and guest else message_id

    async def _private(self, text: str, picture: Attached | None, more: dict[str, Any]) -> None:
        message = {"content": text, "ephemeral": True, **more}
        if self._thinking and self._meanwhile:
            files = [] if picture is None else [picture.file()]
            edited = await self._interaction.edit_original_response(content=text, attachments=files, **more)
            self._thinking, self.said = False, True
            self.private = edited.id, self._interaction.delete_original_response
        elif self.deferred or self.said:
            self._thinking = False  # the follow-up replaces it
            self.said = True
            sent = await self._interaction.followup.send(wait=True, **with_picture(picture, message))
            self.private = sent.id, sent.delete
        else:
            send = self._interaction.response.send_message
            answer = await self._first(lambda: send(**with_picture(picture, message)))
            if answer is None and await self._waiting():
                await self._private(text, picture, more)
            elif answer is not None and answer.message_id is not None:
                self.private = answer.message_id, self._interaction.delete_original_response

    async def _first(self, send: Callable[[], Awaitable[Answer]]) -> Answer | None:
        """Send the first response, retrying once if the connection fails.

        Returns None if the first attempt arrived but was not confirmed. discord.py itself retries after a 5xx status,
        so even its own retry may be refused because the first attempt arrived.
        """
        answer: Answer | None
        try:
            answer = await self._send_response(send)
        except FAILURES as error:
            if isinstance(error, discord.HTTPException):
                raise
            log.info("An answer may be lost: %s", error)
            answer = await self._send_response(send)
        self.said = True
        self._answered()
        return answer

    async def _send_response(self, send: Callable[[], Awaitable[Answer]]) -> Answer | None:
        """Send a response. Returns None if Discord already has one."""
        try:
            return await send()
        except discord.HTTPException as error:
            if code_of(error) != ANSWERED:
                raise
            return None

    async def _waiting(self) -> bool:
        """Return whether Discord received only a deferral, so that a follow-up is still needed.

        Asks Discord, because the confirmation was lost. If that fails, assumes that the full response has arrived.
        """
        with contextlib.suppress(*FAILURES):
            await self._looked_up()
        return self.deferred

    async def _looked_up(self) -> int | None:
        """Return the ID of a public response whose confirmation was lost, or None if the response never arrived.

        Records whether a private answer or a deferral arrived instead.
        """
        source = self._interaction.message
        try:
            answer = await self._interaction.original_response()
        except discord.HTTPException as error:
            if may_have_succeeded(error):
                raise
            return None
        if answer.flags.loading or (source is not None and answer.id == source.id):
            self.deferred, self._thinking = True, answer.flags.loading
            return None
        self.said = True
        if answer.flags.ephemeral:
            self.private = answer.id, self._interaction.delete_original_response
            return None
        return int(answer.id)

    async def _in_time(self, sending: Awaitable[object]) -> bool:
        """Wait until a response has been sent, and return whether it was sent in time.

        Raises one of FAILURES if the response cannot be sent for another reason.
        """
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
    """Attach a picture to a message.

    The picture becomes a new file each time, because discord.py can read a file only once.
    """
    return message if picture is None else {**message, "file": picture.file()}
