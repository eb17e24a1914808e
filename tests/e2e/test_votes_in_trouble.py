"""Matches by vote in threads, votes from direct messages, and servers that lose the bot, a channel or a voter."""

from dataclasses import replace

from matches.crowds import SPREAD
from matches.timecontrol import HOUR
from sandbox import Answer, Channel, Driver, Guild, Message
from tests.e2e.conftest import House
from tests.e2e.rooms import Room, labels
from tests.e2e.voting import COMPUTER, begin, cast, newest, only_post, posts
from tests.e2e.whereabouts import is_archived, server

ROUND = HOUR + SPREAD + 30
"""Seconds after which a vote of an hour is over."""


def present(room: Room, name: str) -> tuple[Guild, Channel, Driver, Driver]:
    """A server with one channel, and Alice and Bob in it."""
    guild, channel = server(room, name)
    return guild, channel, room.alice.at(channel), room.bob.at(channel)


async def thread_in(room: Room, channel: Channel, number: int = 1) -> Channel:
    """The thread with this number, counted from 1, of the server with this channel."""

    def found() -> Channel | None:
        channels = room.sandbox.world.channels.values()
        threads = [each for each in channels if each.thread is not None and each.guild_id == channel.guild_id]
        return threads[number - 1] if len(threads) >= number else None

    return await room.sandbox.wait_for(found, what="the thread of the match")


async def choose(player: Driver, shown: Message) -> str:
    """Press **Vote** under a message and choose the first move; return what the player reads then."""
    answer = await player.click(shown, "Vote")
    while not any(label.startswith("Vote for ") for label in labels(answer)):
        offered = [button for button in answer.buttons if ":vote-pick:" in (button.custom_id or "")]
        if not offered:
            return answer.content
        answer = await player.click(answer, offered[0].label or "")
    return (await player.click(answer, next(x for x in labels(answer) if x.startswith("Vote for ")))).content


async def test_a_match_by_vote_in_a_thread_goes_on_there_to_its_end(own_house: House) -> None:
    room = own_house.room()
    _, channel, alice, bob = present(room, "Threads")
    await room.carol.at(channel).slash("/server", place="thread")
    await begin(alice, COMPUTER, "1h")
    sandbox = room.sandbox
    await newest(alice)
    await cast(alice, 0)
    await cast(bob, 1)
    sandbox.move_clock(ROUND)
    thread = await thread_in(room, channel)  # it begins at the first board
    second = await newest(alice.at(thread))
    assert "Last vote: " in second.content
    await sandbox.wait_for(lambda: not posts(alice), what="the first board to lose its buttons")
    move = next(text for text in await alice.autocomplete("/squalma move", "move", "a1") if "-" in text)
    assert "You voted for" in (await alice.slash("/squalma move", move=move)).content, "typed in the channel above"
    sandbox.move_clock(ROUND)
    third = await newest(alice.at(thread), second.id)
    sandbox.move_clock(ROUND)
    await sandbox.wait_for(
        lambda: (shown := only_post(alice.at(thread))) and "nobody has voted" in shown[0].content,
        what="the vote to be extended",
    )
    assert (await newest(alice.at(thread))).id == third.id
    sandbox.move_clock(ROUND)
    over = await alice.at(thread).sees(lambda message: "No result: nobody voted" in message.content)
    assert labels(over)[0] == "Rematch"
    await sandbox.wait_for(lambda: is_archived(room, thread), what="the thread to be archived")
    await alice.at(thread).click(over, "Rematch")
    assert await newest(alice), "the rematch begins in the channel, where it gets a thread of its own"


async def test_a_match_whose_channel_is_hidden_at_the_end_of_a_vote_waits(own_house: House) -> None:
    room = own_house.room()
    _, channel, alice, bob = present(room, "Hidden")
    await begin(alice, COMPUTER, "1h")
    first = await newest(alice)
    for player in (alice, bob):
        await cast(player, 0)
    room.sandbox.trouble.deny("view_channel", channel)
    room.sandbox.move_clock(ROUND)
    over = "SELECT id, 0 FROM match WHERE status = 'over'"
    await own_house.noted(f"SELECT subject, tried FROM outbox WHERE kind = 'board' AND tried > 0 UNION {over}")
    assert own_house.rows(over) == []
    room.sandbox.trouble.allow("view_channel", channel)
    for _ in range(12):  # the post is tried again
        room.sandbox.move_clock(60)
    second = await newest(alice, first.id)
    assert ": 2" in second.content.splitlines()[1]


async def test_a_vote_from_a_direct_message(own_house: House) -> None:
    room = own_house.room()
    guild, channel, alice, bob = present(room, "Told")
    await begin(alice, COMPUTER, "1h")
    first = await newest(alice)
    for player in (alice, bob):
        assert "You will get a DM" in (await told_of_votes(player)).content
    room.sandbox.move_clock(ROUND)
    second = await newest(alice, first.id)
    inbox = Driver(room.sandbox, room.bob.user)
    notice = await inbox.sees(lambda message: "a new vote is open" in message.content)
    assert "You voted for **" in await choose(inbox, notice)
    await room.sandbox.wait_for(
        lambda: own_house.rows("SELECT 1 FROM vote WHERE ply = 3") or None, what="the vote to be stored"
    )
    room.sandbox.move_clock(ROUND)
    await newest(alice, second.id)
    latest = await inbox.sees(lambda message: "a new vote is open" in message.content and message.id != notice.id)
    world = room.sandbox.world
    here = world.guilds[guild.id]
    members = tuple(member for member in here.members if member.user_id != room.bob.user.id)
    world.put(replace(here, members=members))
    room.sandbox.move_clock(61)
    gone = await inbox.click(latest, "Vote")
    assert gone.content == "There is no match #1000 that you can see."
    world.join(guild, room.bob.user)
    room.sandbox.move_clock(61)
    assert "You voted for **" in await choose(inbox, latest)
    await room.carol.at(channel).slash("/moderate ban", user=room.bob.user.id)
    banned = await inbox.click(latest, "Vote")
    assert banned.content == "There is no match #1000 that you can see."
    assert own_house.rows("SELECT 1 FROM vote WHERE ply = 5") == []


async def told_of_votes(player: Driver) -> Answer:
    """Vote, and ask to be told of the next vote."""
    return await player.click(await cast(player, 0), "Tell me when a vote opens")
