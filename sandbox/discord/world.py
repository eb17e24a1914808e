"""The sandbox's world: its entities, their changes, and listeners."""

import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple, TypeAlias, TypeVar

from sandbox.discord import permissions
from sandbox.discord.errors import Json
from sandbox.discord.journal import Journal
from sandbox.discord.model import Channel, ChannelType, Entity, Guild, Member, Message, Role, User, from_json, to_json
from sandbox.discord.permissions import Permission
from sandbox.discord.snowflakes import Snowflakes
from sandbox.discord.uploads import Uploads

_KINDS: dict[str, type[Entity]] = {"user": User, "guild": Guild, "channel": Channel, "message": Message}
_NAMES = {kind: name for name, kind in _KINDS.items()}
BOT_NAME = "Tidepool"
"""The name of the bot in a new world."""
R = TypeVar("R", User, Guild, Channel, Message)


class Change(NamedTuple):
    """A change of an entity. `old` is None if it is new, `new` is None if it was deleted."""

    old: Entity | None
    new: Entity | None


Listener: TypeAlias = Callable[[Change], None]


class World:
    """All entities, looked up by ID; people and channels also by name."""

    bot: User
    key: str
    """The secret in the page's URL."""
    seed: str
    """The seed of the key that signs requests to the bot, as 64 hexadecimal digits."""
    endpoint_url: str | None = None
    """The URL that receives interactions; None to use the gateway."""
    team: tuple[str, ...] = ()
    """The IDs of the team that owns the application, owner first. Without a team, the first person owns it."""

    def __init__(self, now: Callable[[], float], journal: Journal, uploads: Uploads) -> None:
        self.now = now
        self.snowflakes = Snowflakes(now)
        self.users: dict[str, User] = {}
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Channel] = {}
        self.commands: dict[str, list[Json]] = {}
        """Synced commands by server ID, global ones under an empty text."""
        self.uploads = uploads
        self._messages: dict[str, dict[str, Message]] = {}
        self._journal = journal
        self._listeners: list[Listener] = []
        self.token = ""
        """The bot's token, generated at each start so that a bot left over from an earlier run cannot connect."""
        self._load()
        if not self.users:
            self._begin()
        start = urlsafe_b64encode(self.bot.id.encode()).decode().rstrip("=")
        self.token = f"{start}.sandbox.{secrets.token_urlsafe(29)}"

    # Changes

    def watch(self, listener: Listener) -> Callable[[], None]:
        """Call the listener with every change from now on. Returns a function that removes the listener."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def put(self, entity: R) -> R:
        """Add an entity or replace the one with the same ID."""
        old = self._keep(entity)
        if self._journal.persistent:  # converting a server with many members takes long
            self._journal.write(_NAMES[type(entity)], entity.id, to_json(entity))
        self._notify(Change(old, entity))
        return entity

    def drop(self, entity: Entity) -> None:
        """Delete an entity with everything in it."""
        for inner in self._inside(entity):
            self.drop(inner)
        if isinstance(entity, Channel):
            for message in self._messages.pop(entity.id, {}):
                self._journal.write("message", message, None)
        if isinstance(entity, Message):
            self._messages[entity.channel_id].pop(entity.id, None)
        else:
            self._table(entity).pop(entity.id, None)
        self._journal.write(_NAMES[type(entity)], entity.id, None)
        self._notify(Change(entity, None))

    def set_commands(self, guild_id: str, commands: list[Json]) -> None:
        """Replace the application's commands in a server, or the global ones if `guild_id` is empty."""
        self.commands[guild_id] = commands
        self._journal.write("commands", guild_id, {"commands": commands})

    def set_endpoint(self, url: str | None) -> None:
        """Send interactions to this URL, or through the gateway if it is None."""
        self.endpoint_url = url
        self._keep_application()

    def upload(self, attachment_id: str, data: bytes) -> None:
        """Store the bytes of an attachment."""
        start, size = self.uploads.put(attachment_id, data)
        self._journal.write("upload", attachment_id, {"start": start, "size": size})

    # Looking things up

    def user(self, who: str | User) -> User:
        """The user with this ID or name, with or without `@`. Raises LookupError."""
        if isinstance(who, User):
            return self.users[who.id]
        name = who.removeprefix("<@").removesuffix(">").removeprefix("@").casefold()
        for user in self.users.values():
            if name in {user.id, user.username.casefold(), user.global_name.casefold()}:
                return user
        raise LookupError(f"There is nobody called {who}.")

    def channel(self, where: str | Channel) -> Channel:
        """The channel with this ID or name, with or without `#`. Raises LookupError."""
        if isinstance(where, Channel):
            if where.id not in self.channels:
                raise LookupError(f"{where.name or 'This conversation'} is gone.")
            return self.channels[where.id]
        name = where.removeprefix("<#").removesuffix(">").removeprefix("#")
        if name in self.channels:
            return self.channels[name]
        for channel in self.channels.values():
            if channel.name == name:
                return channel
        raise LookupError(f"There is no channel {where}.")

    @property
    def guild(self) -> Guild:
        """The first server."""
        return next(iter(self.guilds.values()))

    def messages(self, where: str | Channel) -> list[Message]:
        """The messages of a channel, oldest first, including private ones. Raises LookupError for an unknown name."""
        return self.messages_of(where.id if isinstance(where, Channel) else self.channel(where).id)

    def messages_of(self, channel_id: str) -> list[Message]:
        """The messages of the channel with this ID, oldest first; empty if there is no such channel."""
        return list(self._messages.get(channel_id, {}).values())

    def message(self, channel_id: str, message_id: str) -> Message | None:
        return self._messages.get(channel_id, {}).get(message_id)

    def find_message(self, message_id: str) -> Message | None:
        """The message with this ID in any channel."""
        return next((messages[message_id] for messages in self._messages.values() if message_id in messages), None)

    def parent(self, channel: Channel) -> Channel:
        """The parent channel of a thread; any other channel itself."""
        return self.channels[channel.thread.parent_id] if channel.thread else channel

    def permissions(self, user: User, channel: Channel) -> Permission:
        """A user's permissions in a channel."""
        if channel.guild_id is None:
            return permissions.IN_DIRECT_MESSAGES if user.id in channel.recipients else permissions.NONE
        held = permissions.in_channel(self.guilds[channel.guild_id], self.parent(channel), user.id)
        if channel.type is ChannelType.PRIVATE_THREAD and channel.thread and user.id not in channel.thread.members:
            return held if held & Permission.MANAGE_THREADS else permissions.NONE
        return held

    def sees(self, user: User, channel: Channel) -> bool:
        return bool(self.permissions(user, channel) & Permission.VIEW_CHANNEL)

    # Adding things

    def add_user(
        self, name: str, *guilds: Guild, bot: bool = False, locale: str = "en-GB", since: float | None = None
    ) -> User:
        """Add a person to these servers, by default to the first one, as a member `since` this time, by default now.

        A bot's username is its unchanged name.
        """
        base = name if bot else re.sub(r"[^a-z0-9_.]", "", name.lower().replace(" ", "_")) or "user"
        taken = {user.username for user in self.users.values()}
        username = next(name for name in _numbered(base) if name not in taken)
        user = self.put(User(self.snowflakes.next(), username, name, bot=bot, locale=locale))
        for guild in guilds or ([self.guild] if self.guilds else []):
            self.join(guild, user, since)
        return user

    def join(self, guild: Guild, user: User, since: float | None = None) -> Guild:
        """Make a user a member of a server, since this time, by default now."""
        guild = self.guilds[guild.id]
        if guild.member(user.id):
            return guild
        joined_at = self.now() if since is None else since
        return self.put(replace(guild, members=(*guild.members, Member(user.id, joined_at))))

    def install_app(self, user: User, *, installed: bool = True) -> User:
        """Install or uninstall the app for a person, who can then use it everywhere."""
        return self.put(replace(self.users[user.id], has_app=installed))

    def add_guild(self, name: str, owner: User, *, with_bot: bool = True) -> Guild:
        """Add a server with one text channel, `#general`."""
        guild = self._new_guild(name, owner, *([self.bot] if with_bot else []))
        self.add_channel("general", guild)
        return guild

    def _new_guild(self, name: str, owner: User, *others: User) -> Guild:
        guild_id = self.snowflakes.next()
        everybody = Role(guild_id, "@everyone", int(permissions.MEMBER))
        joined = tuple(Member(user.id, self.now()) for user in (owner, *others))
        return self.put(Guild(guild_id, name, owner.id, (everybody,), joined))

    def add_channel(self, name: str, guild: Guild | None = None) -> Channel:
        """Add a text channel to a server, by default to the first one."""
        guild = guild or self.guild
        position = sum(channel.guild_id == guild.id for channel in self.channels.values())
        return self.put(Channel(self.snowflakes.next(), ChannelType.TEXT, name, guild.id, position))

    def add_group(self, *people: User, name: str = "") -> Channel:
        """Add a group of people without the bot."""
        recipients = tuple(person.id for person in people)
        return self.put(Channel(self.snowflakes.next(), ChannelType.GROUP, name, recipients=recipients))

    def dm(self, person: User) -> Channel:
        """The direct messages between a person and the bot, created if needed."""
        for channel in self.channels.values():
            if channel.type is ChannelType.DM and person.id in channel.recipients:
                return channel
        return self.put(Channel(self.snowflakes.next(), ChannelType.DM, recipients=(person.id, self.bot.id)))

    def _begin(self) -> None:
        alice, bob, carol = (self.add_user(name) for name in ("Alice", "Bob", "Carol"))
        self.bot = self.add_user(BOT_NAME, bot=True)
        self.key, self.seed = secrets.token_urlsafe(18), secrets.token_hex(32)
        self._keep_application()
        guild = self._new_guild(f"The {BOT_NAME}", alice, bob, carol, self.bot)
        self.add_channel("games", guild)
        self.add_channel("more-games", guild)

    def _load(self) -> None:
        for kind, entity_id, data in self._journal.read():
            assert data is not None  # noqa: S101 (`read` leaves out deleted objects)
            if kind in _KINDS:
                self._keep(from_json(_KINDS[kind], data))
                self.snowflakes.seen(entity_id)
            elif kind == "commands":
                self.commands[entity_id] = data["commands"]
            elif kind == "upload":
                self.uploads.remember(entity_id, **data)
                self.snowflakes.seen(entity_id)
            elif kind == "application":
                self.bot, self.key = self.users[entity_id], data["key"]
                self.seed = data.get("seed") or secrets.token_hex(32)  # worlds of older versions have none
                self.endpoint_url = data.get("endpoint_url")

    def _keep_application(self) -> None:
        data = {"key": self.key, "seed": self.seed, "endpoint_url": self.endpoint_url}
        self._journal.write("application", self.bot.id, data)

    def _keep(self, entity: Entity) -> Entity | None:
        if isinstance(entity, Message):
            messages = self._messages.setdefault(entity.channel_id, {})
            old = messages.get(entity.id)
            messages[entity.id] = entity
            return old
        table = self._table(entity)
        replaced = table.get(entity.id)
        table[entity.id] = entity
        if isinstance(entity, User) and getattr(self, "bot", None) and entity.id == self.bot.id:
            self.bot = entity
        return replaced

    def _table(self, entity: Entity) -> dict[str, Entity]:
        tables: dict[type[Entity], object] = {User: self.users, Guild: self.guilds, Channel: self.channels}
        return tables[type(entity)]  # type: ignore[return-value]  # each table holds entities of its type

    def _inside(self, entity: Entity) -> list[Entity]:
        if isinstance(entity, Guild):
            return [channel for channel in self.channels.values() if channel.guild_id == entity.id]
        if isinstance(entity, Channel):
            return [c for c in self.channels.values() if c.thread and c.thread.parent_id == entity.id]
        return []

    def _notify(self, change: Change) -> None:
        for listener in list(self._listeners):
            listener(change)


def _numbered(base: str) -> Iterator[str]:
    yield base
    number = 2
    while True:
        yield f"{base}{number}"
        number += 1
