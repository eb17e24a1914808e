"""The board page in the bot's process: off unless it has a public address."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest

import hosting
from admin._exits import Exit, StartError
from admin._parsing import Address, public_address
from admin._settings import Settings
from sandbox import free_ports
from service import Service
from tests.support.board_page import Eyes

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("https://board.example.org/", "https://board.example.org"),
        ("https://board.example.org:8443", "https://board.example.org:8443"),
        ("http://localhost:8097", "http://localhost:8097"),
        ("http://[::1]:8097", "http://[::1]:8097"),
    ],
)
def test_a_public_address_is_kept_without_its_end(given: str, kept: str) -> None:
    assert public_address(given) == kept


def test_without_an_address_nothing_of_the_page_is_loaded() -> None:
    code = "import hosting, sys; sys.exit(any(name.startswith('web.board') for name in sys.modules))"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, env={**os.environ, "PYTHONPATH": str(ROOT)})


async def test_the_page_is_served_only_with_an_address(service: Service) -> None:
    eyes = Eyes()
    (port,) = free_ports(1)
    own = f"http://127.0.0.1:{port}"
    async with aiohttp.ClientSession() as client:
        async with hosting._board_page(Settings(board=Address("127.0.0.1", port)), service, eyes):
            with pytest.raises(aiohttp.ClientConnectorError):
                await client.get(own)
        async with hosting._board_page(Settings(board_url=own, board=Address("127.0.0.1", port)), service, eyes):
            async with client.get(own) as response:
                assert response.status == 200
            with pytest.raises(StartError, match=r"^TIDEPOOL_BOARD: .* cannot be listened at") as refused:
                async with hosting._board_page(
                    Settings(board_url=own, board=Address("127.0.0.1", port)), service, Eyes()
                ):
                    pass
            assert refused.value.code == Exit.SETTINGS
        await asyncio.sleep(0)
        with pytest.raises(aiohttp.ClientConnectorError):
            await client.get(own)
