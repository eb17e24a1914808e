"""Reminders that are due together are one message, from which outdated lines are removed."""

import asyncio
import re
from collections.abc import AsyncIterator

import pytest

from matches.settings import Notifications, PlayerSettings, Way
from matches.timecontrol import DAY, HOUR
from tests.support.channels import Posted
from tests.support.kills import Run, accept, first_run, invite, move
from tests.support.matches import ANN, BOB, CHANNEL
from tests.support.stores import Stores

HEADING = "<@1>, your time is running out in {} matches:"


@pytest.fixture
async def run(stores: Stores) -> AsyncIterator[Run]:
    async with first_run(stores) as run:
        yield run


def told(run: Run) -> list[Posted]:
    """The messages without a board, except challenges."""
    messages = run.client.channels.messages.values()
    return [message for message in messages if not message.sent and "challenge to" not in message.content]


async def begun(run: Run, *clocks: str) -> list[int]:
    """Some matches in which Ann is to move."""
    ids = [await invite(run, clock=clock) for clock in clocks]
    for match_id in ids:
        await accept(run, match_id)
    return ids


async def pass_time(run: Run, seconds: int) -> None:
    run.clock.time += seconds
    await run.service.schedule.act()
    await run.quiet()


@pytest.mark.parametrize(("way", "channel"), [("channel", CHANNEL.channel_id), ("dm", 10_000 + ANN.id)])
async def test_several_at_once_are_one_message_that_shrinks(run: Run, way: Way, channel: int) -> None:
    await begun(run, "14d")
    first, second, third = await begun(run, "3d", "3d", "3d")
    await run.service.settings.choose(ANN.id, PlayerSettings(notifications=Notifications(way)))
    await pass_time(run, 2 * DAY)
    (message,) = told(run)
    assert message.channel_id == channel
    heading, *lines = message.content.split("\n")
    assert heading == HEADING.format(3)
    assert [re.sub(r"<t:\d+:R>|#\w+", "", line) for line in lines] == [
        "- your move against Bob is due  · Konane, match "
    ] * 3, "without links, because the button leads to each match"
    assert message.buttons == ["t1:next:0:0"]
    assert message.labels == ["Next match (3)"], "not the fourth match, of which the message says nothing"
    await move(run, second)
    await run.quiet()
    assert told(run) == [message]
    assert message.content.startswith(HEADING.format(2))
    await move(run, first)
    await run.quiet()
    assert told(run) == [message]
    assert message.content.startswith("<@1>, your move against Bob is due <t:")
    assert message.buttons == [f"t1:move:{third}:1"]
    await move(run, third)
    await run.quiet()
    assert told(run) == []


async def test_one_alone_says_when_the_move_is_due_and_leads_to_it(run: Run) -> None:
    (only,) = await begun(run, "3d")
    await pass_time(run, 3 * DAY - 6 * HOUR)
    match = await run.service.lookup.match(only)
    (message,) = told(run)
    assert message.content.split("\n")[0] == (
        f"<@1>, your move against Bob is due <t:{match.deadline}:R> · Konane, match #{match.code}"
    )
    assert message.buttons == [f"t1:move:{only}:1"]


async def test_those_at_different_times_are_different_messages(run: Run) -> None:
    await begun(run, "3d")
    await pass_time(run, 2 * HOUR)
    await begun(run, "3d")
    await pass_time(run, 2 * DAY - 2 * HOUR)
    await pass_time(run, 2 * HOUR)
    assert [message.content.split(" <t:")[0] for message in told(run)] == ["<@1>, your move against Bob is due"] * 2


async def test_alarms_that_are_due_at_once_are_one_message_while_they_are_still_taken(run: Run) -> None:
    await begun(run, *["3d"] * 8)
    run.clock.time += 2 * DAY
    acting = asyncio.create_task(run.service.schedule.act())
    await run.relay.deliver_due()
    await acting
    await run.quiet()
    (message,) = told(run)
    assert message.content.startswith(HEADING.format(8))


@pytest.mark.parametrize(("way", "channel"), [("channel", CHANNEL.channel_id), ("dm", 10_000 + BOB.id)])
async def test_several_claims_are_one_message_that_shrinks(run: Run, way: Way, channel: int) -> None:
    first, second = await begun(run, "1d soft", "1d soft")
    await run.service.settings.choose(BOB.id, PlayerSettings(notifications=Notifications(way)))
    await run.service.settings.choose(ANN.id, PlayerSettings(notifications=Notifications("digest")))
    await pass_time(run, DAY)
    (message,) = [message for message in told(run) if message.channel_id == channel and "<@2>" in message.content]
    heading, *lines = message.content.split("\n")
    assert heading == "<@2>, there is news in 2 matches:"
    assert [line.partition(" · ")[0] for line in lines] == ["- Ann ran out of time. Claim the win or wait"] * 2
    assert message.buttons == [f"t1:claim:{match_id}:1" for match_id in (first, second)]
    await move(run, first)
    await run.quiet()
    assert message.content.startswith("<@2>, Ann ran out of time. Claim the win or wait · Konane, match #")
    assert message.buttons == [f"t1:claim:{second}:1"]


async def test_several_ends_in_a_channel_ping_each_player_once(run: Run) -> None:
    ids = await begun(run, "1d", "1d", "1d")
    await pass_time(run, DAY)
    boards = [message for message in run.client.channels.messages.values() if "No result" in message.content]
    assert len(boards) == len(ids)
    for person in (ANN, BOB):
        assert sum(f"<@{person.id}>" in board.content for board in boards) == 1
    later = await begun(run, "1d")
    await pass_time(run, DAY)
    last = max(run.client.channels.messages.values(), key=lambda message: message.id)
    assert f"#{(await run.service.lookup.match(later[0])).code}" in last.content
    assert all(f"<@{person.id}>" in last.content for person in (ANN, BOB)), "the earlier ends are shown"


async def test_several_ends_by_direct_message_are_one(run: Run) -> None:
    await run.service.settings.choose(BOB.id, PlayerSettings(notifications=Notifications("dm")))
    await begun(run, "1d", "1d", "1d")
    await pass_time(run, DAY)
    (message,) = [message for message in told(run) if message.channel_id == 10_000 + BOB.id]
    assert message.content.startswith("<@2>, 3 matches are over:\n- No result")
    assert message.content.count("<@2>") == 1
