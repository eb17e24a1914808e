"""The end of a match that is shown nowhere: who ends it sees it in the answer, and the opponent is told directly."""

from collections.abc import Awaitable, Callable

import pytest

from sandbox import Channel, Driver, Message
from tests.e2e.conftest import House
from tests.e2e.rooms import Room, labels
from tests.e2e.whereabouts import code_in, direct, server

NEARLY_OVER = "B..W../....../....BW/..W..B/..B..W/WBWBWB 22"
"""A position of Konane in which Black wins by f3-f5."""

WAITS = "SELECT 1 FROM outbox WHERE way = 'use' AND person_id = ?"


async def begun(room: Room, command: str = "/squalma challenge", **options: str) -> tuple[Channel, str]:
    """A match in a channel of its own."""
    _, channel = server(room, "Gone tomorrow")
    challenge = await room.alice.at(channel).slash(command, opponent=room.bob.user.id, side="first", **options)
    assert not challenge.private, challenge.content
    return channel, code_in(await room.bob.at(channel).click(challenge, "Accept"))


async def end_seen(person: Driver, code: str, words: str) -> Message:
    """The private answer that shows somebody the end of a match with its last board."""

    def shows(message: Message) -> bool:
        return message.private and words in message.content and bool(message.attachments)

    seen = await person.sees(shows, what=f"{words} of #{code}")
    assert [message.id for message in person.messages() if shows(message)] == [seen.id], "once only"
    assert "move-here" not in seen.content
    return seen


async def resigned(room: Room, code: str) -> Driver:
    asked = await room.alice.slash("/squalma resign", match=code)
    await room.alice.click(asked, "Abort (no result)")
    return room.alice


async def resigned_later(room: Room, code: str) -> Driver:
    """Alice resigns after a move by which the bot has found the channel gone."""
    await room.alice.slash("/squalma move", move="a2-a3", match=code)
    return await resigned(room, code)


async def agreed(room: Room, code: str) -> Driver:
    """Bob accepts, in his direct messages, the draw that Alice offers from the list of her matches."""
    entry = await room.alice.select(await room.alice.slash("/matches"), f"match-{int(code, 36)}")
    await room.alice.click(await room.alice.click(entry, "More"), "Offer a draw")
    bob = room.bob.at(None)
    offer = await bob.sees(lambda message: "offers a draw" in message.content and bool(message.buttons))
    await bob.click(offer, "Accept the draw")
    return bob


async def typed(room: Room, code: str) -> Driver:
    await room.alice.slash("/konane move", move="f3-f5", match=code)
    return room.alice


async def confirmed(room: Room, code: str) -> Driver:
    picker = await room.alice.slash("/konane move", match=code)
    await room.alice.click(picker, next(label for label in labels(picker) if "f3-f5" in label))
    return room.alice


Ending = Callable[[Room, str], Awaitable[Driver]]


@pytest.mark.parametrize(
    ("ending", "words"),
    [
        (resigned, "aborted"),
        (resigned_later, "aborted"),
        (agreed, "Draw"),
        (typed, "no jump left"),
        (confirmed, "no jump left"),
    ],
)
async def test_who_ends_a_match_sees_it_and_the_opponent_is_told_directly(
    troubled_room: Room, ending: Ending, words: str
) -> None:
    room = troubled_room
    nearly_over = {"command": "/setup", "game": "konane", "code": NEARLY_OVER}
    channel, code = await begun(room, **(nearly_over if ending in {typed, confirmed} else {}))
    room.sandbox.trouble.delete_channel(channel)
    actor = await ending(room, code)
    seen = await end_seen(actor, code, words)
    assert await room.sandbox.png(seen.attachments[0])
    other = room.bob if actor.user == room.alice.user else room.alice
    told = await direct(other, words, f"#{code}")
    assert told.attachments
    assert "I tell" not in seen.content
    mine = [message for message in actor.at(None).messages() if words in message.content and not message.private]
    assert mine == [], "they have seen it"


async def test_somebody_with_closed_direct_messages_is_told_at_their_next_use_of_the_bot(
    shared_house: House, troubled_room: Room
) -> None:
    room = troubled_room
    channel, code = await begun(room)
    room.sandbox.trouble.close_dms(room.bob.user)
    room.sandbox.trouble.delete_channel(channel)
    await end_seen(await resigned(room, code), code, "aborted")
    await shared_house.noted(WAITS, int(room.bob.user.id))
    first = await room.bob.slash("/help")
    told = await end_seen(room.bob, code, "aborted")
    assert told.id in {message.id for message in first.followups}
    second = await room.bob.slash("/help")
    assert second.followups == []


async def test_a_move_and_an_end_are_told_directly_where_the_bot_may_not_post(troubled_room: Room) -> None:
    room = troubled_room
    channel, code = await begun(room)
    room.sandbox.trouble.deny("send_messages", channel)
    moved = await room.alice.slash("/squalma move", move="a2-a3", match=code)
    assert "I cannot post the board" in moved.content
    assert (await direct(room.bob, "your first move", f"#{code}")).attachments
    asked = await room.bob.slash("/squalma resign", match=code)
    await room.bob.click(asked, "Abort (no result)")
    assert (await direct(room.alice, "aborted", f"#{code}")).attachments
    await end_seen(room.bob, code, "aborted")
    room.sandbox.trouble.allow("send_messages", channel)
    await room.carol.at(channel).slash("/help")
    shown = await room.carol.at(channel).sees(lambda message: "aborted" in message.content and not message.private)
    assert shown.attachments, "the board comes as soon as it can"
