"""Health, readiness and metrics of the real process, read as Prometheus reads them."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from sandbox import PATIENCE, Sandbox
from tests.e2e.rooms import Room
from tests.support.patience import PatientBot
from tests.support.ports import free_ports

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

ROOT = Path(__file__).parents[2]


@pytest.fixture
def address() -> str:
    return f"127.0.0.1:{free_ports(1)[0]}"


@pytest.fixture
async def room(tmp_path: Path, address: str) -> AsyncIterator[Room]:
    """A room whose bot shows its status."""
    async with (
        Sandbox() as sandbox,
        PatientBot(sandbox, tmp_path / "tidepool.sqlite3", TIDEPOOL_STATUS=address, TIDEPOOL_LOG_FORMAT="json") as bot,
    ):
        yield Room.new(sandbox, bot)


async def got(address: str, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"http://{address}{path}") as answer:
        return answer.status, await answer.text()


async def health(address: str, database: Path) -> int:
    """The exit code of `python bot.py health`."""
    environment = {**os.environ, "TIDEPOOL_STATUS": address, "TIDEPOOL_DATABASE": str(database)}
    asking = await asyncio.create_subprocess_exec(
        *(sys.executable, str(ROOT / "bot.py"), "health", "--ready"), env=environment, stdout=asyncio.subprocess.PIPE
    )
    await asking.communicate()
    return asking.returncode or 0


async def test_the_process_can_be_watched(room: Room, address: str, tmp_path: Path) -> None:
    database = tmp_path / "tidepool.sqlite3"
    match = await room.match()
    moved = await match.move(0, "d5")
    assert not moved.private, moved

    about = json.loads((await got(address, "/health"))[1])
    assert (about["well"], about["database"]) == (True, str(database))
    async with asyncio.timeout(PATIENCE):
        while (await got(address, "/ready"))[0] != HTTPStatus.OK:  # noqa: ASYNC110 (another process becomes ready)
            await asyncio.sleep(0.1)

    status, text = await got(address, "/metrics")
    assert status == HTTPStatus.OK
    families = {family.name: family for family in text_string_to_metric_families(text)}
    samples = {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in families.values()
        for sample in family.samples
    }
    assert samples["tidepool_events_total", ("game", "konane"), ("kind", "move")] == 1
    assert samples["tidepool_matches_running", ("game", "konane")] == 1
    assert samples["tidepool_answer_seconds_count",] >= 3
    assert samples["tidepool_answer_seconds_sum",] < 600
    assert samples["tidepool_owed", ("kind", "board")] == 0
    assert samples["tidepool_alarm_lag_seconds",] < 60
    assert samples["tidepool_database_bytes",] > 10_000
    assert samples["tidepool_backup_age_seconds",] < 600
    assert samples["tidepool_discord_requests_total", ("status", "200")] > 3
    assert samples["tidepool_picture_seconds_count", ("game", "konane")] >= 2

    exposed = {sample.name for family in families.values() for sample in family.samples}
    exposed |= {f"{name}_total" for name, family in families.items() if family.type == "counter"}
    for file in ("grafana.json", "alerts.yml"):
        named = set(re.findall(r"\btidepool_\w+", (ROOT / "deploy" / file).read_text(encoding="utf-8")))
        assert named
        assert named <= exposed, file
    documented = (ROOT / "docs" / "monitoring.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`(tidepool_\w+)`", documented))
    assert {name for name in families if name.startswith("tidepool_")} == told

    logged = room.bot.errors
    lines = [json.loads(line) for line in logged.splitlines()]
    assert {"time", "level", "logger", "text"} <= set(lines[0])
    for person in (room.alice.user, room.bob.user):
        for where in (logged, text):
            assert person.global_name not in where
            assert str(person.id) not in where
    assert room.sandbox.world.token not in logged + text

    assert await health(address, database) == 0
    assert await health(address, tmp_path / "another.sqlite3") == 1
    os.kill(room.bot.pid, signal.SIGSTOP)
    assert await health(address, database) == 1
    os.kill(room.bot.pid, signal.SIGCONT)
    assert await health(address, database) == 0
    await room.bot.stop()
    assert await health(address, database) == 1
