"""A message that is on its way to Discord for longer than its claim lasts is not sent again by the loop."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import Any

import pytest

from cogs.posts import boards
from cogs.posts.board_posts import IN_SIGHT
from cogs.ui.acts.challenges import challenge
from cogs.ui.context import Context
from matches.deliveries import DELIVERY_LEASE
from matches.model import Venue
from matches.settings import Notifications, PlayerSettings
from matches.timecontrol import TimeControl
from tests.support.channels import Channels
from tests.support.kills import (
    Run,
    begin,
    draw_nothing,
    first_run,
    move,
    move_and_be_answered_meanwhile,
    rest,
)
from tests.support.matches import ANN, BOB, CHANNEL, begin_game
from tests.support.stores import Stores

Sending = Coroutine[Any, Any, object]

ELSEWHERE = Venue(300, 10)
INBOXES = Venue(10_000 + ANN.id, None), Venue(10_000 + BOB.id, None)
"""The direct messages of Ann and of Bob with the bot."""


@pytest.fixture
async def run(stores: Stores, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Run]:
    draw_nothing(monkeypatch)
    async with first_run(stores) as run:
        run.client.relay, run.client.link_commands = run.relay, str
        yield run
        run.relay.close()


async def a_challenge_as_an_answer(run: Run) -> Sending:
    made = await run.service.challenges.invite("konane", ANN, BOB, CHANNEL, "first", clock=TimeControl.parse("none"))
    return run.relay.challenges.answer(run.interaction(ANN), made)


async def a_challenge_by_direct_message(run: Run) -> Sending:
    return challenge(Context(run.interaction(ANN, INBOXES[0])), "konane", BOB, "first", {})


async def a_board_as_an_answer(run: Run) -> Sending:
    match_id = await begin(run)
    return move(run, match_id)


async def a_board_elsewhere(run: Run) -> Sending:
    match_id = await begin(run)
    return move(run, match_id, ELSEWHERE)


async def a_board_that_is_brought_down(run: Run) -> Sending:
    match_id = await begin(run)
    run.client.channels.messages.popitem()
    return run.relay.boards.bump(await run.service.lookup.snapshot(match_id), run.interaction(ANN))


async def a_word_as_an_answer(run: Run) -> Sending:
    match_id = await begin(run, "squalma")
    return await _words(run, match_id, CHANNEL)


async def a_word_as_an_answer_and_another_elsewhere(run: Run) -> Sending:
    match = (await begin_game(run.service, "squalma", venue=INBOXES[1], also=INBOXES[0])).match
    await run.quiet()
    return await _words(run, match.id, INBOXES[1])


async def _words(run: Run, match_id: int, where: Venue) -> Sending:
    await move(run, match_id, where)
    await run.service.agreements.offer_draw(match_id, ANN.id)
    await run.quiet()
    declined = await run.service.agreements.decline_draw(match_id, BOB.id)
    for message_id in [*run.client.channels.messages]:  # a board that is gone cannot bear the remark
        run.client.channels.delete(message_id)

    async def say() -> None:
        await run.relay.remarks.say(declined.match, run.interaction(BOB, where))
        await run.beside()

    return say()


async def a_notice_of_the_loop(run: Run) -> Sending:
    await run.service.settings.choose(BOB.id, PlayerSettings(notifications=Notifications("dm")))
    match_id = await begin(run)
    await move(run, match_id)

    async def deliver() -> None:
        await run.relay.deliver_due()
        await run.beside()

    return deliver()


@pytest.mark.parametrize(
    ("prepare", "messages"),
    [
        (a_challenge_as_an_answer, 1),
        (a_challenge_by_direct_message, 1),
        (a_board_as_an_answer, 1),
        (a_board_elsewhere, 1),
        (a_board_that_is_brought_down, 1),
        (a_word_as_an_answer, 1),
        (a_word_as_an_answer_and_another_elsewhere, 2),
        (a_notice_of_the_loop, 1),
    ],
    ids=lambda case: getattr(case, "__name__", None),
)
async def test_a_message_that_is_on_its_way_is_not_sent_again(
    run: Run, prepare: Callable[[Run], Awaitable[Sending]], messages: int
) -> None:
    channels: Channels = run.client.channels
    sending = await prepare(run)
    channels.gate, channels.begun = asyncio.Semaphore(0), 0
    task = asyncio.create_task(sending)
    await rest()
    assert not task.done(), "it waits for Discord"
    channels.read = 0
    run.clock.time += DELIVERY_LEASE + 1
    await run.relay.deliver_due()
    await rest()
    for _ in range(messages + 1):
        channels.gate.release()
        await rest()
    await task
    assert channels.begun == messages
    assert channels.read == 0, "nothing else looks whether it is there"


async def test_a_board_that_comes_due_while_an_older_one_is_on_its_way_follows_at_once(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "PATIENCE", 0.0)
    begun = await run.service.practice.begin("konane", ANN, 1, CHANNEL, "first")
    await run.relay.boards.show(begun, run.interaction(ANN))
    for _ in range(IN_SIGHT):
        run.channels.post(CHANNEL.channel_id, "Other people's words.", {})
    await move_and_be_answered_meanwhile(run, begun.match.id)
    assert await run.service.outbox.next_due() == run.clock.now()
    await run.relay.deliver_due()
    await run.beside()
    assert [sent for sent in run.channels.sent if sent] == [
        f"konane-{begun.match.code}-{number}.png" for number in (1, 2, 3)
    ]


async def test_what_two_hold_is_held_until_both_have_ended(run: Run) -> None:
    made = await run.service.challenges.invite("konane", ANN, BOB, CHANNEL, "first")
    name = "challenge", made.id, ""
    run.clock.time += DELIVERY_LEASE + 1
    with run.relay.holding(name):
        with run.relay.holding(name):
            pass
        await run.relay.deliver_due()
        await rest()
        assert not run.client.channels.messages
    run.clock.time += DELIVERY_LEASE + 1
    await run.relay.deliver_due()
    await rest()
    assert run.client.channels.messages
