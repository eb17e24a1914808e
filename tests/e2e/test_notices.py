"""Who is pinged, how, and how often: once for each turn, through refusals and a broken connection."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from sandbox import Change, Driver, Message
from tests.e2e.rooms import Room, play_button

POST = r"POST /channels/\d+/messages$"


@dataclass
class Ear:
    """Records every ping, also of a message that is deleted later."""

    room: Room
    heard: list[tuple[str, str]] = field(default_factory=list)
    """Who was pinged, by first name, and whether in the channel or directly."""

    def __post_init__(self) -> None:
        self.room.sandbox.world.watch(self._take)

    def _take(self, change: Change) -> None:
        message = change.new
        if change.old is not None or not isinstance(message, Message):
            return
        where = "channel" if message.channel_id == self.room.channel.id else "directly"
        for name in ("alice", "bob", "carol"):
            if getattr(self.room, name).user.id in message.pinged:
                self.heard.append((name, where))

    async def pings(self, *expected: tuple[str, str]) -> None:
        """Wait until exactly these pings have come since the last call, in any order."""
        await self.room.sandbox.wait_for(lambda: len(self.heard) >= len(expected), what=f"{expected}, not {self.heard}")
        await asyncio.sleep(0.15)  # time for one ping too many
        assert sorted(self.heard) == sorted(expected)
        self.heard.clear()


async def told_directly(person: Driver, words: str) -> Message:
    return await person.at(None).sees(lambda message: words in message.content, what=f"“{words}” to {person!r}")


async def until(room: Room, look: Callable[[], object], what: str) -> None:
    await room.sandbox.wait_for(lambda: bool(look()), what=what)


# Each turn is told once, in the chosen way


async def test_a_person_who_chose_direct_messages_is_pinged_there_once_and_only_named_in_the_channel(
    room: Room,
) -> None:
    match = await room.match()
    await room.bob.slash("/notifications", way="dm")
    ear = Ear(room)
    await match.move(0, "d5")
    await ear.pings(("bob", "directly"))
    post = await match.post(2)
    assert post.content.startswith(f"**{room.bob.user.global_name}**, your first move")
    assert post.mentions == ()
    told = await told_directly(room.bob, match.name)
    assert told.attachments
    assert post.id in told.content
    await match.move(1, "d4")
    await ear.pings(("alice", "channel"))
    await until(room, lambda: told not in room.bob.at(None).messages(), "the stale message to be deleted")


async def test_previews_edits_lists_and_bumps_ping_nobody(room: Room) -> None:
    match = await room.match(clock="3d")
    await room.alice.slash("/settings", preview=True)
    await room.bob.slash("/settings", preview=True)
    ear = Ear(room)
    preview = await match.move(0, "d5")
    assert preview.private
    await room.alice.click(await match.post(), "My board")
    await room.alice.slash("/matches")
    await match.act(room.bob, "Post the board again")
    bumped = await match.post(2)
    await room.alice.click(bumped, "More")
    await room.alice.slash("/vacation", days=1)  # the headline of the board is edited
    await until(
        room, lambda: "the clock is paused" in match.posts()[-1].content, "the board to say that the clock waits"
    )
    await room.alice.click(await room.alice.slash("/vacation"), "Come back now")
    await until(room, lambda: "due <t:" in match.posts()[-1].content, "the board to say that the clock runs")
    await ear.pings()
    assert bumped.mentions == ()
    await room.alice.click(preview, play_button(preview))
    await ear.pings(("bob", "channel"))


async def test_names_and_notes_ping_nobody(room: Room) -> None:
    world = room.sandbox.world
    room.sandbox.trouble.allow("mention_everyone", room.channel)
    odd = room.alice.at(room.channel)
    odd.user = world.add_user(f"@everyone <@{room.carol.user.id}> @here")
    challenge = await odd.slash(
        "/squalma challenge",
        opponent=room.bob.user.id,
        side="first",
        note=f"@everyone, @here and <@{room.carol.user.id}>: look!",
    )
    assert challenge.post.pinged == (room.bob.user.id,)
    first = (await room.bob.click(challenge, "Accept")).message
    second = (await odd.slash("/squalma move", move="a2-a3")).message
    third = await room.bob.slash("/squalma move", move="b7-b6")
    await odd.click(await odd.click(third, "Offer a draw"), "Offer a draw")
    offered = await room.bob.sees(lambda message: "offer" in message.content and room.bob.user.id in message.pinged)
    for message, whom in ((first, odd), (second, room.bob), (offered, room.bob)):
        assert message is not None
        assert message.pinged == message.mentions == (whom.user.id,)
        assert not message.mention_everyone


# When something fails


async def test_a_board_that_discord_refuses_for_a_while_is_posted_once(troubled_room: Room) -> None:
    room, trouble = troubled_room, troubled_room.sandbox.trouble
    match = await room.match()
    ear = Ear(room)
    for person in (room.alice, room.bob):
        await person.slash("/settings", preview=True)
    for count, (status, path, after) in enumerate(
        [
            (429, POST, False),
            (500, POST, True),  # the request took effect, and its answer was lost
            (500, "/callback", True),
            (429, "/callback", False),
        ],
        2,
    ):
        mover, move = [(0, "d5"), (1, "d4"), (0, "d7-d5"), (1, "d2-d4")][count - 2]
        person = match.seats[mover]
        if path == POST:
            picker = await person.click(await match.post(), "Move")
            preview = await person.click(
                picker, next(button.label for button in picker.buttons if button.label.endswith(move))
            )
            trouble.fail_next(status=status, path=path, after=after)
            await person.click(preview, play_button(preview))
        else:
            await person.slash("/settings", preview=False)
            trouble.fail_next(status=status, path=path, after=after)
            await match.move(mover, move)
        await ear.pings(("alice" if mover else "bob", "channel"))
        await match.post(count)
        await asyncio.sleep(0.1)
        assert len(match.posts()) == count


async def test_a_dropped_line_and_a_lost_session_cost_no_turn_and_no_ping(room: Room) -> None:
    sandbox = room.sandbox
    match = await room.match()
    ear = Ear(room)
    resumed = sandbox.gateway.resumed
    await sandbox.trouble.drop_gateway()
    await match.move(0, "d5")  # Discord delivers it when the connection is resumed
    await ear.pings(("bob", "channel"))
    assert sandbox.gateway.resumed == resumed + 1
    sessions = sandbox.gateway.identified
    await sandbox.trouble.invalidate_session()
    await until(room, lambda: sandbox.gateway.identified > sessions and sandbox.gateway.online, "a new session")
    await match.move(1, "d4")
    await ear.pings(("alice", "channel"))
    assert len(match.posts()) == 3
