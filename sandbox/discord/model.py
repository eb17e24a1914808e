"""The entities of the sandbox's world: frozen values for people, servers, channels and messages."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from enum import IntEnum, IntFlag
from typing import Any, TypeAlias

from sandbox.discord.components import Button, Select, buttons_in, selects_in, texts_in
from sandbox.discord.errors import Json


class ChannelType(IntEnum):
    """Discord's channel types that the sandbox supports."""

    TEXT = 0
    DM = 1
    GROUP = 3
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


class MessageType(IntEnum):
    """Discord's message types that the sandbox supports."""

    DEFAULT = 0
    THREAD_CREATED = 18
    REPLY = 19
    COMMAND = 20
    THREAD_STARTER = 21
    CONTEXT_MENU = 23


class Flag(IntFlag):
    """Discord's message flags that the sandbox supports."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


NO_FLAGS = Flag(0)
AUTO_ARCHIVE = 4320
"""The default minutes of inactivity before a thread is archived."""


@dataclass(frozen=True, slots=True)
class User:
    """A person, or the bot."""

    id: str
    username: str
    global_name: str
    bot: bool = False
    dms_closed: bool = False
    has_app: bool = False
    """Whether the person has installed the app for themselves."""
    locale: str = "en-GB"

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"


@dataclass(frozen=True, slots=True)
class Role:
    """A role of a server. The role with the server's ID is @everyone."""

    id: str
    name: str
    permissions: int
    position: int = 0
    mentionable: bool = False
    managed: bool = False


@dataclass(frozen=True, slots=True)
class Member:
    """A user in a server."""

    user_id: str
    joined_at: float
    nick: str | None = None
    roles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Overwrite:
    """The permissions that a channel allows and denies to a role or a member."""

    id: str
    type: int
    """0 for a role, 1 for a member."""
    allow: int = 0
    deny: int = 0


@dataclass(frozen=True, slots=True)
class Guild:
    """A server."""

    id: str
    name: str
    owner_id: str
    roles: tuple[Role, ...]
    members: tuple[Member, ...]
    locale: str = "en-GB"

    def member(self, user_id: str) -> Member | None:
        return next((member for member in self.members if member.user_id == user_id), None)


@dataclass(frozen=True, slots=True)
class Thread:
    """The extra data of a channel that is a thread."""

    parent_id: str
    owner_id: str
    members: tuple[str, ...]
    touched_at: float
    """The Unix time of the last message or reopening."""
    auto_archive: int = AUTO_ARCHIVE
    """The minutes of inactivity before the thread is archived."""
    archived: bool = False
    locked: bool = False


@dataclass(frozen=True, slots=True)
class Channel:
    """A place for messages."""

    id: str
    type: ChannelType
    name: str = ""
    guild_id: str | None = None
    position: int = 0
    overwrites: tuple[Overwrite, ...] = ()
    recipients: tuple[str, ...] = ()
    """The people in a DM or a group. A DM includes the bot."""
    topic: str | None = None
    thread: Thread | None = None

    @property
    def mention(self) -> str:
        return f"<#{self.id}>"


@dataclass(frozen=True, slots=True)
class Attachment:
    """An uploaded file; `Uploads` stores its bytes by ID."""

    id: str
    filename: str
    size: int
    content_type: str
    description: str | None = None
    width: int | None = None
    height: int | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """The state of a message; an edit creates a new entity with the same ID."""

    id: str
    channel_id: str
    author_id: str
    at: float
    content: str = ""
    type: MessageType = MessageType.DEFAULT
    flags: Flag = NO_FLAGS
    edited_at: float | None = None
    embeds: tuple[Json, ...] = ()
    components: tuple[Json, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    mentions: tuple[str, ...] = ()
    mention_roles: tuple[str, ...] = ()
    mention_everyone: bool = False
    pinged: tuple[str, ...] = ()
    """The people who were notified of the post."""
    only_for: str | None = None
    """The only person who can see the message, if it is private."""
    nonce: str | None = None
    interaction: Json | None = field(default=None, compare=False)
    """The interaction that this message answers: its ID, type, user_id and more."""
    reference: Json | None = None

    @property
    def private(self) -> bool:
        return self.only_for is not None

    @property
    def loading(self) -> bool:
        """Whether it is a deferred answer without content yet."""
        return bool(self.flags & Flag.LOADING)

    @property
    def text(self) -> str:
        """The content of the message, or the text of its components."""
        return "\n".join(filter(None, [self.content, *texts_in(self.components)]))

    @property
    def buttons(self) -> tuple[Button, ...]:
        return buttons_in(self.components)

    @property
    def selects(self) -> tuple[Select, ...]:
        return selects_in(self.components)


Entity: TypeAlias = User | Guild | Channel | Message


def to_json(entity: Entity) -> Json:
    """Convert an entity to plain data."""
    return asdict(entity)


def from_json(kind: type[Entity], data: Json) -> Entity:
    """Read an entity that `to_json` wrote."""
    return _READERS[kind](data)


def _guild(data: Json) -> Guild:
    roles = tuple(Role(**role) for role in data["roles"])
    members = tuple(Member(**member | {"roles": tuple(member["roles"])}) for member in data["members"])
    return Guild(**data | {"roles": roles, "members": members})


def _channel(data: Json) -> Channel:
    thread = data["thread"] and Thread(**data["thread"] | {"members": tuple(data["thread"]["members"])})
    overwrites = tuple(Overwrite(**overwrite) for overwrite in data["overwrites"])
    recipients = tuple(data["recipients"])
    kind = ChannelType(data["type"])
    return Channel(**data | {"type": kind, "thread": thread, "overwrites": overwrites, "recipients": recipients})


def _message(data: Json) -> Message:
    lists = ("embeds", "components", "mentions", "mention_roles", "pinged")
    read: dict[str, Any] = {name: tuple(data[name]) for name in lists}
    read["attachments"] = tuple(Attachment(**attachment) for attachment in data["attachments"])
    read |= {"type": MessageType(data["type"]), "flags": Flag(data["flags"])}
    return Message(**data | read)


_READERS: dict[type[Entity], Callable[[Json], Entity]] = {
    User: lambda data: User(**data),
    Guild: _guild,
    Channel: _channel,
    Message: _message,
}
