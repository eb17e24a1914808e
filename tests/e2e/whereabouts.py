"""Helpers of the tests of places: where the boards of a match are shown."""

import re
from dataclasses import replace

from sandbox import Answer, Channel, Driver, Guild, Message
from sandbox.discord.model import Overwrite
from sandbox.discord.permissions import Permission
from tests.e2e.rooms import Room, shows_board


def code_in(message: Message | Answer) -> str:
    """The code of the match that a message names."""
    text = message.content
    named = re.search(r"(?<!<)#(\w{4,6})\b", text)
    assert named, text
    return named[1]


def boards(room: Room, channel: Channel, code: str) -> list[Message]:
    """The boards of a match that everybody in a channel sees, oldest first."""
    return [message for message in room.sandbox.world.messages_of(channel.id) if shows_board(message, code)]


async def board(room: Room, channel: Channel, code: str, count: int) -> Message:
    """The newest board, once there are `count` of them; there must not be more."""
    shown = await room.sandbox.wait_for(
        lambda: shown if len(shown := boards(room, channel, code)) >= count else None,
        what=f"board {count} of #{code} in {channel.name or 'a conversation'}",
    )
    assert len(shown) == count
    return shown[-1]


async def direct(person: Driver, *words: str) -> Message:
    """The only direct message from the bot that contains these words."""
    alone = person.at(None)

    def fits(message: Message) -> bool:
        return not message.private and all(word in message.content for word in words)

    newest = await alone.sees(fits, what=f"a direct message to {person!r} with {words}")
    assert [message.id for message in alone.messages() if fits(message)] == [newest.id]
    return newest


async def followed(room: Room, *answers: Answer) -> Message:
    """The first message that follows any of these answers."""
    return await room.sandbox.wait_for(
        lambda: next((message for answer in answers for message in answer.followups), None), what="a follow-up"
    )


async def retired(room: Room, message: Message) -> None:
    """Wait until an old board has lost its buttons, or was deleted."""
    await room.sandbox.wait_for(
        lambda: (now := room.sandbox.world.message(message.channel_id, message.id)) is None or not now.buttons,
        what="the buttons of an old board to go",
    )


def server(room: Room, name: str, *, with_bot: bool = True) -> tuple[Guild, Channel]:
    """A server of Carol's with Alice and Bob in it. Returns its first channel."""
    world = room.sandbox.world
    guild = world.add_guild(name, room.carol.user, with_bot=with_bot)
    for person in (room.alice, room.bob):
        world.join(guild, person.user)
    return guild, next(channel for channel in world.channels.values() if channel.guild_id == guild.id)


async def begin(alice: Driver, bob: Driver, **options: str) -> tuple[Answer, Answer]:
    """Begin a match by Alice's challenge and Bob's Accept, in a channel that both see. Alice moves first.

    Where the bot is a guest, the first board follows Bob's answer, or Alice's if that has not quite ended.
    """
    challenge = await alice.slash("/konane challenge", opponent=bob.user.id, side="first", **options)
    return challenge, await bob.click(challenge, "Accept")


async def thread_of_match(room: Room) -> Channel:
    """The thread in which Alice and Bob have begun a match, in a server that wants one for each match."""
    _, channel = server(room, "Threads")
    await room.carol.at(channel).slash("/server", place="thread")
    challenge, _ = await begin(room.alice.at(channel), room.bob.at(channel))
    return room.sandbox.world.channel(challenge.post.id)


def is_archived(room: Room, channel: Channel) -> bool:
    """Whether a channel is a thread that is archived."""
    thread = room.sandbox.world.channel(channel).thread
    return thread is not None and thread.archived


def hidden_channel(room: Room) -> Channel:
    """A channel that only Alice, Bob and the bot can view."""
    world = room.sandbox.world
    channel = world.add_channel("hidden")
    bit = int(Permission.VIEW_CHANNEL)
    allowed = [Overwrite(user.id, 1, allow=bit) for user in (room.alice.user, room.bob.user, world.bot)]
    return world.put(replace(channel, overwrites=(Overwrite(world.guild.id, 0, deny=bit), *allowed)))


def later(room: Room) -> None:
    """Let the minute pass for which Discord's answers are kept."""
    room.sandbox.move_clock(61)
