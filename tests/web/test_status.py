"""Health, readiness and metrics of the real process, read as Prometheus reads them."""

import asyncio
import json
import math
import os
import re
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from http import HTTPStatus
from pathlib import Path

import aiohttp
import pytest
from aiohttp.test_utils import make_mocked_request
from prometheus_client import REGISTRY, generate_latest
from prometheus_client.parser import text_string_to_metric_families

import cogs.wire.metrics  # noqa: F401 (it registers the metrics)
from games import GAMES
from render import Scene, draw
from render.cache import cache_stats
from sandbox import PATIENCE, Sandbox, Upload, free_ports
from service import Service
from storage.backups import BackupFolder
from storage.errors import Unavailable
from storage.store import Store
from tests.e2e.rooms import Room
from tests.support.frozen import frozen
from tests.support.matches import StillClock
from tests.support.patience import PatientBot
from tests.support.samples import one_of
from web.status import Status, serving

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


def test_every_cache_of_pictures_tells_how_it_is_used() -> None:
    def told(metric: str) -> dict[str, float]:
        """What each cache says now."""
        families = text_string_to_metric_families(generate_latest(REGISTRY).decode())
        samples = [
            sample for family in families for sample in family.samples if sample.name == f"tidepool_cache_{metric}"
        ]
        return {sample.labels["cache"]: sample.value for sample in samples}

    scene = Scene(GAMES["konane"].start(), ("Ann", "Bob"))
    draw(scene)
    before = told("hits_total"), told("misses_total")
    draw(scene)
    after = told("hits_total"), told("misses_total")
    assert before[0].keys() == {stats.name.replace(" ", "_") for stats in cache_stats()}
    assert after[0]["strips"] > before[0]["strips"]
    assert after[1]["strips"] == before[1]["strips"]
    assert 0 < told("bytes")["strips"] <= told("limit_bytes")["strips"]


async def told(service: Service) -> tuple[int, dict[str, float]]:
    """The status of `/metrics`, and what it says."""
    status = Status(service, "tidepool.sqlite3", lambda: True, {"version": "1"})
    answer = await status.metrics(make_mocked_request("GET", "/metrics"))
    assert isinstance(answer.body, bytes)
    samples = [sample for each in text_string_to_metric_families(answer.body.decode()) for sample in each.samples]
    return answer.status, {sample.name: sample.value for sample in samples}


async def test_a_missing_backup_is_infinitely_old_and_takes_no_other_figure_away(tmp_path: Path) -> None:
    file = tmp_path / "tidepool.sqlite3"
    async with Store.opened(file) as store:
        (tmp_path / "no folder").touch()
        for folder in (tmp_path / "none yet", tmp_path / "no folder"):
            status, figures = await told(Service(store, StillClock(), backups=BackupFolder(folder, file)))
            assert (status, figures["tidepool_backup_age_seconds"]) == (HTTPStatus.OK, math.inf)
        status, figures = await told(Service(store, StillClock()))
        assert figures["tidepool_database_bytes"] > 0
        assert "tidepool_backup_age_seconds" not in figures


async def test_a_database_that_cannot_be_read_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(_: object) -> None:
        raise Unavailable("The database cannot be used at the moment: gone.")

    async with Store.opened(tmp_path / "tidepool.sqlite3") as store:
        monkeypatch.setattr("service.metrics.Metrics.read", gone)
        status = Status(Service(store, StillClock()), "tidepool.sqlite3", lambda: True, {"version": "1"})
        answer = await status.metrics(make_mocked_request("GET", "/metrics"))
    assert (answer.status, answer.text) == (503, "The database cannot be read at the moment.\n")


@pytest.mark.parametrize(
    "begun",
    one_of(
        [
            b"",
            b"GET /health HTTP/1.1\r\nHost: x\r\nX-Slow:",
            b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
            b"\x16\x03\x01\x02\x00",
            b"POST /metrics HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
            b"POST /metrics HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nZZZZ",
            b"POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n{",
            b"GET /health/../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n",
        ]
    ),
)
async def test_a_stranger_holds_no_connection_and_fills_no_log(
    begun: bytes, tmp_path: Path, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    host, port = address.split(":")
    async with Store.opened(tmp_path / "tidepool.sqlite3") as store:
        status = Status(Service(store, StillClock()), "tidepool.sqlite3", lambda: True, {"version": "1"})
        async with serving((host, int(port)), status):
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(begun)
            async with asyncio.timeout(60):
                answer = await reader.read()
            writer.transport.abort()
            assert not answer or answer.split()[1].startswith(b"4")
            assert not answer or b"\r\nServer: Tidepool\r\n" in answer
            assert (await got(address, "/health"))[0] == HTTPStatus.OK
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


@pytest.mark.long
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
        while "tidepool_backup_age_seconds +Inf" in (await got(address, "/metrics"))[1]:  # noqa: ASYNC110 (it is made meanwhile)
            await asyncio.sleep(0.1)

    status, text = await got(address, "/metrics")
    assert status == HTTPStatus.OK
    families = {family.name: family for family in text_string_to_metric_families(text)}
    samples = {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in families.values()
        for sample in family.samples
    }
    assert samples["tidepool_connected",] == 1
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

    assert samples["tidepool_cache_hits_total", ("cache", "strips")] > 0
    assert samples["tidepool_cache_misses_total", ("cache", "finished_tiles")] > 0
    limit = samples["tidepool_cache_limit_bytes", ("cache", "strips")]
    assert 0 < samples["tidepool_cache_bytes", ("cache", "strips")] <= limit

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
    with frozen(room.bot.pid):
        assert await health(address, database) == 1
    assert await health(address, database) == 0
    await room.bot.stop()
    assert await health(address, database) == 1


async def test_nothing_is_found_of_somebody_who_is_forgotten(room: Room, address: str, tmp_path: Path) -> None:
    """No row, no line of the log and no metric has the id, the name or the note."""
    name, number, note = room.alice.user.global_name, str(room.alice.user.id), "meet me at the lighthouse"
    match = await room.match(rated=True)
    for ply, text in enumerate(("d5", "d4", "d7-d5"), 1):
        await match.move((ply - 1) % 2, text)
        await match.post(ply + 1)
    asked = await room.alice.click(await room.alice.slash("/konane resign", match=match.name), "Resign")
    await asked.settled()
    await room.public(await room.alice.slash("/konane challenge", opponent=room.bob.user.id, note=note))
    await room.alice.slash("/vacation", days=3)
    await room.alice.slash("/block", user=room.carol.user.id)
    await room.alice.click(await room.alice.slash("/profile"), "Post it here")
    exported = await room.bob.slash("/match export", match=match.name)
    await room.bob.slash("/import", file=Upload("record.txt", await exported.png()))
    await room.carol.slash(
        "/import", file=Upload("record.txt", re.sub(rb'\[Match "[^"]*"\]\n', b"", await exported.png()))
    )
    await room.bob.forge(await match.post(), f"t1:profile-of-old:{number}:0")  # a button that another version had
    database = tmp_path / "tidepool.sqlite3"
    assert {"person", "match", "challenge", "study", "publication"} <= found_in(database, name, number, note)

    asked = await room.alice.click(await room.alice.slash("/privacy"), "Forget me")
    assert "no longer stores anything about you" in (await room.alice.click(asked, "Forget me for good")).content
    assert found_in(database, name, number, note) == set()
    told = room.bot.errors + (await got(address, "/metrics"))[1]
    assert not [one for one in (name, number, note) if one in told]


def found_in(database: Path, *wanted: str) -> set[str]:
    """The tables in which one of these texts stands."""
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {
            table
            for table in tables
            for row in connection.execute(f"SELECT * FROM {table}")
            if any(one in str(value) for value in row for one in wanted)
        }
