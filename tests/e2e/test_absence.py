"""An opponent has left the server where a match is shown."""

from dataclasses import replace

import pytest

from sandbox import Answer, Driver
from tests.e2e.rooms import Room, play_chosen
from tests.e2e.whereabouts import begin, board, code_in, direct, server


def leave(room: Room, guild_id: str | None, person: Driver) -> None:
    """Let somebody leave a server."""
    guild = room.sandbox.world.guilds[str(guild_id)]
    members = tuple(member for member in guild.members if member.user_id != person.user.id)
    room.sandbox.world.put(replace(guild, members=members))


def told(answer: Answer) -> list[str]:
    return [message.content for message in answer.followups if "has left" in message.content]


@pytest.fixture
def room(troubled_room: Room) -> Room:
    """A room in which Discord refuses to tell about members who are not there."""
    return troubled_room


async def test_the_mover_is_told_once_and_the_match_goes_on_by_direct_messages(room: Room) -> None:
    guild, channel = server(room, "A place to leave")
    alice, bob, gone = room.alice.at(channel), room.bob.at(channel), room.bob.at(None)
    name = bob.user.global_name
    code = code_in((await begin(alice, bob, clock="2d"))[1])
    leave(room, guild.id, bob)
    moved = await (await alice.slash("/konane move", move="d5")).settled()
    await room.sandbox.wait_for(lambda: told(moved), what="what Alice is told")
    (text,) = told(moved)
    assert text.startswith(f"**{name} has left this server.**")
    assert "When their time runs out, the match ends by itself." in text
    assert [button.label for button in moved.followups[-1].buttons] == ["Abort (no result)"]
    turn = await direct(gone, f"#{code}")
    assert f"/{channel.id}/" not in turn.content, "he cannot open a link there"
    picker = await gone.click(turn, "Move")
    assert "You played" in (await play_chosen(gone, picker, picker.buttons[0].label)).content
    assert (await board(room, channel, code, 3)).pinged == (alice.user.id,)
    looked = await (await alice.slash("/konane board", match=code)).settled()
    again = await (await alice.slash("/konane move", move="d7-d5")).settled()
    assert [*told(looked), *told(again)] == []
    assert (await board(room, channel, code, 4)).pinged == ()
    await gone.sees(lambda message: "d7-d5" in message.content, what="the next turn")
    done = await (await gone.slash("/konane move", move="d2-d4", match=code)).settled()
    assert "in a server that you have left" in done.content
    await board(room, channel, code, 5)

    listed = (await gone.slash("/matches")).content
    assert code in listed
    assert channel.id not in listed

    room.sandbox.world.join(guild, bob.user)
    await alice.slash("/konane move", move="b3-d3")
    await board(room, channel, code, 6)
    await bob.slash("/konane move", move="c1-c3")
    await board(room, channel, code, 7)
    await alice.slash("/konane move", move="b1-b3")
    assert (await board(room, channel, code, 8)).pinged == (bob.user.id,), "he is back"


async def test_who_looks_at_a_match_is_told_and_may_abort_it(room: Room) -> None:
    guild, channel = server(room, "Another place to leave")
    alice, bob = room.alice.at(channel), room.bob.at(channel)
    code = code_in((await begin(alice, bob, clock="none"))[1])
    leave(room, guild.id, bob)
    looked = await (await alice.slash("/konane board", match=code)).settled()
    await room.sandbox.wait_for(lambda: told(looked), what="what Alice is told")
    assert "If they do not move for 3 days, you can abort the match yourself." in told(looked)[0]
    asked = await alice.click(looked.followups[-1], "Abort (no result)")
    ended = await alice.click(asked, "Abort (no result)")
    assert "You aborted" in (await ended.settled()).content
    await direct(room.bob.at(None), "aborted")


async def test_who_accepts_the_challenge_of_somebody_who_has_left_is_told(room: Room) -> None:
    guild, channel = server(room, "A place left early")
    alice, bob = room.alice.at(channel), room.bob.at(channel)
    challenge = await alice.slash("/konane challenge", opponent=bob.user)
    leave(room, guild.id, alice)
    accepted = await (await bob.click(challenge, "Accept")).settled()
    await room.sandbox.wait_for(lambda: told(accepted), what="what Bob is told")
    assert told(accepted)[0].startswith(f"**{alice.user.global_name} has left this server.**")
