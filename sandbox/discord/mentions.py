"""The people whom a message mentions and pings, from its text and `allowed_mentions`."""

import re
from typing import NamedTuple

from sandbox.discord.errors import Fault, Json, invalid_form
from sandbox.discord.model import Channel, ChannelType, Flag, Message, Role, User
from sandbox.discord.permissions import Permission
from sandbox.discord.world import World

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")


class Mentions(NamedTuple):
    """The mentions in a message that `allowed_mentions` permits."""

    users: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    everyone: bool = False


class _Allowed(NamedTuple):
    """The mentions that `allowed_mentions` permits; None means all in the text."""

    users: frozenset[str] | None
    roles: frozenset[str] | None
    everyone: bool
    replied_user: bool


def allowed_faults(allowed: Json | None) -> list[Fault]:
    """The faults of `allowed_mentions`."""
    parse = (allowed or {}).get("parse") or ()
    return [
        Fault(f"allowed_mentions.{kind}", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", f"parse has {kind}, too")
        for kind in ("users", "roles")
        if kind in parse and (allowed or {}).get(kind)
    ]


def mentions_in(world: World, message: Message, channel: Channel, allowed: Json | None) -> Mentions:
    """The people and roles whom the message mentions. Raises Refused if `allowed_mentions` contradicts itself."""
    if faults := allowed_faults(allowed):
        raise invalid_form(faults)
    limits = _allowed(allowed)
    author = world.users[message.author_id]
    named = [who for who in _USER.findall(message.text) if who in world.users]
    users = [who for who in named if limits.users is None or who in limits.users]
    if limits.replied_user and (replied := _replied_to(world, message)) and replied not in users:
        users.append(replied)
    roles, everyone = _of_guild(world, message, channel, author, limits)
    return Mentions(tuple(dict.fromkeys(users)), tuple(roles), everyone)


def pinged(world: World, message: Message, channel: Channel, mentions: Mentions) -> tuple[str, ...]:
    """The people notified of a new message: in a DM the other person, elsewhere mentioned people who can see it."""
    if message.only_for or message.flags & (Flag.SUPPRESS_NOTIFICATIONS | Flag.LOADING):
        return ()
    if channel.type in {ChannelType.DM, ChannelType.GROUP}:
        return tuple(who for who in channel.recipients if who not in {message.author_id, world.bot.id})
    heard = list(mentions.users)
    guild = world.guilds[channel.guild_id or ""]
    roles = set(mentions.roles)
    heard += [member.user_id for member in guild.members if mentions.everyone or roles & set(member.roles)]
    unique = [who for who in dict.fromkeys(heard) if who != message.author_id]
    return tuple(who for who in unique if world.sees(world.users[who], channel))


def _allowed(allowed: Json | None) -> _Allowed:
    if allowed is None:
        return _Allowed(None, None, everyone=True, replied_user=True)
    parse = allowed.get("parse") or ()
    users = None if "users" in parse else frozenset(map(str, allowed.get("users") or ()))
    roles = None if "roles" in parse else frozenset(map(str, allowed.get("roles") or ()))
    return _Allowed(users, roles, "everyone" in parse, bool(allowed.get("replied_user")))


def _replied_to(world: World, message: Message) -> str | None:
    if not message.reference or message.reference.get("type", 0) != 0:
        return None
    replied = world.message(message.reference["channel_id"], message.reference.get("message_id", ""))
    return replied.author_id if replied else None


def _of_guild(
    world: World, message: Message, channel: Channel, author: User, limits: _Allowed
) -> tuple[list[str], bool]:
    """The mentioned roles, and whether everyone is mentioned. Each needs the permission or a mentionable role."""
    if channel.guild_id is None:
        return [], False
    powerful = bool(world.permissions(author, channel) & Permission.MENTION_EVERYONE)
    known: dict[str, Role] = {role.id: role for role in world.guilds[channel.guild_id].roles}
    named = [known[role] for role in _ROLE.findall(message.text) if role in known]
    roles = [role.id for role in named if limits.roles is None or role.id in limits.roles]
    roles = [role for role in dict.fromkeys(roles) if powerful or known[role].mentionable]
    return roles, powerful and limits.everyone and bool(_EVERYONE.search(message.text))
