"""The nonce of a message belongs to its board, also when the match moves on while the board is being drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.posts.pictures import Picture, filename
from tests.support.channels import Channels
from tests.support.kills import CutStore, Moments, Run
from tests.support.matches import ANN, BOB, CHANNEL, StillClock

if TYPE_CHECKING:
    import pytest

    from matches.records import Snapshot
    from tests.support.stores import Stores


async def test_a_move_while_a_board_is_drawn_leaves_each_board_its_own_nonce(
    stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = StillClock()
    channels = Channels(clock)
    async with stores.lent(CutStore) as store:
        run = Run(store, channels, clock, Moments(None))

        async def picture(snapshot: Snapshot, *_: object, **__: object) -> Picture:
            match = snapshot.match
            if match.ply == 0:
                first = snapshot.position.format(snapshot.position.legal_moves()[0])
                await run.service.play.move(match.id, ANN.id, first)
            return Picture(b"", "", filename(match))

        monkeypatch.setattr("cogs.posts.board_posts.picture", picture)
        made = await run.service.challenges.invite("konane", ANN, BOB, CHANNEL, "first")
        await run.service.challenges.accept(made.id, BOB)
        clock.time += 60
        await run.quiet()
        clock.time += 60
        await run.quiet()
    boards = {message.files[0]: message.nonce for message in channels.messages.values() if message.files}
    assert len(boards) == 2
    assert len(set(boards.values())) == 2
