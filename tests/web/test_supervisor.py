"""systemd is told that the bot has started, and regularly that it lives while it does."""

import asyncio
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from web import supervisor
from web.status import OLDEST_BEAT


async def test_the_watchdog_is_fed_while_the_heartbeat_is_young(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "EVERY", 0)
    age: list[int | None] = [None]
    service: Any = SimpleNamespace(schedule=SimpleNamespace(beat_age=lambda: age[0]))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        feeding = asyncio.create_task(supervisor.feed(service))
        heard = [await _next(systemd) for _ in range(2)]
        assert heard == [b"READY=1", b"WATCHDOG=1"]
        age[0] = OLDEST_BEAT
        await asyncio.sleep(0.01)
        while _waiting(systemd):
            pass
        await asyncio.sleep(0.05)
        assert not _waiting(systemd)
        feeding.cancel()


async def test_without_systemd_nobody_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    no_service: Any = None
    await supervisor.feed(no_service)


async def _next(systemd: socket.socket) -> bytes:
    return await asyncio.get_running_loop().sock_recv(systemd, 100)


def _waiting(systemd: socket.socket) -> bytes:
    try:
        return systemd.recv(100)
    except BlockingIOError:
        return b""
