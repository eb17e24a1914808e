"""Outages in the sandbox: the bot is away, or does not hear Discord, and deadlines move by that time."""

from sandbox import Driver
from tests.e2e.clocks import BLINK, HOUR, Heard, due, go_to, headline, heartbeat, record, return_after
from tests.e2e.conftest import House
from tests.e2e.rooms import Match


async def listed(person: Driver, match: Match) -> str:
    """The line about a match in somebody's list."""
    text = (await person.slash("/matches")).content
    return next(line for line in text.splitlines() if match.name in line)


async def test_deadlines_move_once_by_an_outage_and_not_by_a_short_one(own_house: House) -> None:
    room, heard = own_house.room(), Heard(own_house)
    match, other = await room.match(clock="1d"), await room.match(clock="2d")
    deadline = due(headline(await match.post()))
    await heartbeat(own_house)
    await own_house.bot.kill()
    own_house.sandbox.move_clock(5 * HOUR)
    await own_house.bot.start()
    moved = due(await listed(room.alice, match))
    assert 5 * HOUR <= moved - deadline < 5 * HOUR + 2 * BLINK
    first = await match.post()
    await own_house.sandbox.wait_for(
        lambda: due(headline(now)) == moved if (now := room.sandbox.world.find_message(first.id)) else False,
        what="the board that is shown to say its new deadline",
    )
    assert first.pinged == (room.alice.user.id,)
    await own_house.bot.restart(kill=True)
    assert due(await listed(room.alice, match)) == moved
    board = await match.move(0, "d5")
    assert f"I was offline for 5 hours, so {room.alice.user.global_name} got that time back." in board.content
    assert "I was away" not in (await match.move(1, "d4")).content
    later = due(await listed(room.alice, other))
    go_to(own_house, due(headline(await match.post(3))) - 60)
    await return_after(own_house, 80)
    returned = room.sandbox.clock.now()
    end = await heard.first(match.name, "ran out of time")
    assert end.at - returned < BLINK
    assert due(await listed(room.alice, other)) == later
    assert len(heard.with_words(match.name, "ran out of time")) == 1


async def test_deadlines_move_by_a_long_silence_of_the_gateway_without_a_restart(own_house: House) -> None:
    room, sandbox = own_house.room(), own_house.sandbox
    match = await room.match(clock="1d")
    deadline = record(own_house, match)["deadline"]
    await heartbeat(own_house)
    await sandbox.trouble.silence_gateway()
    await sandbox.wait_for(lambda: sandbox.gateway.waiting, what="the bot to notice that nobody answers")
    sandbox.move_clock(30 * HOUR)
    sandbox.trouble.answer_gateway()
    await own_house.noted("SELECT 1 FROM outage")
    moved = record(own_house, match)
    assert moved["status"] == "running"
    assert 30 * HOUR <= moved["deadline"] - deadline < 30 * HOUR + 2 * BLINK
    board = await match.move(0, "d5")
    assert "I was offline for 1 day" in board.content
