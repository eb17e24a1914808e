"""A whole match in a channel in one evening, at five minutes a move: reminders, deadlines, and the end on time."""

from collections.abc import AsyncIterator

import pytest

from matches.errors import Over
from matches.timecontrol import MINUTE
from tests.support.channels import Posted
from tests.support.kills import Run, begin, first_run
from tests.support.matches import ANN, BOB
from tests.support.stores import Stores

TICK = 10
"""Seconds that pass at once."""
QUICK, SLOW = 2 * MINUTE, 4 * MINUTE  # seconds for a move without a reminder, and with one


@pytest.fixture
async def run(stores: Stores) -> AsyncIterator[Run]:
    async with first_run(stores) as run:
        yield run


def told(run: Run, text: str) -> list[Posted]:
    return [message for message in run.client.channels.messages.values() if text in message.content]


async def until(run: Run, at: int) -> None:
    """Let time pass until then, as the bot experiences it."""
    while run.clock.time < at:
        run.clock.time = min(run.clock.time + TICK, at)
        await run.service.schedule.act()
        await deliver(run)


async def deliver(run: Run) -> None:
    """Deliver what is due now."""
    while True:
        await run.beside()
        due = await run.service.outbox.next_due()
        if due is None or due > run.clock.time:
            return
        await run.relay.deliver_due()


async def move(run: Run, match_id: int) -> None:
    """Let the player to move make the first legal move at once."""
    snapshot = await run.service.lookup.snapshot(match_id)
    mover, position = snapshot.match.players[snapshot.match.turn], snapshot.position
    played = await run.service.play.move(match_id, mover.id, position.format(position.legal_moves()[0]))
    await run.relay.boards.show(played, run.interaction(mover))
    await deliver(run)


async def test_an_evenings_match_reminds_when_it_helps_and_ends_on_time(run: Run) -> None:
    match_id = await begin(run, clock="5m")
    for taken in (QUICK, SLOW, QUICK, QUICK, SLOW, QUICK):
        match = await run.service.lookup.match(match_id)
        assert match.deadline == match.moved_at + 5 * MINUTE, "the time of one move is not saved for the next"
        half = match.deadline - 5 * MINUTE // 2
        await until(run, min(match.moved_at + taken, half - 1))
        assert told(run, "is due") == [], "no reminder before half of the time"
        await until(run, match.moved_at + taken)
        mover = match.players[match.turn]
        reminders = [message.content.partition(" · ")[0] for message in told(run, "is due")]
        other = match.players[1 - match.turn].name
        assert reminders == [f"<@{mover.id}>, your move against {other} is due <t:{match.deadline}:R>"] * (
            taken == SLOW
        )
        await move(run, match_id)
        assert told(run, "is due") == [], "a reminder goes with the move that it asked for"
    match = await run.service.lookup.match(match_id)
    assert match.deadline is not None
    await until(run, match.deadline - 1)
    assert not (await run.service.lookup.match(match_id)).over
    await until(run, match.deadline)
    over = await run.service.lookup.match(match_id)
    assert (over.ended_at, over.ending, over.winner) == (match.deadline, "time", 1)
    (end,) = told(run, "ran out of time")
    assert end.content.startswith(
        f"<@{BOB.id}>, you win! <@{ANN.id}> ran out of time · Konane, match #{over.code}\n-# 6 moves in "
    )
    with pytest.raises(Over):
        await move(run, match_id)
