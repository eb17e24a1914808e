"""The event stream for open windows of the page: the whole world, then every change."""

import asyncio
from dataclasses import replace

from sandbox.discord.errors import Json
from sandbox.discord.interaction import Act, Interaction, State
from sandbox.discord.message_shapes import message_json
from sandbox.discord.model import Channel, ChannelType, Guild, Message, User
from sandbox.discord.shapes import channel_json, user_json
from sandbox.discord.world import Change
from sandbox.page.texts import ENGLISH, locales
from sandbox.wire.announcements import verb
from sandbox.wire.backend import Backend
from sandbox.wire.log import Entry

_LOGGED = 200
"""The lines of the request log that a new window receives."""


class Events:
    """Sends every change to the open windows, each through its own queue."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._windows: set[asyncio.Queue[Json]] = set()
        self._begun_in: dict[str, str] = {}
        """The window that started each unanswered interaction, by interaction ID."""
        self._welcomed = False
        backend.world.watch(self._changed)
        backend.interactions.watch(self._interaction)
        backend.log.listeners.append(lambda entry: self._tell("LOG", _line(entry)))
        backend.clock.listeners.append(lambda: self._tell("CLOCK", self._time()))
        backend.bot_listeners.append(lambda: self._tell("BOT", self._bot()))
        backend.commands_listeners.append(lambda: self._tell("COMMANDS", self._commands()))

    def open(self) -> asyncio.Queue[Json]:
        """Open a window. Its queue starts with the whole world."""
        window: asyncio.Queue[Json] = asyncio.Queue()
        window.put_nowait({"t": "READY", "d": self._ready()})
        for entry in list(self._backend.log.entries)[-_LOGGED:]:
            window.put_nowait({"t": "LOG", "d": _line(entry)})
        self._windows.add(window)
        return window

    def welcome(self, locale: str) -> None:
        """Give everybody and every server the language of the first browser that opens the page."""
        if self._welcomed:
            return
        self._welcomed = True
        world = self._backend.world
        if locale == ENGLISH:
            return
        for user in list(world.users.values()):
            world.put(replace(user, locale=locale))
        for guild in list(world.guilds.values()):
            world.put(replace(guild, locale=locale))

    def close(self, window: asyncio.Queue[Json]) -> None:
        self._windows.discard(window)

    def begun(self, interaction_id: str | None, window: str | None) -> None:
        """Record the window that started an interaction, because a modal opens only there."""
        if interaction_id and window:
            self._begun_in[interaction_id] = window

    def message(self, message: Message) -> Json:
        """A message for the page: Discord's JSON with the viewer, the people pinged and the interaction's user."""
        world = self._backend.world
        asked_by = message.interaction and world.users.get(message.interaction["user_id"])
        return message_json(world, message, self._backend.base_url) | {
            "only_for": message.only_for,
            "pinged": list(message.pinged),
            "interaction_user": user_json(asked_by) if asked_by else None,
        }

    def _tell(self, name: str, data: Json | list[Json]) -> None:
        for window in self._windows:
            window.put_nowait({"t": name, "d": data})

    def _ready(self) -> Json:
        world = self._backend.world
        people = [user for user in world.users.values() if not user.bot]
        for person in people:
            world.dm(person)
        channels = list(world.channels.values())
        guilds = [
            self._guild(guild)
            | {
                "channels": [
                    self._channel(channel)
                    for channel in channels
                    if channel.guild_id == guild.id and not channel.thread
                ]
            }
            for guild in world.guilds.values()
        ]
        return {
            "users": [_person(user) for user in people],
            "bot": user_json(world.bot),
            "guilds": guilds,
            "dms": [self._channel(channel) for channel in channels if channel.type is ChannelType.DM],
            "groups": [self._channel(channel) for channel in channels if channel.type is ChannelType.GROUP],
            "threads": [self._channel(channel) for channel in channels if channel.thread],
            "commands": self._commands(),
            "locales": locales(),
            "bot_state": self._bot(),
            **self._time(),
        }

    def _bot(self) -> Json:
        return {"online": self._backend.gateway.online, "stopped": self._backend.bot_stopped}

    def _time(self) -> Json:
        return {"now": self._backend.clock.now(), "offset": self._backend.clock.offset}

    def _commands(self) -> list[Json]:
        return [command for commands in self._backend.world.commands.values() for command in commands]

    def _guild(self, guild: Guild) -> Json:
        return {"id": guild.id, "name": guild.name, "has_bot": guild.member(self._backend.world.bot.id) is not None}

    def _channel(self, channel: Channel) -> Json:
        return channel_json(self._backend.world, channel)

    def _changed(self, change: Change) -> None:
        entity = change.new or change.old
        if not self._windows:
            return
        if isinstance(entity, Message):
            gone = {"id": entity.id, "channel_id": entity.channel_id}
            self._tell(f"MESSAGE_{verb(change)}", self.message(entity) if change.new else gone)
        elif isinstance(entity, Channel):
            name = f"{'THREAD' if entity.thread else 'CHANNEL'}_{verb(change)}"
            self._tell(name, self._channel(entity) if change.new else {"id": entity.id})
        elif isinstance(entity, Guild) and change.old and change.new:
            self._tell("GUILD_UPDATE", self._guild(entity))
        else:
            self._tell("READY", self._ready())

    def _interaction(self, interaction: Interaction) -> None:
        if interaction.type is Act.AUTOCOMPLETE:
            return
        status: Json = {
            "id": interaction.id,
            "user_id": interaction.user.id,
            "channel_id": interaction.channel.id,
            "state": self._state(interaction),
            "message_id": interaction.original_id,
        }
        if interaction.reason:
            status["reason"] = interaction.reason
        self._tell("INTERACTION", status)
        window = self._begun_in.pop(interaction.id, None) if interaction.state is not State.SENT else None
        if interaction.state is State.MODAL and interaction.modal:
            opened = {"interaction_id": interaction.id, "user_id": interaction.user.id, "modal": interaction.modal}
            self._tell("MODAL", opened | ({"window": window} if window else {}))

    def _state(self, interaction: Interaction) -> str:
        if interaction.state in {State.SENT, State.FAILED}:
            return interaction.state.value
        answer = self._backend.world.message(interaction.channel.id, interaction.original_id or "")
        return "thinking" if answer and answer.loading else "done"


def _person(user: User) -> Json:
    return user_json(user) | {"dms_closed": user.dms_closed, "locale": user.locale}


def _line(entry: Entry) -> Json:
    line: Json = {
        "at": entry.at,
        "method": entry.method,
        "path": entry.path,
        "status": entry.status,
        "ms": round(entry.ms, 1),
        "valid": entry.valid,
        "body": entry.body,
    }
    if entry.round_trip_ms is not None:
        line["round_trip_ms"] = round(entry.round_trip_ms, 1)
    return line
