"""A tournament's winner is announced after the results of its matches, or without waiting if they cannot be posted."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from matches.codes import code_of
from matches.model import Person
from tests.support.channels import Channels
from tests.support.kills import INBOXES, Killed, Run, draw_nothing, first_run, move
from tests.support.matches import ANN, BOB, CAROL, CHANNEL
from tests.support.presses import trouble
from tests.support.stores import Stores
from tests.support.tournaments import open_tournament

FOUR = (ANN, BOB, CAROL, Person(7, "Fay"))
RESULT, WINNER = " resigned", " has won the **"
MOMENTS = 60
"""More moments than the end of a tournament has."""


@pytest.fixture(autouse=True)
def _plain_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)


@pytest.fixture
async def run(stores: Stores) -> AsyncIterator[Run]:
    async with first_run(stores) as run:
        yield run


async def resign(run: Run, match_id: int) -> None:
    """End a match without showing its result, as if the process that took the resignation were slow."""
    await run.service.play.resign(match_id, (await run.service.lookup.match(match_id)).players[0].id)


async def last_match(run: Run) -> int:
    """The ID of the match that decides a tournament. Both players have moved, and its board is shown."""
    run.store.goes_on = True
    tournament = await run.service.tournaments.create(replace(open_tournament(run.clock, "knockout"), game="konane"))
    for person in FOUR:
        await run.service.tournaments.join(tournament.id, person)
    run.clock.time = tournament.begins_at
    while True:
        for _ in range(2):
            await run.quiet()
        meetings = (await run.service.tournaments.of(tournament.id)).meetings
        unfinished = [meeting.match_id or 0 for meeting in meetings if not meeting.over]
        for match_id in unfinished:
            for _ in range(2):
                await move(run, match_id)
        if len(unfinished) == 1:
            await run.quiet()
            return unfinished[0]
        for match_id in unfinished:
            await resign(run, match_id)


def told(run: Run, match_id: int) -> list[str]:
    """What the channel shows of the result of a match and of the winner, in order."""
    kinds = {RESULT: "result", WINNER: "winner"}
    posted = [post.content for post in run.channels.messages.values() if post.channel_id == CHANNEL.channel_id]
    newest = [text for text in posted if WINNER in text or f"match #{code_of(match_id)}" in text]
    return [kind for text in newest for said, kind in kinds.items() if said in text]


def direct(run: Run) -> list[int]:
    """The IDs of the people who are told of the winner by direct message."""
    posts = run.channels.messages.values()
    return sorted(post.channel_id - INBOXES for post in posts if WINNER in post.content and post.channel_id > INBOXES)


def refuse_results(monkeypatch: pytest.MonkeyPatch, code: int, status: int) -> None:
    """Let Discord refuse each message with a result."""
    send = Channels.send

    async def sending(channels: Channels, channel_id: int, content: str, more: dict[str, Any]) -> Any:
        if RESULT in content:
            raise trouble(code, status)
        return await send(channels, channel_id, content, more)

    monkeypatch.setattr(Channels, "send", sending)


async def test_the_winner_is_announced_after_a_result_that_is_still_being_posted(run: Run) -> None:
    match_id = await last_match(run)
    await resign(run, match_id)
    await run.alarms()
    await run.relay.deliver_due()
    await run.beside()
    assert told(run, match_id) == []
    await run.quiet()
    assert told(run, match_id) == ["result", "winner"]


async def test_the_winner_is_announced_at_once_after_a_result_that_is_posted(run: Run) -> None:
    match_id = await last_match(run)
    loser = (await run.service.lookup.match(match_id)).players[0]
    await run.relay.boards.show(await run.service.play.resign(match_id, loser.id), run.interaction(loser))
    await run.alarms()
    await run.relay.deliver_due()
    await run.beside()
    assert told(run, match_id) == ["result", "winner"]


@pytest.mark.parametrize("dies", [False, True])
async def test_the_winner_waits_for_a_result_that_another_process_posts(run: Run, *, dies: bool) -> None:
    match_id, other = await last_match(run), run.next_run()
    for process in (run, other):
        process.service.outbox._core.alone = False
    loser = (await other.service.lookup.match(match_id)).players[0]
    ended = await other.service.play.resign(match_id, loser.id)
    await run.alarms()
    await run.relay.deliver_due()
    await run.beside()
    assert told(run, match_id) == []
    if not dies:
        await other.relay.boards.show(ended, other.interaction(loser))
    await run.quiet()
    assert told(run, match_id) == ["result", "winner"]


async def test_the_winner_waits_for_a_result_that_discord_fails_to_take_for_minutes(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await last_match(run)
    with monkeypatch.context() as failing:
        refuse_results(failing, 0, 503)
        await resign(run, match_id)
        for _ in range(3):
            await run.quiet()
        assert told(run, match_id) == []
    for _ in range(2):
        await run.quiet()
    assert told(run, match_id) == ["result", "winner"]


async def test_the_winner_is_announced_without_a_result_that_discord_refuses(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await last_match(run)
    refuse_results(monkeypatch, 50035, 400)
    await resign(run, match_id)
    await run.quiet()
    assert told(run, match_id) == ["winner"]


@pytest.mark.parametrize(("code", "status"), [(10003, 404), (50013, 403)])
async def test_everybody_is_told_of_the_winner_if_the_channel_is_lost(run: Run, code: int, status: int) -> None:
    match_id = await last_match(run)
    run.channels.refusals[CHANNEL.channel_id] = code, status
    await resign(run, match_id)
    for _ in range(40):
        await run.quiet()
    assert direct(run) == sorted(person.id for person in FOUR)
    assert told(run, match_id) == []


async def test_after_a_kill_at_any_moment_the_winner_is_announced_once_and_after_the_result(stores: Stores) -> None:
    for fatal in range(1, MOMENTS):
        async with first_run(stores) as first:
            match_id = await last_match(first)
            first.moments.passed, first.moments.fatal = 0, fatal
            try:
                await resign(first, match_id)
                await first.quiet()
            except Killed:
                first.relay.close()
            last = first.next_run()
            await last.relay.begin()
            if not (await last.service.lookup.match(match_id)).over:
                await resign(last, match_id)
            for _ in range(2):
                await last.quiet()
            assert told(last, match_id) == ["result", "winner"], f"killed at moment {fatal}"
            if first.moments.passed < fatal:
                break
    else:
        pytest.fail("the end of the tournament has more moments")
