"""The bot on PostgreSQL: a match goes on when the leading process is killed and the one that stands by takes over."""

from __future__ import annotations

import pytest

from games import GAMES
from sandbox import Sandbox
from tests.e2e.rooms import Room
from tests.support import postgres
from tests.support.patience import PatientBot

pytestmark = pytest.mark.long


async def test_a_match_goes_on_with_the_process_that_stood_by(postgres_server: str) -> None:
    address = postgres.fresh(postgres_server)
    async with Sandbox() as sandbox, PatientBot(sandbox, address, TIDEPOOL_STATUS="") as first:
        second = PatientBot(sandbox, address, TIDEPOOL_STATUS="")
        await second.launch()
        try:
            await sandbox.wait_for(lambda: "stands by" in second.errors, what="the second process to stand by")
            match = await Room.new(sandbox, first).match("konane")
            position = GAMES["konane"].start()
            moves = ["d5", "d4", "d7-d5"]
            position = await match.replay(position, moves[:2])
            assert sandbox.gateway.identified == 1
            await first.kill()
            await second.ready()
            await match.replay(position, moves[2:])
            assert "Traceback" not in first.errors + second.errors
        finally:
            await second.stop()
