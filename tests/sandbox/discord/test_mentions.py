"""The people whom a message mentions, and those whom it pings."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from sandbox import Channel, Driver, Guild, Message, Sandbox
from sandbox.discord.model import Role
from tests.sandbox.conftest import Rest

Json = dict[str, Any]


@pytest.fixture
async def club(box: Sandbox) -> AsyncIterator[Channel]:
    """A channel of a server with Alice, Bob and a role that Bob has; the bot may mention everyone."""
    alice, bob = box.world.user("Alice"), box.world.user("Bob")
    guild = box.world.add_guild("Club", alice)
    box.world.join(guild, bob)
    guild = box.world.guilds[guild.id]
    role = Role(box.world.snowflakes.next(), "players", 0, mentionable=True)
    members = [replace(member, roles=(role.id,)) if member.user_id == bob.id else member for member in guild.members]
    guild = box.world.put(replace(guild, roles=(*guild.roles, role), members=tuple(members)))
    channel = next(channel for channel in box.world.channels.values() if channel.guild_id == guild.id)
    box.trouble.allow("mention_everyone", channel)
    yield channel
    box.world.drop(guild)


async def posted(rest: Rest, channel: Channel, content: str, allowed: Json | None, **more: object) -> Message:
    form = {"content": content, **more} | ({} if allowed is None else {"allowed_mentions": allowed})
    reply = await rest.post(channel, **form)
    assert reply.status == 200, reply.body
    return rest.sandbox.world.messages(channel)[-1]


def role_of(box: Sandbox, channel: Channel) -> str:
    guild: Guild = box.world.guilds[channel.guild_id or ""]
    return guild.roles[-1].id


@pytest.mark.parametrize(
    ("allowed", "names", "everyone"),
    [
        (None, {"Alice", "Bob"}, True),
        ({"parse": []}, set(), False),
        ({"parse": ["users"]}, {"Alice"}, False),
        ({"parse": ["roles"]}, {"Bob"}, False),
        ({"parse": ["everyone"]}, {"Alice", "Bob"}, True),
        ({"parse": [], "users": ["alice"]}, {"Alice"}, False),
        ({"parse": [], "users": ["bob"]}, set(), False),
        ({"parse": ["everyone", "roles"], "users": ["alice"]}, {"Alice", "Bob"}, True),
        ({"parse": [], "roles": ["role"]}, {"Bob"}, False),
    ],
)
async def test_allowed_mentions(
    rest: Rest, box: Sandbox, club: Channel, allowed: Json | None, names: set[str], everyone: bool
) -> None:
    alice, bob, role = box.world.user("Alice"), box.world.user("Bob"), role_of(box, club)
    ids = {"alice": alice.id, "bob": bob.id, "role": role}
    if allowed:
        allowed = {kind: [ids.get(entry, entry) for entry in listed] for kind, listed in allowed.items()}
    message = await posted(rest, club, f"{alice.mention} <@&{role}> @everyone", allowed)
    assert {box.world.users[who].global_name for who in message.pinged} == names
    assert message.mention_everyone is everyone


async def test_everyone_and_roles_need_a_permission(rest: Rest, box: Sandbox, club: Channel) -> None:
    box.trouble.deny("mention_everyone", club)
    guild = box.world.guilds[club.guild_id or ""]
    quiet = replace(guild.roles[-1], mentionable=False)
    box.world.put(replace(guild, roles=(*guild.roles[:-1], quiet)))
    message = await posted(rest, club, f"<@&{quiet.id}> @everyone", None)
    assert (message.pinged, message.mention_everyone, message.mention_roles) == ((), False, ())


async def test_an_edit_pings_nobody(rest: Rest, box: Sandbox, club: Channel) -> None:
    bob = box.world.user("Bob")
    message = await posted(rest, club, "a", None)
    await rest("PATCH", f"/channels/{club.id}/messages/{message.id}", {"content": bob.mention})
    edited = box.world.messages(club)[-1]
    assert edited.mentions == (bob.id,)
    assert edited.pinged == ()


async def test_who_cannot_see_the_channel_is_not_pinged(rest: Rest, box: Sandbox, club: Channel) -> None:
    bob, carol = box.world.user("Bob"), box.world.user("Carol")
    box.trouble.deny("view_channel", club, bob)
    assert (await posted(rest, club, f"{bob.mention} {carol.mention}", None)).pinged == ()


async def test_suppressed_notifications_ping_nobody(rest: Rest, box: Sandbox, club: Channel) -> None:
    message = await posted(rest, club, box.world.user("Bob").mention, None, flags=1 << 12)
    assert message.pinged == ()


async def test_text_components_ping_as_content_does(rest: Rest, box: Sandbox, club: Channel) -> None:
    bob = box.world.user("Bob")
    part = {"type": 10, "content": bob.mention}
    reply = await rest.post(club, flags=1 << 15, components=[part])
    assert reply.status == 200
    assert box.world.messages(club)[-1].pinged == (bob.id,)


async def test_a_reply_pings_the_one_replied_to_unless_told_otherwise(rest: Rest, alice: Driver) -> None:
    said = await alice.say("hello")
    reference = {"message_id": said.id}
    loud = await posted(rest, alice.channel, "a", None, message_reference=reference)
    quiet = await posted(rest, alice.channel, "a", {"parse": [], "replied_user": False}, message_reference=reference)
    assert (loud.pinged, quiet.pinged) == ((alice.user.id,), ())


async def test_a_private_answer_pings_nobody(alice: Driver, bob: Driver) -> None:
    answer = await alice.user_command("Challenge", bob.user)
    assert answer.post.pinged == ()
