"""The page of the sandbox without a browser."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from sandbox import Channel, Driver, Sandbox

Json = dict[str, Any]


class Window:
    """The page without a browser."""

    def __init__(self, box: Sandbox, session: aiohttp.ClientSession, events: aiohttp.ClientWebSocketResponse) -> None:
        self.box = box
        self.session = session
        self._events = events

    async def until(self, name: str, **parts: object) -> Json:
        """Wait for the next event of this name with these parts."""
        async with asyncio.timeout(60):
            while True:
                event = await self._events.receive_json()
                data: Json = event["d"]
                if event["t"] == name and all(data[part] == value for part, value in parts.items()):
                    return data

    async def act(self, person: str, channel: Channel, act: str, **more: object) -> Json:
        """The sandbox's answer to an act; it has `error` if the sandbox refuses."""
        who = self.box.world.user(person).id
        body = {"as": who, "channel": channel.id, "act": act, **more}
        url = f"{self.box.base_url}/page/act?key={self.box.key}"
        async with self.session.post(url, json=body) as response:
            answer: Json = await response.json()
            assert (response.status == 200) is ("error" not in answer)
            return answer

    async def messages(self, channel: Channel, query: str = "") -> list[Json]:
        url = f"{self.box.base_url}/page/messages?key={self.box.key}&channel={channel.id}{query}"
        async with self.session.get(url) as response:
            found: list[Json] = await response.json()
            return found


@pytest.fixture
async def window(box: Sandbox, alice: Driver) -> AsyncIterator[Window]:
    assert alice
    url = f"{box.base_url}/page/events?key={box.key}"
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as events:
        yield Window(box, session, events)
