"""The interactions endpoint: what it accepts and refuses, and that it handles each interaction once."""

import asyncio
import contextlib
import io
import json
import re
import socket
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp.test_utils import make_mocked_request

from sandbox import BotProcess, Driver, Sandbox, State, free_ports
from sandbox.wire.endpoint import Reply
from tests.e2e.rooms import Room
from tests.support.patience import PatientBot, patience
from tests.support.samples import one_of
from tests.support.shares import share
from web.interactions import Endpoint, EndpointError

ACCEPTED, UNAUTHORIZED = 202, 401


def an_endpoint(
    now: Callable[[], float] = time.time, ask_time: Callable[[], Awaitable[None]] | None = None
) -> Endpoint:
    """An endpoint that takes every interaction."""

    async def take(_: int) -> bool:
        return True

    async def ask_nothing() -> None: ...

    return Endpoint(take, lambda *_: None, now, ask_time or ask_nothing)


@pytest.fixture
def address() -> str:
    return f"127.0.0.1:{free_ports(1)[0]}"


@pytest.fixture
async def room(tmp_path: Path, address: str) -> AsyncIterator[Room]:
    """A room whose bot takes its interactions over HTTP, as the only process of a SQLite file."""
    async with (
        Sandbox() as sandbox,
        PatientBot(sandbox, tmp_path / "tidepool.sqlite3", http=address, TIDEPOOL_STATUS="") as bot,
    ):
        await sandbox.endpoint.set_url(f"http://{address}/interactions")
        yield Room.new(sandbox, bot)
        assert sandbox.refusals == []
        assert sandbox.gateway.identified == 0
        assert "Traceback" not in bot.errors


async def test_a_match_is_played_and_nothing_else_is_taken(room: Room, address: str) -> None:
    endpoint = room.sandbox.endpoint
    match = await room.match()
    endpoint.deliver_twice(3, apart=0.05)
    for seat, move in enumerate(("d5", "d4", "d7-d5")):
        assert not (await match.move(seat % 2, move)).private
    boards = [message for message in room.alice.messages() if message.attachments and not message.private]
    assert len({message.attachments[0].filename for message in boards}) == len(boards)
    moved = endpoint.deliveries[-1]
    assert {
        delivery.reply.status for delivery in endpoint.deliveries if delivery.interaction_id == moved.interaction_id
    } == {ACCEPTED}

    shown = await room.alice.slash("/matches")
    seen = len(room.alice.messages())
    interaction = shown.interaction
    assert await endpoint.repeat(interaction) == (ACCEPTED, b"")  # this interaction was handled already
    assert (await endpoint.repeat(interaction, forged=True)).status == UNAUTHORIZED
    assert (await endpoint.repeat(interaction, age=10)).status == UNAUTHORIZED
    assert (await endpoint.repeat(interaction, age=-10)).status == UNAUTHORIZED
    await asyncio.sleep(0.5)
    assert len(room.alice.messages()) == seen
    assert {reply.status for reply in await strange(room.sandbox, address)} <= set(range(400, 500))

    endpoint.deliver_late(6)
    with patience(room.sandbox, 3):
        assert (await room.alice.slash("/matches")).state is State.FAILED
    assert (await room.alice.slash("/matches")).state is State.MESSAGE


@pytest.mark.parametrize("ahead", share(3, [(86_400,), (7,), (-7,)]))
async def test_interactions_are_taken_and_replays_refused_though_the_clock_of_the_machine_is_wrong(
    tmp_path: Path, address: str, ahead: int
) -> None:
    """Also after a jump, which an idle worker notices only at the next interaction, and after a restart."""
    async with Sandbox() as sandbox:
        sandbox.trouble.set_bot_clock(ahead)
        async with PatientBot(sandbox, tmp_path / "tidepool.sqlite3", http=address, TIDEPOOL_STATUS="") as bot:
            endpoint = sandbox.endpoint
            await endpoint.set_url(f"http://{address}/interactions")
            alice = Room.new(sandbox, bot).alice
            first = await alice.slash("/matches")
            assert first.state is State.MESSAGE
            sandbox.trouble.set_bot_clock(2 * ahead)
            replayed = await endpoint.repeat(first.interaction, age=ahead)  # young by the clock of the machine
            assert replayed.status == UNAUTHORIZED
            second = await alice.slash("/matches")
            assert second.state is State.MESSAGE
            await bot.restart()
            seen = len(alice.messages())
            assert (await endpoint.repeat(second.interaction, age=ahead)).status == UNAUTHORIZED
            assert await endpoint.repeat(second.interaction) == (ACCEPTED, b"")  # handled before the restart
            assert (await alice.slash("/matches")).state is State.MESSAGE
            assert len(alice.messages()) == seen + 1


async def test_discord_is_asked_for_its_time_once_for_many_old_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, asked = 1000.0, list[None]()

    async def ask_time() -> None:
        nonlocal clock
        asked.append(None)
        await asyncio.sleep(0)
        clock = 2000.0

    endpoint = an_endpoint(lambda: clock, ask_time)
    monkeypatch.setattr(endpoint, "_signed", lambda *_: True)

    async def status(signed_at: str) -> int:
        request = make_mocked_request("POST", "/interactions", {"X-Signature-Timestamp": signed_at})
        request._read_bytes = b'{"type": 2, "id": "1"}'
        return (await endpoint.post(request)).status

    answers = await asyncio.gather(*map(status, ["2000", "1990", "2005", "2006", "soon"] * 20))
    assert answers == [ACCEPTED, UNAUTHORIZED, ACCEPTED, UNAUTHORIZED, UNAUTHORIZED] * 20
    assert await status("1000") == UNAUTHORIZED
    assert len(asked) == 1


async def strange(sandbox: Sandbox, address: str) -> list[Reply]:
    """The replies to requests that Discord would not send."""
    replies = list[Reply]()

    async def say(method: str, path: str, body: bytes, headers: dict[str, str]) -> None:
        async with session.request(method, f"http://{address}{path}", data=io.BytesIO(body), headers=headers) as answer:
            replies.append(Reply(answer.status, await answer.read()))

    def signed(body: bytes, **changed: str) -> dict[str, str]:
        return sandbox.endpoint.headers(body) | {f"X-Signature-{name}": value for name, value in changed.items()}

    ping = json.dumps({"type": 1, "id": "1"}).encode()
    async with aiohttp.ClientSession() as session:
        for method, path in [("GET", "/interactions"), ("GET", "/"), ("POST", "/"), ("GET", "/metrics"), ("PUT", "/x")]:
            await say(method, path, ping, signed(ping))
        await say("POST", "/interactions", ping, {})
        for faults in ({"Ed25519": "zz"}, {"Ed25519": ""}, {"Ed25519": "00" * 64}, {"Timestamp": "soon"}):
            await say("POST", "/interactions", ping, signed(ping, **faults))
        bodies: list[Any] = [b"", b"{", b"[]", b"1", b'{"type": 2}', b'{"type": 2, "id": "x"}', b"[" * 100_000]
        for body in bodies:
            await say("POST", "/interactions", body, signed(body))
        large = b" " * (2 * 1024 * 1024)
        await say("POST", "/interactions", large, signed(large))
    host, port = address.split(":")
    _, half = await asyncio.open_connection(host, int(port))
    half.write(b"POST /interactions HTTP/1.1\r\nHost: here\r\nContent-Length: 1000\r\n\r\n{")
    await half.drain()
    half.transport.abort()
    return replies


@pytest.mark.parametrize(
    "begun",
    one_of(
        [
            b"POST /interactions HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
            b"",
            b"POST /interactions HTTP/1.1\r\nHost: x\r\n",
            b"POST /interactions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
            b"POST /interactions HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nZZZZ",
        ]
    ),
)
async def test_a_stranger_who_sends_nothing_or_half_a_request_holds_no_connection(
    begun: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """A stranger may connect: no connection stays open for that, and the log has no error about it."""

    (port,) = free_ports(1)
    endpoint = an_endpoint()
    await endpoint.start(("127.0.0.1", port), "00" * 32)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(begun)
        async with asyncio.timeout(60):
            answer = await reader.read()
        assert not answer or answer.split()[1].startswith(b"4")
        assert not answer or b"\r\nServer: Tidepool\r\n" in answer
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
        await endpoint.stop()
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


async def test_what_is_to_be_installed_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    endpoint = an_endpoint()
    endpoint.check()
    monkeypatch.setitem(sys.modules, "nacl.signing", None)
    with pytest.raises(EndpointError) as told:
        endpoint.check()
    (file,) = re.findall(r"pip install -r (\S+)`", str(told.value))
    assert "pynacl==" in (Path(__file__).parents[2] / file).read_text(encoding="utf-8")


async def test_a_taken_address_is_refused_with_the_reason_alone() -> None:
    endpoint = an_endpoint()
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(EndpointError) as told:
        await endpoint.start(taken.getsockname(), "00" * 32)
    assert str(told.value).endswith(" cannot be listened at (Address already in use).")


async def test_a_gateway_bot_says_that_interactions_go_elsewhere(room: Room, tmp_path: Path) -> None:
    other = BotProcess(room.sandbox, tmp_path / "other.sqlite3", TIDEPOOL_STATUS="")
    await other.launch()
    assert await other.wait() == 6
    assert "python bot.py door gateway" in other.errors
    assert "Traceback" not in other.errors


async def test_a_worker_that_is_told_to_stop_answers_what_it_has_accepted(room: Room) -> None:
    world, answers = room.sandbox.world, dict[str, State]()

    async def ask(person: Driver) -> None:
        """Use the bot again and again, until no worker listens any more."""
        while State.FAILED not in answers.values():
            answer = await person.slash("/matches")
            answers[answer.interaction.id] = answer.state

    people = [Driver(room.sandbox, world.add_user(f"Person {number}"), room.channel) for number in range(8)]
    asking = [asyncio.create_task(ask(person)) for person in people]
    await room.sandbox.wait_for(lambda: len(answers) > len(people), what="answers to everybody")
    assert await room.bot.stop() == 0
    await asyncio.gather(*asking)
    replies = {
        delivery.interaction_id: delivery.reply.status
        for delivery in room.sandbox.endpoint.deliveries
        if delivery.interaction_id
    }
    assert {replies[name] for name, state in answers.items() if state is not State.FAILED} == {ACCEPTED}
    assert {replies[name] for name, state in answers.items() if state is State.FAILED} == {None}
