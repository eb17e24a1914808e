"""What the owner of a bot reads when Discord refuses it or disconnects it, and when it is stopped."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

import hosting
from admin._exits import StartError
from cogs.commands.client import Tidepool
from service import Service
from service.clock import Clock
from tests.support.compute import InAThread


class FakeBot:
    """A bot to whose logins Discord gives these answers, one after the other."""

    def __init__(self, *answers: Exception | None, thrown_out: Exception | None = None) -> None:
        self.answers = list(answers)
        self.thrown_out = thrown_out
        self.http = SimpleNamespace(close=self.nothing, connector=None, get_bot_gateway=self.gateway)
        self.gateways: list[Exception | tuple[int, int]] = []
        """What Discord answers to the next questions for the gateway: an error, or the shards and connections left."""
        self.endpoint: str | None = None
        self.logged_in = False
        self.begin = self.lead = self.nothing
        self.connected = False

    async def nothing(self) -> None:
        pass

    async def gateway(self) -> tuple[int, str, dict[str, int]]:
        found = self.gateways.pop(0) if self.gateways else (1, 1000)
        if isinstance(found, Exception):
            raise found
        shards, remaining = found
        return shards, "wss://…", {"total": 1000, "remaining": remaining, "reset_after": 8_000_000}

    async def login(self, _: str) -> None:
        if answer := self.answers.pop(0):
            raise answer
        self.logged_in = True

    async def application_info(self) -> Any:
        return SimpleNamespace(interactions_endpoint_url=self.endpoint)

    async def connect(self) -> None:
        self.connected = True
        if self.thrown_out:
            raise self.thrown_out


def answer(status: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(response, "<html>" + "long " * 1000)


class FakeStore:
    """A store in which another process leads until `endpoint` has been set by the owner."""

    def __init__(self, bot: FakeBot, endpoint: str | None = None) -> None:
        self._bot, self._endpoint = bot, endpoint

    async def lead(self) -> None:
        assert self._bot.logged_in, "its board page asks Discord meanwhile"
        self._bot.endpoint = self._endpoint

    async def lead_lost(self) -> None:
        await asyncio.Event().wait()


async def host(bot: FakeBot, endpoint: str | None = None) -> None:
    store: Any = FakeStore(bot, endpoint)
    await hosting._by_gateway(store, cast("Tidepool", bot), "token")


async def test_a_standby_is_logged_in_and_looks_again_for_an_endpoint_when_it_leads() -> None:
    with pytest.raises(StartError, match="to https://elsewhere, so none would arrive here"):
        await host(bot := FakeBot(None), "https://elsewhere")
    assert not bot.connected


async def test_too_many_requests_are_waited_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "FIRST_WAIT", 0)
    bot = FakeBot(answer(429), answer(503), OSError("no network"), None)
    await host(bot)
    assert bot.connected


@pytest.mark.parametrize(
    ("shards", "left", "waits"),
    [(1, 999, []), (1, 500, []), (1, 400, [20]), (4, 400, [80]), (1, 1, [8000]), (4, 0, [8000])],
)
async def test_a_bot_that_is_started_again_and_again_has_connections_left_all_day(
    monkeypatch: pytest.MonkeyPatch, shards: int, left: int, waits: list[float]
) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("asyncio.sleep", sleep)
    bot = FakeBot(None)
    bot.gateways.append((shards, left))
    await host(bot)
    assert waited == waits
    assert bot.connected


async def test_a_gateway_that_is_not_found_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "FIRST_WAIT", 0)
    bot, not_found = FakeBot(None), cast("type[Exception]", discord.GatewayNotFound)
    bot.gateways.append(not_found())
    await host(bot)
    assert bot.connected


async def test_a_refusal_is_one_sentence() -> None:
    with pytest.raises(StartError, match="does not let the bot in: 403") as told:
        await host(FakeBot(answer(403)))
    assert len(str(told.value)) < 400


async def test_a_token_that_is_reset_while_the_bot_runs_is_explained() -> None:
    socket: Any = SimpleNamespace(close_code=4004)
    with pytest.raises(StartError, match="4004"):
        await host(FakeBot(None, thrown_out=discord.ConnectionClosed(socket, shard_id=None)))


async def test_a_stop_within_two_seconds_of_the_start_leaves_no_traceback() -> None:
    memory: Any = SimpleNamespace()
    no_store: Any = None
    async with Tidepool(Service(no_store, Clock()), memory, InAThread()) as bot:
        pass
    bot.dispatch("ready")  # discord.py does so two seconds after it connected, even if it was closed meanwhile
