"""Fixtures for the sandbox's tests: one sandbox with a small bot, shared by the tests that leave it as it is."""

import asyncio
import io
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import aiohttp
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from sandbox import Channel, Driver, Guild, Interaction, Sandbox
from tests.sandbox.small_bot import SmallBot


@asynccontextmanager
async def running(sandbox: Sandbox, bot: SmallBot) -> AsyncIterator[SmallBot]:
    """The bot, logged into the sandbox."""
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE = f"{sandbox.base_url}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sandbox.gateway_url)
    hosting = asyncio.create_task(bot.start(sandbox.world.token))
    try:
        await asyncio.wait_for(bot.identified.wait(), 60)
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(hosting, return_exceptions=True)
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway


class Reply(NamedTuple):
    """The answer of the REST API."""

    status: int
    body: Any
    headers: Any = None

    @property
    def code(self) -> int:
        """Discord's code of the refusal."""
        return int(self.body["code"])

    @property
    def faults(self) -> str:
        """The faults of the form."""
        return json.dumps(self.body.get("errors"))


class Rest:
    """Sends requests as a bot would, without a library that prevents mistakes."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
        self.sandbox = sandbox
        self.session = session

    async def __call__(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        files: dict[str, bytes] | None = None,
        credentials: str = "",
    ) -> Reply:
        data: Any = None if body is None else json.dumps(body)
        headers = {"Authorization": f"Bot {credentials or self.sandbox.world.token}"}
        if files is not None:
            data = aiohttp.FormData(quote_fields=False)
            data.add_field("payload_json", json.dumps(body))
            for number, (name, content) in enumerate(files.items()):
                kind = "application/octet-stream"
                data.add_field(f"files[{number}]", io.BytesIO(content), filename=name, content_type=kind)
        elif body is not None:
            headers["Content-Type"] = "application/json"
        url = f"{self.sandbox.base_url}/api/v10{path}"
        async with self.session.request(method, url, data=data, headers=headers) as response:
            text = await response.text()
            return Reply(response.status, json.loads(text) if text else None, response.headers)

    async def post(self, channel: Channel, **body: object) -> Reply:
        """A message of the bot's own."""
        return await self("POST", f"/channels/{channel.id}/messages", body)


@pytest.fixture(scope="session")
async def box() -> AsyncIterator[Sandbox]:
    async with Sandbox() as sandbox:
        yield sandbox


@pytest.fixture(scope="session")
async def bot(box: Sandbox) -> AsyncIterator[SmallBot]:
    async with running(box, SmallBot()) as bot:
        yield bot


@pytest.fixture
async def rest(box: Sandbox) -> AsyncIterator[Rest]:
    async with aiohttp.ClientSession() as session:
        yield Rest(box, session)


@pytest.fixture
def channel(box: Sandbox, request: pytest.FixtureRequest) -> Channel:
    """A channel for this test alone."""
    return box.world.add_channel(request.node.name[:90])


@pytest.fixture
async def club(box: Sandbox) -> AsyncIterator[Guild]:
    """A server of Alice's for this test alone, in which Bob is no member."""
    guild = box.world.add_guild("Club", box.world.user("Alice"))
    yield guild
    box.world.drop(guild)


@pytest.fixture
def alice(box: Sandbox, bot: SmallBot, channel: Channel) -> Driver:
    assert not bot.is_closed()
    return Driver(box, "Alice", channel)


@pytest.fixture
def bob(box: Sandbox, bot: SmallBot, channel: Channel) -> Driver:
    assert not bot.is_closed()
    return Driver(box, "Bob", channel)


@pytest.fixture
async def asked(alice: Driver, box: Sandbox) -> Interaction:
    """An interaction that nobody has answered yet."""
    return box.people.slash(alice.user, alice.channel, "/sleep", {})


def callback(interaction: Interaction) -> str:
    """The path at which an interaction is answered."""
    return f"/interactions/{interaction.id}/{interaction.token}/callback"


def webhook(box: Sandbox, interaction: Interaction, message: str = "") -> str:
    """The path at which an answer is followed up, read and changed."""
    path = f"/webhooks/{box.world.bot.id}/{interaction.token}"
    return f"{path}/messages/{message}" if message else path


@pytest.fixture
def spotless(box: Sandbox) -> Iterator[None]:
    """Nothing may be refused in the test."""
    before = len(box.refusals)
    yield
    assert box.refusals[before:] == []
