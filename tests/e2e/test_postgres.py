"""The bot on PostgreSQL: a match goes on when the leading process is killed and the one that stands by takes over."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from admin._exits import Exit
from sandbox import Sandbox
from tests.e2e.rooms import Room
from tests.soak.ledger import Ledger
from tests.support import postgres
from tests.support.frozen import frozen
from tests.support.patience import PatientBot

pytestmark = pytest.mark.long


@asynccontextmanager
async def two_processes(address: str) -> AsyncIterator[tuple[Sandbox, PatientBot, PatientBot]]:
    """A sandbox, a process that leads there, and one that stands by; neither writes a traceback until the end."""
    async with Sandbox() as sandbox, PatientBot(sandbox, address, TIDEPOOL_STATUS="") as first:
        second = PatientBot(sandbox, address, TIDEPOOL_STATUS="")
        await second.launch()
        try:
            await sandbox.wait_for(lambda: "stands by" in second.errors, what="the second process to stand by")
            yield sandbox, first, second
            assert "Traceback" not in first.errors + second.errors
        finally:
            await second.stop()


async def test_a_leader_that_was_frozen_does_nothing_twice(postgres_server: str) -> None:
    """When it goes on, it reads what Discord has sent to it meanwhile. The other process has done all of that."""
    address = postgres.fresh(postgres_server)
    async with two_processes(address) as (sandbox, first, second):
        room = Room.new(sandbox, first)
        match = await room.match("konane")
        with frozen(first.pid):
            await second.ready()
            await room.carol.slash("/konane challenge", opponent=room.bob.user.id)
            await room.carol.slash("/konane practice", level=1)
            for seat, move in enumerate(("d5", "d4")):
                assert not (await match.move(seat, move)).private
        assert await asyncio.wait_for(first.wait(), 60) == Exit.AGAIN
        ledger = Ledger(address)
        carols = ("challenge WHERE challenger_id = ? AND status = 'open'", "match WHERE ? IN (first_id, second_id)")
        for some in carols:
            assert len(ledger.rows(f"SELECT * FROM {some}", int(room.carol.user.id))) == 1, some
        ledger.close()
        await sandbox.wait_for(
            lambda: [len(post.attachments) for post in match.posts()] == [0, 0, 1],
            60,
            "the old boards",
        )
        assert match.posts()[-1].attachments[0].filename == f"konane-{match.code}-3.png"
