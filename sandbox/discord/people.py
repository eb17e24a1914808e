"""Actions of people: commands, buttons, forms and messages. The page, the prompt and the driver use them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sandbox.discord.commands import CommandType, offered
from sandbox.discord.components import LINK, PREMIUM, SELECTS, Kind, select, walk
from sandbox.discord.errors import Json
from sandbox.discord.forms import ModalSubmission, Named, chosen
from sandbox.discord.interaction import Act, Interaction
from sandbox.discord.interactions import Interactions
from sandbox.discord.model import Channel, Message, User
from sandbox.discord.options import Impossible, find_command, slash_data
from sandbox.discord.payloads import resolved
from sandbox.discord.permissions import Permission
from sandbox.discord.posting import Form, compose
from sandbox.discord.world import World

__all__ = ["Impossible", "People"]


class People:
    """The actions of all people. Each raises Impossible if Discord's client would not offer it."""

    def __init__(self, world: World, interactions: Interactions) -> None:
        self._world = world
        self._interactions = interactions

    def slash(self, user: User, channel: Channel, command: str, options: Mapping[str, Any]) -> Interaction:
        """Use a slash command: `/konane move`, with its options by name."""
        user, channel = self._enter(user, channel, Permission.USE_APPLICATION_COMMANDS)
        definition, steps = find_command(offered(self._world, user, channel), command)
        data = slash_data(self._world, channel, definition, steps, options)
        return self._interactions.send(Act.COMMAND, user, channel, data)

    def autocomplete(
        self, user: User, channel: Channel, command: str, options: Mapping[str, Any], focused: str
    ) -> Interaction:
        """Ask for the choices of the focused option. Other options may be incomplete."""
        user, channel = self._enter(user, channel, Permission.USE_APPLICATION_COMMANDS)
        definition, steps = find_command(offered(self._world, user, channel), command)
        names = {option["name"] for option in (steps[-1] if steps else definition).get("options") or ()}
        if focused not in names:
            raise Impossible(f"{command} has no option {focused}.")
        data = slash_data(self._world, channel, definition, steps, options, focused)
        return self._interactions.send(Act.AUTOCOMPLETE, user, channel, data)

    def user_command(self, user: User, channel: Channel, name: str, target: User) -> Interaction:
        """Use a command in the context menu of another person."""
        user, channel = self._enter(user, channel, Permission.USE_APPLICATION_COMMANDS)
        commands = offered(self._world, user, channel)
        by_name = {command["name"]: command for command in commands if command["type"] == CommandType.USER}
        if name not in by_name:
            raise Impossible(f"There is no user command {name} here; there are {', '.join(by_name) or 'none'}.")
        data = {part: by_name[name][part] for part in ("id", "name", "type")}
        data |= {"target_id": target.id, "resolved": resolved(self._world, channel, [target.id])}
        return self._interactions.send(Act.COMMAND, user, channel, data)

    def press(self, user: User, message: Message, button: str) -> Interaction:
        """Press the button with this custom ID or label."""
        message = self._look(user, message)
        buttons = [part for _, part in walk(message.components) if part["type"] == Kind.BUTTON]
        matching = [part for part in buttons if button == part.get("custom_id")]
        matching = matching or [part for part in buttons if button in _labels(part)]
        if not matching:
            names = [next(iter(_labels(part)), part.get("custom_id") or "") for part in buttons]
            raise Impossible(f"There is no button {button}; there are {', '.join(names) or 'none'}.")
        part = matching[0]
        if part.get("disabled"):
            raise Impossible(f"The button {button} is disabled.")
        if part["style"] in {LINK, PREMIUM}:
            raise Impossible(f"The button {button} leads out of Discord.")
        return self._use(user, message, part, {})

    def pick(self, user: User, message: Message, custom_id: str, values: Sequence[str]) -> Interaction:
        """Choose in a select by values, labels, names or IDs. Without a custom ID there must be only one select."""
        message = self._look(user, message)
        selects = [part for _, part in walk(message.components) if part["type"] in SELECTS]
        matching = [part for part in selects if custom_id in {part["custom_id"], ""}]
        if len(matching) != 1:
            ids = [part["custom_id"] for part in selects]
            raise Impossible(f"There is no select {custom_id or 'alone'}; there are {ids}.")
        menu = select(matching[0])
        if menu.disabled:
            raise Impossible("This select is disabled.")
        named = Named()
        extra: Json = {"values": chosen(self._world, menu, values, named, least=menu.min_values)}
        if referred := resolved(self._world, self._world.channels[message.channel_id], named.people, named.channels):
            extra["resolved"] = referred
        return self._use(user, message, matching[0], extra)

    def forge(self, user: User, message: Message, custom_id: str, values: Sequence[str] = ()) -> Interaction:
        """Use a control that the message does not have, as a modified client could; a select if there are values."""
        kind = Kind.STRING_SELECT if values else Kind.BUTTON
        data: Json = {"custom_id": custom_id, "component_type": int(kind), "id": 1}
        if values:
            data["values"] = list(values)
        message = self._look(user, message)
        channel = self._world.channels[message.channel_id]
        return self._interactions.send(Act.COMPONENT, self._world.user(user), channel, data, message=message)

    def submit(self, user: User, interaction_id: str, values: Mapping[str, Any]) -> Interaction:
        """Submit the modal that answered this interaction; `values` are by custom ID or label."""
        opened = self._interactions.find(interaction_id)
        if opened is None or opened.modal is None or opened.user.id != user.id:
            raise Impossible("There is no form open.")
        filled = ModalSubmission(self._world, values)
        rows = [filled.row(row) for row in opened.modal["components"]]
        filled.finish()
        data: Json = {"custom_id": opened.modal["custom_id"], "components": [row for row in rows if row]}
        data["resolved"] = resolved(self._world, opened.channel, filled.named.people, filled.named.channels)
        opened.modal = None
        return self._interactions.send(
            Act.MODAL,
            self._world.user(user),
            opened.channel,
            data,
            message=self._current(opened.message),
            trigger=opened,
        )

    def say(self, user: User, channel: Channel, content: str) -> Message:
        """Write a message."""
        channel = self._world.channels.get(channel.id, channel)
        needed = Permission.SEND_MESSAGES_IN_THREADS if channel.thread else Permission.SEND_MESSAGES
        user, channel = self._enter(user, channel, needed)
        if not content.strip():
            raise Impossible("There is nothing to send.")
        if len(content) > 2000:
            raise Impossible("A message has at most 2000 characters.")
        if channel.thread and channel.thread.archived:
            self._world.put(
                replace(channel, thread=replace(channel.thread, archived=False, touched_at=self._world.now()))
            )
        return compose(self._world, channel, user, Form({"content": content}))

    def dismiss(self, user: User, message: Message) -> None:
        """Dismiss a private answer."""
        message = self._look(user, message)
        if message.only_for != user.id:
            raise Impossible("Only a private answer can be dismissed.")
        self._world.drop(message)

    def open_dm(self, user: User) -> Channel:
        """The direct messages with the bot, created if needed."""
        return self._world.dm(user)

    def sees(self, user: User, message: Message) -> bool:
        """Whether a person can see a message."""
        channel = self._world.channels.get(message.channel_id)
        return bool(channel) and message.only_for in {None, user.id} and self._world.sees(user, channel)  # type: ignore[arg-type]  # `bool` has asked

    def _enter(self, user: User, channel: Channel, needed: Permission) -> tuple[User, Channel]:
        """The current person and channel. Raises Impossible if the person lacks the permission."""
        user = self._world.user(user)
        now = self._world.channels.get(channel.id)
        if now is None:
            raise Impossible("This channel is gone.")
        held = self._world.permissions(user, now)
        if not held & Permission.VIEW_CHANNEL:
            raise Impossible(f"{user.global_name} cannot see {now.name or 'this channel'}.")
        if needed & ~held:
            raise Impossible(f"{user.global_name} may not do this in {now.name}.")
        return user, now

    def _look(self, user: User, message: Message) -> Message:
        """The current message. Raises Impossible if the person cannot see it."""
        now = self._world.message(message.channel_id, message.id)
        if now is None:
            raise Impossible("This message is gone.")
        if not self.sees(user, now):
            raise Impossible(f"{user.global_name} does not see this message.")
        return now

    def _current(self, message: Message | None) -> Message | None:
        return message and self._world.message(message.channel_id, message.id)

    def _use(self, user: User, message: Message, part: Json, extra: Json) -> Interaction:
        user = self._world.user(user)
        data = {"custom_id": part["custom_id"], "component_type": part["type"], "id": part["id"]} | extra
        channel = self._world.channels[message.channel_id]
        return self._interactions.send(Act.COMPONENT, user, channel, data, message=message)


def _labels(button: Json) -> set[str]:
    emoji = (button.get("emoji") or {}).get("name")
    return {name for name in (button.get("label"), emoji) if name}
