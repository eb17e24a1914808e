"""The nonce of a message comes from its delivery: a retry is taken for the same message, and nothing else is."""

import pytest

from cogs.wire.pictures import Picture, filename
from matches.model import Snapshot
from matches.settings import ServerSettings
from tests.support.kills import begin, draw_nothing, first_run
from tests.support.matches import ANN, CHANNEL, begin_game
from tests.support.stores import Stores


async def test_a_move_while_a_board_is_drawn_leaves_each_board_its_own_nonce(
    stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with first_run(stores) as run:

        async def picture(snapshot: Snapshot, *_: object, **__: object) -> Picture:
            match = snapshot.match
            if match.ply == 0:
                first = snapshot.position.format(snapshot.position.legal_moves()[0])
                await run.service.play.move(match.id, ANN.id, first)
            return Picture(b"", "", filename(match))

        monkeypatch.setattr("cogs.posts.board_posts.picture", picture)
        await run.service.settings.choose_for_server(10, ServerSettings(past_boards="line"))
        await begin_game(run.service)
        run.clock.time += 60
        await run.quiet()
        run.clock.time += 60
        await run.quiet()
    boards = {message.sent: message.nonce for message in run.channels.messages.values() if message.sent}
    assert len(boards) == 2
    assert len(set(boards.values())) == 2


MINUTES = 300
"""Seconds for which Discord remembers nonces."""


async def test_two_reposts_after_a_restart_are_not_taken_for_one(
    stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_nothing(monkeypatch)
    async with first_run(stores, remembered=MINUTES) as first:
        run = first
        await run.service.settings.choose_for_server(10, ServerSettings(past_boards="line"))
        match_id = await begin(run)
        bumped_at = run.clock.time
        for _ in range(2):
            await run.service.outbox.bump(match_id, ANN.id, CHANNEL.channel_id)
            run.relay.close()
            run = run.next_run()
            await run.relay.begin()
            await run.quiet()
    assert run.clock.time - bumped_at < MINUTES
    boards = [message for message in run.channels.messages.values() if "-1000-" in message.sent]
    answer, *reposts = boards
    assert not answer.nonce
    assert len({one.nonce for one in reposts}) == len(reposts) == 2
    assert all(one.nonce for one in reposts)
    assert [bool(one.buttons) for one in boards] == [False, False, True]


async def test_a_retry_where_the_bot_cannot_look_back_is_taken_for_the_same_message(
    stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_nothing(monkeypatch)
    async with first_run(stores, remembered=MINUTES, readable=False) as run:
        match_id = await begin(run)
        await run.service.outbox.bump(match_id, ANN.id, CHANNEL.channel_id)
        before, run.channels.breaks = run.channels.begun, True
        await run.quiet()
    assert run.channels.begun == before + 2, "it was tried again"
    assert len([message for message in run.channels.messages.values() if "-1000-" in message.sent]) == 2
