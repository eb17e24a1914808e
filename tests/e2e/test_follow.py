"""Following a match as a spectator: quiet messages to people who can still view its channel."""

from sandbox import Driver, Message
from tests.e2e.rooms import Room, labels


def told(person: Driver) -> list[Message]:
    """The bot's direct messages to somebody, oldest first; none before there is such a channel."""
    return [message for message in person.at(None).messages() if not message.private]


async def hears(person: Driver, count: int) -> Message:
    """The newest direct message, once there are `count` of them."""
    return await person.sandbox.wait_for(
        lambda: found[-1] if len(found := told(person)) == count else None,
        what=f"{count} direct messages to {person!r}: {told(person)}",
    )


async def test_a_spectator_is_told_of_each_move_and_of_the_end_without_a_ping(room: Room) -> None:
    match = await room.match()
    alice, bob, carol = room.alice, room.bob, room.carol
    following = await carol.click(await carol.click(await match.post(), "More"), "Follow")
    assert (
        following.content == f"You follow Konane #{match.code}: its end comes to you by direct message, without a ping."
    )
    assert labels(following) == ["Each move", "Unfollow"]
    await match.move(0, "d5")
    assert "each move and its end" in (await carol.click(following, "Each move")).content
    assert told(carol) == [], "the move before was not to be told"
    await match.move(1, "d4")
    first = await hears(carol, 1)
    assert first.content.startswith(f"{bob.user.global_name} took d4 off the board · Konane #{match.code}")
    assert first.pinged == ()
    assert labels(first) == ["My board", "Unfollow"]
    assert (await carol.click(first, "My board")).message is not None
    await match.move(0, "d7-d5")
    await room.sandbox.wait_for(
        lambda: (
            [message.content.startswith(f"{alice.user.global_name} jumped d7-d5") for message in told(carol)] == [True]
        ),
        what="the newest move in place of the one before",
    )
    await bob.click(await bob.slash("/konane resign", match=match.name), "Resign")
    await room.sandbox.wait_for(
        lambda: any("resigned" in message.content and message.pinged == () for message in told(carol)), what="the end"
    )
    assert "Follow" not in labels(await carol.click(await match.post(), "More"))
