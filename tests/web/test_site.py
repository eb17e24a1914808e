"""How many connections a server has open at once: silent clients close it to nobody."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from sandbox import free_ports
from web._listening import runner
from web._site import QUEUED, Site, _Refusals

MOST = 20
PATIENCE = 60
GET = b"GET /%s HTTP/1.1\r\nHost: x\r\n\r\n"
HEADERS = b"POST /told HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"
SILENT = {
    "silent": b"",
    "half a request": GET[:20],
    "headers without the body": HEADERS,
    "half a body": HEADERS + b"tell",
    "a queued request": GET % b"queued",
    "an answered request": GET % b"now",
}


class Clients:
    """Connections to a server from several addresses of this machine."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.opened: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def connect(self, sent: bytes, address: str) -> asyncio.StreamReader:
        """Open a connection from this address, and send these bytes."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, local_addr=(address, 0))
        self.opened.append((reader, writer))
        writer.write(sent)
        return reader

    async def status(self, address: str) -> bytes:
        """The status of the answer to a request from this address; empty if there is none."""
        reader = await self.connect(GET % b"now", address)
        return (await asyncio.wait_for(reader.readline(), PATIENCE))[9:12]

    def close(self) -> None:
        for _, writer in self.opened:
            writer.transport.abort()


@asynccontextmanager
async def serving(limit: int = MOST) -> AsyncIterator[tuple[Clients, web.Server, asyncio.Event]]:
    """A server with room for so many connections.

    It answers `/now` at once, `/later` after the event, `/told` after the body, and `/queued` never.
    """
    later = asyncio.Event()

    async def answer_now(_: web.Request) -> web.Response:
        return web.Response(text="now")

    async def answer_later(_: web.Request) -> web.Response:
        await later.wait()
        return web.Response(text="later")

    async def queue(request: web.Request) -> web.Response:
        request[QUEUED] = True
        await asyncio.Event().wait()
        return web.Response()

    async def answer_told(request: web.Request) -> web.Response:
        return web.Response(body=await request.read())

    app = web.Application()
    app.add_routes([web.get("/now", answer_now), web.get("/later", answer_later)])
    app.add_routes([web.get("/queued", queue), web.post("/told", answer_told)])
    serving = runner(app, 300.0, cancels=True)
    await serving.setup()
    (port,) = free_ports(1)
    clients = Clients(port)
    try:
        await Site(serving, limit, host="127.0.0.1", port=port).start()
        assert serving.server is not None
        yield clients, serving.server, later
    finally:
        later.set()
        clients.close()
        await serving.cleanup()


async def until_open(server: web.Server, count: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while len(server.connections) < count:  # noqa: ASYNC110 (the server has no event for it)
            await asyncio.sleep(0)


@pytest.mark.parametrize("sent", SILENT.values(), ids=SILENT)
@pytest.mark.parametrize("address", ["127.0.0.2", "127.0.0.9"])
async def test_idle_connections_of_one_address_close_the_server_to_nobody(sent: bytes, address: str) -> None:
    async with serving() as (clients, server, _):
        visitor = await clients.connect(GET % b"now", "127.0.0.2")  # an idle visitor, older than all others
        assert await visitor.readuntil(b"now") != b""
        for _ in range(3 * MOST):
            await clients.connect(sent, "127.0.0.9")
        await until_open(server, MOST)
        for _ in range(3):
            assert await clients.status(address) == b"200"
        assert len(server.connections) <= MOST
        clients.opened[0][1].write(GET % b"now")
        assert await asyncio.wait_for(visitor.readline(), PATIENCE) != b"", "another address has more"


async def test_requests_in_progress_are_not_cut() -> None:
    async with serving() as (clients, server, later):
        waiting = [await clients.connect(GET % b"later", "127.0.0.9") for _ in range(MOST - 1)]
        await until_open(server, MOST - 1)
        for _ in range(2 * MOST):
            await clients.connect(b"", "127.0.0.9")
        await asyncio.sleep(0)
        assert await clients.status("127.0.0.2") == b"200"
        later.set()
        answers = [await asyncio.wait_for(reader.readline(), PATIENCE) for reader in waiting]
        assert {answer[9:12] for answer in answers} == {b"200"}


async def test_a_connection_is_refused_while_none_is_idle() -> None:
    async with serving() as (clients, server, later):
        for _ in range(MOST):
            await clients.connect(GET % b"later", "127.0.0.9")
        await until_open(server, MOST)
        async with asyncio.timeout(PATIENCE):
            while not all(connection._request_in_progress for connection in server.connections):  # noqa: ASYNC110 (no event)
                await asyncio.sleep(0)
        assert await clients.status("127.0.0.2") == b""
        later.set()
        assert await clients.status("127.0.0.2") == b"200"


async def test_other_work_is_done_between_two_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse, rounds, refused = _Refusals.turn, 0, list[int]()

    async def noted(refusals: _Refusals, connection: web.RequestHandler) -> None:
        await refuse(refusals, connection)
        refused.append(rounds)

    async def count() -> None:
        nonlocal rounds
        while len(refused) < MOST:
            rounds += 1
            await asyncio.sleep(0)

    monkeypatch.setattr(_Refusals, "turn", noted)
    async with serving() as (clients, _, _later), asyncio.timeout(PATIENCE):
        for _ in range(MOST):
            await clients.connect(b"", "127.0.0.9")
        counting = asyncio.create_task(count())
        for number, (_, writer) in enumerate(clients.opened):
            writer.write(GET % b"nothing" if number % 2 else b"no request\r\n\r\n")
        await counting
    assert len(set(refused)) == MOST


async def test_a_client_whose_refusal_has_not_been_sent_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[_Refusals]()

    class Noted(_Refusals):
        def __init__(self) -> None:
            super().__init__()
            made.append(self)

    monkeypatch.setattr("web._site._Refusals", Noted)
    async with serving() as (clients, _, _later), asyncio.timeout(PATIENCE):
        (refusals,) = made
        async with refusals._sending:
            for _ in range(MOST):
                await clients.connect(GET % b"nothing", "127.0.0.9")
            while len(refusals.waiting) < MOST:  # noqa: ASYNC110 (nothing announces it)
                await asyncio.sleep(0)
            assert await clients.status("127.0.0.2") == b"200"
