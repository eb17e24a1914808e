"""The gateway: greeting, intents, lost connections and replayed events."""

import asyncio
import json
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest

from sandbox import Driver, Sandbox
from tests.sandbox.conftest import running
from tests.sandbox.small_bot import SmallBot

Json = dict[str, Any]


class Line:
    """A bot's connection to the gateway, driven by the test."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket

    async def send(self, op: int, data: object) -> None:
        await self._socket.send_json({"op": op, "d": data})

    async def receive(self) -> Json:
        payload: Json = await self._socket.receive_json(timeout=60)
        return payload

    async def closed(self) -> int | None:
        """Wait until the sandbox closes the connection. Returns the code."""
        message = await self._socket.receive(timeout=60)
        assert message.type is aiohttp.WSMsgType.CLOSE
        return int(message.data)

    async def identify(self, box: Sandbox, intents: int = 0, **more: object) -> Json:
        """Identify as the bot. Returns READY."""
        await self.send(2, {"token": box.world.token, "intents": intents, "properties": {}, **more})
        ready = await self.receive()
        assert ready["t"] == "READY"
        return ready

    async def until(self, event: str) -> Json:
        """Wait for the next event of this name."""
        while (payload := await self.receive())["t"] != event:
            pass
        return payload


@asynccontextmanager
async def dialled(box: Sandbox) -> AsyncIterator[Line]:
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{box.gateway_url}?v=10") as socket:
        line = Line(socket)
        assert (await line.receive())["op"] == 10
        yield line


@pytest.fixture
async def quiet() -> AsyncIterator[Sandbox]:
    """A sandbox without a bot."""
    async with Sandbox() as box:
        yield box


async def test_heartbeats_are_acknowledged(quiet: Sandbox) -> None:
    async with dialled(quiet) as line:
        await line.send(1, None)
        assert (await line.receive())["op"] == 11
        await line.identify(quiet)
        await line.send(1, 1)
        assert (await line.receive())["op"] == 11


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ((2, {"token": "wrong", "intents": 0}), 4004),
        ((2, {"intents": 1 << 1}), 4014),
        ((2, {"intents": 1 << 15}), 4014),
        ((3, {}), 4003),
    ],
)
async def test_the_line_is_closed_for(quiet: Sandbox, first: tuple[int, Json], code: int) -> None:
    async with dialled(quiet) as line:
        await line.send(first[0], {"token": quiet.world.token, **first[1]})
        assert await line.closed() == code


async def test_without_intents_there_are_only_interactions(quiet: Sandbox) -> None:
    channel = quiet.world.channel("games")
    async with dialled(quiet) as line:
        ready = await line.identify(quiet)
        assert ready["d"]["guilds"] == [{"id": quiet.world.guild.id, "unavailable": True}]
        Driver(quiet, "Alice", channel)
        quiet.people.say(quiet.world.user("Alice"), channel, "hello")
        quiet.world.set_commands("", [{"id": "1", "type": 1, "name": "go", **COMMAND}])
        quiet.people.slash(quiet.world.user("Alice"), channel, "/go", {})
        event = await line.receive()
        assert event["t"] == "INTERACTION_CREATE"
        assert event["d"]["member"]["user"]["username"] == "alice"
        assert event["d"]["authorizing_integration_owners"] == {"0": quiet.world.guild.id}


COMMAND: Json = {"integration_types": [0], "contexts": None, "dm_permission": True, "default_member_permissions": None}


async def test_with_intents_servers_channels_and_messages_are_told(quiet: Sandbox) -> None:
    async with dialled(quiet) as line:
        await line.identify(quiet, 1 | 1 << 9 | 1 << 12)
        guild = await line.until("GUILD_CREATE")
        assert [channel["name"] for channel in guild["d"]["channels"]] == ["games", "more-games"]
        channel = quiet.world.add_channel("new")
        assert (await line.until("CHANNEL_CREATE"))["d"]["id"] == channel.id
        message = quiet.people.say(quiet.world.user("Alice"), channel, "secret")
        told = (await line.until("MESSAGE_CREATE"))["d"]
        assert (told["id"], told["content"]) == (message.id, "")
        quiet.people.say(quiet.world.user("Alice"), quiet.world.dm(quiet.world.user("Alice")), "open")
        assert (await line.until("MESSAGE_CREATE"))["d"]["content"] == "open"
        quiet.trouble.delete_message(message)
        assert (await line.until("MESSAGE_DELETE"))["d"]["id"] == message.id
        quiet.trouble.delete_channel(channel)
        assert (await line.until("CHANNEL_DELETE"))["d"]["id"] == channel.id
        quiet.trouble.remove_bot(quiet.world.guild)
        assert (await line.until("GUILD_DELETE"))["d"]["id"] == quiet.world.guild.id


async def test_a_resumed_session_gets_what_it_missed_once(quiet: Sandbox) -> None:
    async with dialled(quiet) as line:
        session = (await line.identify(quiet, 1))["d"]["session_id"]
        await line.until("GUILD_CREATE")
        await quiet.trouble.drop_gateway()
    missed = quiet.world.add_channel("missed")
    async with dialled(quiet) as line:
        await line.send(6, {"token": quiet.world.token, "session_id": session, "seq": 2})
        replayed = await line.receive()
        assert (replayed["t"], replayed["s"], replayed["d"]["id"]) == ("CHANNEL_CREATE", 3, missed.id)
        assert (await line.receive())["t"] == "RESUMED"


async def test_a_silent_gateway_answers_nobody_until_it_is_told_to(quiet: Sandbox) -> None:
    async def identified() -> str:
        async with dialled(quiet) as line:
            return str((await line.identify(quiet))["t"])

    await quiet.trouble.silence_gateway()
    waiting = asyncio.create_task(identified())
    await quiet.wait_for(lambda: quiet.gateway.waiting)
    assert not waiting.done()
    quiet.trouble.answer_gateway()
    assert await waiting == "READY"


async def test_an_unknown_session_must_identify_anew(quiet: Sandbox) -> None:
    async with dialled(quiet) as line:
        await line.send(6, {"token": quiet.world.token, "session_id": "unknown", "seq": 2})
        assert await line.receive() == {"op": 9, "d": False}
        await line.identify(quiet)


async def test_a_session_from_the_future_is_closed(quiet: Sandbox) -> None:
    async with dialled(quiet) as line:
        session = (await line.identify(quiet))["d"]["session_id"]
        await quiet.trouble.drop_gateway()
    async with dialled(quiet) as line:
        await line.send(6, {"token": quiet.world.token, "session_id": session, "seq": 99})
        assert await line.closed() == 4007


async def test_shards_hear_of_their_own_servers(quiet: Sandbox) -> None:
    number = (int(quiet.world.guild.id) >> 22) % 2
    async with dialled(quiet) as own, dialled(quiet) as other:
        assert (await own.identify(quiet, 1, shard=[number, 2]))["d"]["guilds"]
        assert not (await other.identify(quiet, 1, shard=[1 - number, 2]))["d"]["guilds"]
        await own.until("GUILD_CREATE")
        quiet.world.add_channel("new")
        await own.until("CHANNEL_CREATE")
        await other.send(1, None)
        assert (await other.receive())["op"] == 11


async def test_the_bot_is_told_how_many_shards_to_use(quiet: Sandbox) -> None:
    quiet.gateway.shards = 3
    headers = {"Authorization": f"Bot {quiet.world.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.get(f"{quiet.base_url}/api/v10/gateway/bot") as response,
    ):
        assert (await response.json())["shards"] == 3


async def test_payloads_are_compressed_as_one_stream_if_asked(quiet: Sandbox) -> None:
    url = f"{quiet.gateway_url}?v=10&compress=zlib-stream"
    inflate = zlib.decompressobj()
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
        data = await socket.receive_bytes(timeout=60)
        assert data.endswith(b"\x00\x00\xff\xff")
        assert json.loads(inflate.decompress(data))["op"] == 10
        await socket.send_json({"op": 1, "d": None})
        assert json.loads(inflate.decompress(await socket.receive_bytes(timeout=60)))["op"] == 11


async def test_a_bot_that_is_asked_to_reconnect_resumes(box: Sandbox, alice: Driver) -> None:
    resumed = box.gateway.resumed
    await box.trouble.ask_to_reconnect()
    await box.wait_for(lambda: box.gateway.resumed > resumed)
    assert (await alice.slash("/game move", move="d5")).content == "Moved d5"


async def test_a_bot_with_intents_hears_what_people_write_to_it() -> None:
    intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
    async with Sandbox() as box, running(box, SmallBot(intents)) as bot:
        alice = Driver(box, "Alice", "games")
        await alice.at(None).say("hello")
        await box.wait_for(lambda: bot.received)
        assert bot.received[0].content == "hello"
        await box.wait_for(lambda: bot.guilds and bot.guilds[0].text_channels)
        assert [channel.name for channel in bot.guilds[0].text_channels] == ["games", "more-games"]
