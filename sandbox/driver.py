"""A simulated person for tests, limited to what Discord's client offers and shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandbox.discord.components import Button, Kind, Select, texts_in, walk
from sandbox.discord.errors import Json
from sandbox.discord.interaction import Interaction, State
from sandbox.discord.model import Channel, Message, User
from sandbox.discord.options import Impossible
from sandbox.server import PATIENCE, Sandbox

__all__ = ["Answer", "Driver", "Impossible"]


class Answer:
    """The answer to an action. It always shows the current state of its message."""

    def __init__(self, sandbox: Sandbox, interaction: Interaction) -> None:
        self._sandbox = sandbox
        self.interaction = interaction

    def __repr__(self) -> str:
        summary = self.interaction.reason or (self.message and self.message.text[:200])
        return f"<Answer {self.state.value}{' private' if self.private else ''}: {summary}>"

    @property
    def state(self) -> State:
        """`message`, `update`, `deferred`, `modal` or `failed`.

        `deferred` becomes `message` once the bot has answered.
        """
        state = self.interaction.state
        if state is State.DEFERRED and self.message and not self.message.loading:
            return State.MESSAGE
        return state

    @property
    def message(self) -> Message | None:
        """The message posted or updated by the answer; None if there is none or it was deleted."""
        wanted = self.interaction.original_id
        return self._sandbox.world.message(self.interaction.channel.id, wanted) if wanted else None

    @property
    def post(self) -> Message:
        """The message. Raises LookupError if it was deleted or there is none."""
        if self.message is None:
            raise LookupError(f"There is no message in {self!r}")
        return self.message

    @property
    def followups(self) -> list[Message]:
        channel, world = self.interaction.channel.id, self._sandbox.world
        messages = [world.message(channel, followup) for followup in self.interaction.followups]
        return [message for message in messages if message]

    @property
    def modal(self) -> Modal | None:
        """The modal that opened."""
        return Modal(self.interaction.modal) if self.interaction.modal else None

    @property
    def content(self) -> str:
        """The text of the message and its components; empty without a message."""
        return self.message.text if self.message else ""

    @property
    def private(self) -> bool:
        return bool(self.message and self.message.private)

    @property
    def buttons(self) -> tuple[Button, ...]:
        return self.message.buttons if self.message else ()

    @property
    def selects(self) -> tuple[Select, ...]:
        return self.message.selects if self.message else ()

    async def png(self) -> bytes:
        """The bytes of the first attachment. Raises LookupError if there is none."""
        if not self.message or not self.message.attachments:
            raise LookupError(f"There is no picture in {self!r}")
        return await self._sandbox.png(self.message.attachments[0])

    async def settled(self, timeout: float = PATIENCE) -> Answer:  # noqa: ASYNC109 (the tests' own patience)
        """Wait until the bot has answered a deferred interaction, and return this answer. Raises TimeoutError.

        Deleting the deferred answer also counts.
        """
        await self._sandbox.wait_for(
            lambda: self.interaction.settled.is_set() and (self.state is not State.DEFERRED or self.message is None),
            timeout,
            f"{self!r} settles",
        )
        return self


class Modal:
    """A modal as a person sees it."""

    def __init__(self, data: Json) -> None:
        self.data = data

    @property
    def title(self) -> str:
        return str(self.data["title"])

    @property
    def custom_id(self) -> str:
        return str(self.data["custom_id"])

    @property
    def text(self) -> str:
        return "\n".join(texts_in(self.data["components"]))

    @property
    def fields(self) -> dict[str, Json]:
        """The fields by their labels."""
        fields = {}
        for _, part in walk(self.data["components"]):
            if part["type"] == Kind.LABEL:
                fields[part["label"]] = part["component"]
            elif part["type"] == Kind.TEXT_INPUT and part.get("label"):
                fields[part["label"]] = part
        return fields


class Driver:
    """A person in a channel. Actions raise Impossible if Discord's client would not offer them."""

    def __init__(self, sandbox: Sandbox, user: User | str, channel: Channel | str | None = None) -> None:
        self.sandbox = sandbox
        self.user = sandbox.world.user(user)
        self.channel = sandbox.world.channel(channel) if channel else sandbox.world.dm(self.user)

    def __repr__(self) -> str:
        return f"<Driver {self.user.global_name} in {self.channel.name or 'a DM'}>"

    def at(self, channel: Channel | str | None) -> Driver:
        """The same person in another channel, or in the direct messages with the bot if it is None."""
        return Driver(self.sandbox, self.user, channel)

    async def slash(self, command: str, **options: Any) -> Answer:  # noqa: ANN401 (options have many types)
        """Use a slash command such as `/konane move`, with its options by name."""
        return await self._answer(self.sandbox.people.slash(self.user, self.channel, command, options))

    async def autocomplete(self, command: str, option: str, typed: str = "", **others: Any) -> list[str]:  # noqa: ANN401 (options have many types)
        """The names of the choices that the client offers for `typed`."""
        return [str(choice["name"]) for choice in await self.choices(command, option, typed, **others)]

    async def choices(self, command: str, option: str, typed: str = "", **others: Any) -> list[Json]:  # noqa: ANN401 (options have many types)
        """The choices with their names and values. Raises TimeoutError if the bot does not answer in time."""
        asked = self.sandbox.people.autocomplete(self.user, self.channel, command, {**others, option: typed}, option)
        await asked.settled.wait()
        if asked.state is State.FAILED:
            raise TimeoutError("Loading options failed")
        return asked.choices

    async def user_command(self, name: str, target: User | str) -> Answer:
        """Use a command in a person's context menu, under Apps."""
        person = self.sandbox.world.user(target)
        return await self._answer(self.sandbox.people.user_command(self.user, self.channel, name, person))

    async def click(self, where: Message | Answer, button: str) -> Answer:
        """Press the button with this label or custom ID."""
        return await self._answer(self.sandbox.people.press(self.user, _message(where), button))

    async def select(self, where: Message | Answer, *values: str, custom_id: str = "") -> Answer:
        """Choose in a select; without a custom ID there must be only one."""
        return await self._answer(self.sandbox.people.pick(self.user, _message(where), custom_id, values))

    async def forge(self, where: Message | Answer, custom_id: str, *values: str) -> Answer:
        """Use a control that the message does not have, as a modified client could."""
        return await self._answer(self.sandbox.people.forge(self.user, _message(where), custom_id, values))

    async def submit(self, opened: Answer, fields: dict[str, Any] | None = None, **named: Any) -> Answer:  # noqa: ANN401 (options have many types)
        """Submit the modal that an answer opened, with its fields by custom ID or label."""
        values = {**(fields or {}), **named}
        return await self._answer(self.sandbox.people.submit(self.user, opened.interaction.id, values))

    async def say(self, content: str) -> Message:
        return self.sandbox.people.say(self.user, self.channel, content)

    async def dismiss(self, where: Message | Answer) -> None:
        """Dismiss a private answer."""
        self.sandbox.people.dismiss(self.user, _message(where))

    def messages(self, channel: Channel | str | None = None) -> list[Message]:
        """The messages that this person sees in the channel, oldest first."""
        world = self.sandbox.world
        shown = world.channel(channel) if channel else self.channel
        if shown.id not in world.channels:
            return []
        return [message for message in world.messages(shown) if self.sandbox.people.sees(self.user, message)]

    def inbox(self, channel: Channel | str | None = None) -> list[Message]:
        """The private answers that this person sees in the channel, oldest first."""
        return [message for message in self.messages(channel) if message.private]

    async def sees(
        self,
        fits: Callable[[Message], object],
        *,
        channel: Channel | str | None = None,
        timeout: float = PATIENCE,  # noqa: ASYNC109 (the tests' own patience)
        what: str = "",
    ) -> Message:
        """Wait for a visible message that fits, and return the newest one. Raises TimeoutError."""

        def newest() -> Message | None:
            return next((message for message in reversed(self.messages(channel)) if fits(message)), None)

        return await self.sandbox.wait_for(newest, timeout, what or f"a message that {self!r} is to see")

    async def _answer(self, interaction: Interaction) -> Answer:
        await interaction.settled.wait()
        return Answer(self.sandbox, interaction)


def _message(where: Message | Answer) -> Message:
    if not isinstance(where, Answer):
        return where
    if where.message is None:
        raise Impossible(f"There is no message in {where!r}.")
    return where.message
