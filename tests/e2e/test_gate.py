"""A match in a place where somebody cannot look is hidden from them, in whatever way they ask the bot."""

from dataclasses import replace

import pytest

from sandbox import Answer, Driver
from sandbox.discord.model import Channel, ChannelType, Overwrite, Role, Thread
from sandbox.discord.permissions import Permission
from tests.e2e.rooms import Room
from tests.e2e.whereabouts import begin, code_in, hidden_channel, later
from tests.support.patient_bot import LOOK

COMMANDS = ["konane board", "konane resign", "konane move", "match export", "match move-here"]


@pytest.fixture
def room(troubled_room: Room) -> Room:
    """A room in which Discord refuses to tell about members and threads that do not exist."""
    return troubled_room


def thread(room: Room, *members: Driver, kind: ChannelType = ChannelType.PRIVATE_THREAD) -> Channel:
    """A thread in the room's channel, with these people and the bot as members."""
    world = room.sandbox.world
    inside = (world.bot.id, *(member.user.id for member in members))
    data = Thread(room.channel.id, room.alice.user.id, inside, touched_at=world.now())
    return world.put(Channel(world.snowflakes.next(), kind, "aside", room.channel.guild_id, thread=data))


async def played_in(room: Room, channel: Channel) -> str:
    """The code of a match between Alice and Bob in this channel."""
    _, accepted = await begin(room.alice.at(channel), room.bob.at(channel))
    return code_in(accepted)


async def told(who: Driver, code: str) -> set[str]:
    """Everything that a person learns about a code by commands, and by a forged list, without the code itself."""
    answers: list[Answer] = [await who.slash(f"/{command}", match=code) for command in COMMANDS]
    listed = await who.slash("/matches")
    answers.append(await who.forge(listed, "t1:entry:0:0:0", f"match-{int(code, 36)}"))
    assert all(answer.private for answer in answers), answers
    return {answer.content.replace(code, "CODE") for answer in answers}


async def sees(who: Driver, code: str) -> bool:
    """Whether this person is shown the board. Otherwise they must get the one sentence."""
    answer = await (await who.slash("/konane board", match=code)).settled()
    if answer.message is not None and answer.message.attachments:
        return True
    assert answer.content == f"There is no match #{code} that you can see."
    return False


async def test_a_match_in_a_hidden_channel_does_not_exist_for_others(room: Room) -> None:
    hidden = hidden_channel(room)
    code = await played_in(room, hidden)
    nothing = {"There is no match #CODE that you can see."}
    assert await told(room.carol, "zzzz") == nothing
    assert await told(room.carol, code) == nothing
    listed = await room.carol.slash("/matches", user=room.alice.user.id)
    assert "no running matches in this server" in listed.content
    assert code not in str(await room.carol.choices("/konane board", "match", code))
    room.sandbox.trouble.allow("view_channel", hidden, room.carol.user)
    later(room)
    assert await sees(room.carol, code)
    assert f"#{code}" in (await room.carol.slash("/matches", user=room.alice.user.id)).content
    assert "you are watching" in (await room.carol.slash("/konane move", match=code)).content


async def test_a_role_opens_a_channel_and_its_loss_closes_it(room: Room) -> None:
    world, carol = room.sandbox.world, room.carol
    hidden = hidden_channel(room)
    code = await played_in(room, hidden)
    role = Role(world.snowflakes.next(), "players", 0, 1)
    guild = world.guild
    bit = int(Permission.VIEW_CHANNEL)
    world.put(replace(hidden, overwrites=(*hidden.overwrites, Overwrite(role.id, 0, allow=bit))))

    def give(*roles: str) -> None:
        members = tuple(replace(m, roles=roles) if m.user_id == carol.user.id else m for m in guild.members)
        world.put(replace(guild, roles=(*guild.roles, role), members=members))
        later(room)

    give(role.id)
    assert await sees(carol, code)
    give()
    assert not await sees(carol, code)
    left = tuple(member for member in guild.members if member.user_id != carol.user.id)
    elsewhere = world.add_guild("Elsewhere", carol.user)
    away = carol.at(next(channel for channel in world.channels.values() if channel.guild_id == elsewhere.id))
    give(role.id)
    assert await sees(away, code), "it counts what can be viewed, wherever one asks"
    world.put(replace(world.guild, members=left))
    later(room)
    assert not await sees(away, code)


async def test_a_private_thread_is_for_those_who_are_in_it(room: Room) -> None:
    private = thread(room, room.alice, room.bob)
    code = await played_in(room, private)
    assert not await sees(room.carol, code)
    world = room.sandbox.world
    now = world.channel(private)
    assert now.thread is not None
    world.put(replace(now, thread=replace(now.thread, members=(*now.thread.members, room.carol.user.id))))
    later(room)
    assert await sees(room.carol, code)
    world.put(replace(now, thread=replace(now.thread)))
    room.sandbox.trouble.allow("manage_threads", room.channel, room.carol.user)
    later(room)
    assert await sees(room.carol, code), "who manages threads sees them all"
    public = thread(room, room.alice, kind=ChannelType.PUBLIC_THREAD)
    assert await sees(room.carol, await played_in(room, public))
    room.sandbox.trouble.deny("view_channel", room.channel, room.carol.user)
    later(room)
    carol = room.carol.at(world.add_channel("open"))
    assert not await sees(carol, code)


async def test_a_look_costs_a_handful_of_requests_and_a_key_none(room: Room) -> None:
    def asked(path: str = "") -> list[str]:
        entries = room.sandbox.log.entries
        return [
            entry.path for entry in entries if entry.method == "GET" and entry.path.endswith(path) and not entry.refused
        ]

    looks_back = len(asked("/messages"))
    channels = [room.sandbox.world.add_channel(f"open-{n}") for n in range(6)]
    codes = [await played_in(room, channel) for channel in channels]
    threads = [await played_in(room, thread(room, room.alice, room.bob)) for _ in range(9)]
    # The bot looks for an accepted challenge in its channel: it might have been posted twice.
    begun = looks_back + len(channels) + len(threads)
    await room.sandbox.wait_for(lambda: len(asked("/messages")) == begun, what="a look back for each challenge")
    later(room)
    before = len(asked())
    await room.carol.choices("/konane move", "move", "", match=codes[0])
    await room.carol.choices("/konane board", "match", codes[0])
    assert asked()[before:] == []
    listed = await room.carol.slash("/matches", user=room.alice.user.id)
    assert all(f"#{code}" in listed.content for code in codes)
    assert not any(f"#{code}" in listed.content for code in threads)
    assert len(asked()) - before <= 8
    before = len(asked())
    assert await sees(room.carol, codes[0])
    assert len(asked()) == before, "a minute long nothing is asked twice"


@pytest.mark.parametrize("trouble", ["slow", "failing"])
async def test_in_doubt_nothing_is_shown(room: Room, trouble: str) -> None:
    code = await played_in(room, room.sandbox.world.add_channel("open"))
    later(room)
    if trouble == "slow":
        room.sandbox.trouble.slow_next(LOOK + 1, 20, path="GET .*/guilds")
    else:
        room.sandbox.trouble.fail_next(20, status=503, path="GET .*/guilds")
    assert not await sees(room.carol, code)
    room.sandbox.trouble.clear()
    assert await sees(room.carol, code)
