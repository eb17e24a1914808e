"""The world is kept over a restart, and its entities are found."""

from dataclasses import replace
from pathlib import Path

import pytest

from sandbox import Attachment, Channel, ChannelType, Driver, Message, Sandbox
from sandbox.discord.model import Flag, Overwrite, Thread
from sandbox.discord.world import World
from tests.sandbox.conftest import running
from tests.sandbox.small_bot import SmallBot, png


def everything(world: World) -> list[object]:
    messages = [message for channel in world.channels.values() for message in world.messages(channel)]
    return [world.users, world.guilds, world.channels, messages, world.commands, world.key, world.bot]


async def test_a_restart_keeps_people_channels_messages_commands_and_pictures(tmp_path: Path) -> None:
    async with Sandbox(tmp_path) as box, running(box, SmallBot()):
        alice = Driver(box, box.world.add_user("Dora"), box.world.add_channel("later"))
        challenge = await alice.slash("/game challenge", opponent="Bob")
        await alice.slash("/game move", move="d5")
        box.trouble.close_dms(box.world.user("Bob"))
        box.trouble.deny("attach_files", alice.channel)
        thread = Thread(alice.channel.id, box.world.bot.id, (box.world.bot.id,), 5.0)
        box.world.put(Channel("77", ChannelType.PUBLIC_THREAD, "thread", box.world.guild.id, thread=thread))
        box.trouble.delete_channel(box.world.channel("more-games"))
        before, token = everything(box.world), box.world.token
        picture = challenge.post.attachments[0]
    async with Sandbox(tmp_path) as box:
        assert everything(box.world) == before
        assert await box.png(picture) == png()
        assert box.world.token != token
        newest = max(int(message.id) for message in box.world.messages("later"))
        assert int(box.world.snowflakes.next()) > newest


async def test_a_message_is_written_and_read_whole(tmp_path: Path) -> None:
    message = Message(
        id="5",
        channel_id="6",
        author_id="7",
        at=8.5,
        flags=Flag.EPHEMERAL,
        components=({"type": 10, "content": "text"},),
        attachments=(Attachment("9", "a.png", 3, "image/png", "alt", 1, 2),),
        mentions=("7",),
        only_for="7",
        interaction={"id": "1"},
    )
    async with Sandbox(tmp_path) as box:
        channel = box.world.channel("games")
        message = box.world.put(replace(message, channel_id=channel.id))
    async with Sandbox(tmp_path) as box:
        assert box.world.messages(channel) == [message]
        assert box.world.messages(channel)[0].interaction == {"id": "1"}


async def test_people_and_channels_are_found_by_name_and_id(box: Sandbox) -> None:
    bob, games = box.world.user("Bob"), box.world.channel("games")
    assert box.world.user("@bob") == box.world.user(bob.id) == box.world.user(bob.mention) == bob
    assert box.world.channel("#games") == box.world.channel(games.id) == games
    with pytest.raises(LookupError, match="nobody called Zoe"):
        box.world.user("Zoe")
    with pytest.raises(LookupError, match="no channel nowhere"):
        box.world.channel("nowhere")


async def test_two_people_may_have_one_name(box: Sandbox) -> None:
    first, second = box.world.add_user("Same"), box.world.add_user("Same")
    assert (first.username, second.username) == ("same", "same2")


async def test_an_overwrite_of_a_member_outweighs_one_of_everybody(box: Sandbox, channel: Channel) -> None:
    bob = box.world.user("Bob")
    everybody = Overwrite(box.world.guild.id, 0, deny=1 << 10)
    hidden = box.world.put(replace(channel, overwrites=(everybody,)))
    assert not box.world.sees(bob, hidden)
    assert box.world.sees(box.world.user("Alice"), hidden), "the owner sees everything"
    box.trouble.allow("view_channel", hidden, bob)
    assert box.world.sees(bob, box.world.channel(channel))
    with pytest.raises(ValueError, match=r"no permission fly; choose from .*attach_files"):
        box.trouble.deny("fly", channel)
