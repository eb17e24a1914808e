"""The board page's server: visits, the gate, limits, headers and connections."""

import asyncio
import gzip
import json
import socket
from contextlib import AsyncExitStack, suppress
from typing import Any

import pytest
from aiohttp import ClientSession
from aiohttp.test_utils import make_mocked_request
from multidict import CIMultiDict

from cogs.wire.languages import spoken_to
from matches.visits import LinkUsed, VisitOver
from sandbox import free_ports
from service import Service
from storage.people import EVERYWHERE
from tests.support.board_page import Page, page_of
from tests.support.matches import ANN, BOB, CAROL, StillClock, begin_game
from web._listening import DRAINED
from web.board import guard, matches
from web.board.door import BoardDoor
from web.board.files import FOLDER
from web.board.guard import HEADERS, Budget, TooFast

PATIENCE = 30.0
LATER = {"setup.js", "more.js"}
"""The files that the page loads when its visitor opens the board editor or the menu of rarer acts."""


async def test_a_link_opens_a_visit_once(service: Service, page: Page) -> None:
    match = (await begin_game(service)).match
    link = await service.visits.link(ANN.id, match.id)
    opened = await asyncio.gather(*(page.post("/api/visit", {"link": link}) for _ in range(4)))
    assert sorted(told.status for told in opened) == [200, 401, 401, 401]
    (body,) = [told.body for told in opened if told.status == 200]
    assert body.keys() == {"visit", "code", "words", "themes"}
    assert body["code"] == match.code
    refused = next(told for told in opened if told.status == 401)
    assert refused.body == {"said": LinkUsed().said()}
    mine = Page(page.url, page.client, body["visit"])
    assert (await mine.get(f"/api/match/{match.code}")).status == 200
    assert (await mine.get("/api/words")).body == {key: body[key] for key in ("words", "themes")}


async def test_without_a_visit_the_page_says_how_to_get_one(service: Service, page: Page) -> None:
    match = (await begin_game(service)).match
    for path in (f"/api/match/{match.code}", "/api/matches", f"/api/match/{match.code}/at/0"):
        told = await page.get(path)
        assert (told.status, told.body) == (401, {"said": VisitOver().said()})


@pytest.mark.parametrize("end", ["ban", "forget", "expiry"])
async def test_a_visit_ends(service: Service, page: Page, clock: StillClock, end: str) -> None:
    match = (await begin_game(service)).match
    mine = await page.open(service, ANN, match.id)
    waiting = asyncio.create_task(mine.get(f"/api/match/{match.code}?after={match.rev}"))
    while not service.watching._core.watched:  # noqa: ASYNC110 (the service has no event for it)
        await asyncio.sleep(0)
    match end:
        case "ban":
            await service.moderation.ban(EVERYWHERE, ANN)
            await service.play.resign(match.id, BOB.id)
        case "forget":
            await service.privacy.forget(ANN.id)
        case _:
            clock.time += 24 * 3600
            await service.play.resign(match.id, BOB.id)
    assert (await asyncio.wait_for(waiting, PATIENCE)).status == 401
    assert (await mine.get("/api/matches")).status == 401


async def test_a_visit_may_end_while_the_body_of_a_request_arrives(service: Service, page: Page) -> None:
    mine = await page.open(service, ANN, (await begin_game(service)).match.id)
    reader, writer = await asyncio.open_connection("127.0.0.1", int(page.url.rpartition(":")[2]))
    head = f"POST /api/settings HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {mine.visit}\r\nConnection: close\r\n"
    writer.write((head + "Content-Type: application/json\r\nContent-Length: 16\r\n\r\n").encode())
    assert (await mine.get("/api/matches")).status == 200  # meanwhile the head has arrived
    await service.privacy.forget(ANN.id)
    writer.write(b'{"theme":"dark"}')
    assert (await reader.read()).startswith(b"HTTP/1.1 401")
    assert (await service.settings.of_player(ANN.id)).theme is None
    writer.close()


async def test_a_visitor_sees_only_matches_that_they_play_or_follow(service: Service, page: Page) -> None:
    own = (await begin_game(service, first=CAROL)).match
    other = (await begin_game(service)).match
    mine = await page.open(service, CAROL, own.id)
    hidden = await mine.get(f"/api/match/{other.code}")
    unknown = await mine.get("/api/match/zzzz")
    assert (hidden.status, unknown.status) == (404, 404)
    assert hidden.body["said"].replace(other.code, "zzzz") == unknown.body["said"]
    for path in ("move", "resign", "hint", "study", "suppose", "prepare", "again"):
        assert (await mine.post(f"/api/match/{other.code}/{path}", {"rev": 1, "level": 1})).status in {400, 404}, path
    await service.follows.follow(other.id, CAROL, each_move=False)
    assert (await mine.get(f"/api/match/{other.code}")).body["seat"] is None
    refused = await mine.post(f"/api/match/{other.code}/resign", {"rev": other.rev})
    assert refused.status == 409
    assert "you are watching" in refused.body["said"]


@pytest.mark.parametrize("path", ["/", "/api/matches", "/api/nothing", "/static/0/nothing.js", "/../etc/passwd"])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "OPTIONS"])
async def test_every_answer_has_the_headers(page: Page, method: str, path: str) -> None:
    told = await page.send(method, path, None)
    assert told.status < 500
    assert {name: told.headers.get(name) for name in HEADERS} == HEADERS
    assert "Set-Cookie" not in told.headers
    assert "Access-Control-Allow-Origin" not in told.headers


async def test_the_policy_allows_no_foreign_or_inline_code(page: Page) -> None:
    policy = dict(part.split(maxsplit=1) for part in HEADERS["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    first = (await page.get("/")).body
    assert "<script>" not in first
    assert "style=" not in first
    assert "://" not in first


def test_the_files_of_the_page_are_small() -> None:
    """With the largest first board they stay below 35 kB."""
    at_once = [path for path in FOLDER.iterdir() if path.name not in LATER]
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in at_once) <= 15_000


async def test_files_are_packed_and_kept_forever_under_their_hash(page: Page) -> None:
    first = await page.get("/")
    assert first.headers["Cache-Control"] == "no-cache"
    address = first.body.split('src="')[1].split('"')[0]
    script = await page.get(address)
    assert "immutable" in script.headers["Cache-Control"]
    old = await page.get(address.replace(address.split("/")[2], "0" * 12))
    assert (old.status, old.body, old.headers["Cache-Control"]) == (200, script.body, "no-cache")
    async with (
        ClientSession(auto_decompress=False) as client,
        client.get(page.url + address, headers={"Accept-Encoding": "gzip"}) as packed,
    ):
        assert gzip.decompress(await packed.read()).decode() == script.body
    assert (await page.get("/", **{"If-None-Match": first.headers["ETag"]})).status == 304


async def test_a_body_is_a_small_json_object(service: Service, page: Page) -> None:
    match = (await begin_game(service)).match
    mine = await page.open(service, ANN, match.id)
    path = f"/api/match/{match.code}/move"
    too_large = await mine.post(path, {"rev": 1, "steps": ["x" * 5000]})
    assert (too_large.status, too_large.body) == (413, {"said": guard.MISTAKEN})
    bodies: list[Any] = [
        [],
        "x",
        None,
        1,
        {"rev": "1"},
        {"rev": True, "steps": []},
        {"rev": 1},
        {"rev": 1, "steps": [1]},
        {"rev": 1, "steps": ["\ud800"]},
        {"rev": 1, "steps": [], "other": float("nan")},
    ]
    for body in bodies:
        assert (await mine.post(path, body)).status in {400, 415}, body
    async with page.client.post(
        page.url + path,
        data=b'{"rev":1}',
        headers={"Authorization": f"Bearer {mine.visit}", "Content-Type": "text/plain"},
    ) as response:
        assert response.status == 400


async def raw(page: Page, sent: bytes) -> bytes:
    """All that the server sends after these bytes until it closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(page.url.rpartition(":")[2]))
    writer.write(sent)
    received = b""
    with suppress(ConnectionError):
        received = await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()
    return received


async def test_silent_and_slow_connections_are_dropped(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    match = (await begin_game(service)).match
    monkeypatch.setattr("web.board.requests.SLOWEST", 0.2)
    async with page_of(service, idle=0.2) as page:
        mine = await page.open(service, ANN, match.id)
        assert await raw(page, b"") == b""
        assert await raw(page, b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ") == b""
        head = f"POST /api/match/{match.code}/move HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {mine.visit}\r\n"
        slow = await raw(page, (head + 'Content-Type: application/json\r\nContent-Length: 30\r\n\r\n{"rev"').encode())
        assert slow.startswith(b"HTTP/1.1 408")


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="the system does not drop them")
async def test_a_client_that_does_not_read_is_dropped(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "IDLE", 0.3)
    (port,) = free_ports(1)
    async with BoardDoor(service, spoken_to).open(("127.0.0.1", port)) as served:
        server = served.server
        assert server is not None
        with socket.socket() as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(client, ("127.0.0.1", port))
            await loop.sock_sendall(client, b"GET /static/0/page.js HTTP/1.1\r\nHost: x\r\n\r\n" * 290)
            async with asyncio.timeout(PATIENCE):
                while not server.connections:  # noqa: ASYNC110 (the server has no event for it)
                    await asyncio.sleep(0)
                while server.connections:  # noqa: ASYNC110 (the server has no event for it)
                    await asyncio.sleep(0.01)
            assert server.requests_count < 290, "the answers fit into the buffers"


async def test_connections_beyond_the_limit_are_closed(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "MOST_CONNECTIONS", 2)
    request = b"GET / HTTP/1.1\r\nHost: x\r\n%s\r\n"
    async with page_of(service) as page:
        opened = []
        for _ in range(2):
            reader, writer = await asyncio.open_connection("127.0.0.1", int(page.url.rpartition(":")[2]))
            writer.write(request % b"")
            await reader.readuntil(b"</html>")
            opened.append(writer)
        assert await raw(page, request % b"Connection: close\r\n") == b""
        opened.pop().close()
        async with asyncio.timeout(PATIENCE):
            while not (await raw(page, request % b"Connection: close\r\n")).startswith(b"HTTP/1.1 200"):
                pass
        opened.pop().close()


async def test_a_connection_serves_several_requests(page: Page) -> None:
    request = b"GET / HTTP/1.1\r\nHost: x\r\n%s\r\n"
    received = await raw(page, request % b"" + request % b"Connection: close\r\n")
    assert received.count(b"HTTP/1.1 200") == 2


async def test_too_many_requests_of_a_stranger_or_a_visitor_are_refused(
    service: Service, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = (await begin_game(service)).match
    mine = await page.open(service, ANN, match.id)
    monkeypatch.setattr(matches, "MOST_HELD", 1)
    waiting = asyncio.create_task(mine.get(f"/api/match/{match.code}?after={match.rev}"))
    while not service.watching._core.watched:  # noqa: ASYNC110 (the service has no event for it)
        await asyncio.sleep(0)
    assert (await mine.get(f"/api/match/{match.code}?after={match.rev}")).status == 429
    monkeypatch.setattr(matches, "MOST_HELD", 2)
    monkeypatch.setattr(matches, "MOST_HELD_BY_ALL", 1)
    assert (await mine.get(f"/api/match/{match.code}?after={match.rev}")).status == 429
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    statuses = [(await page.post("/api/visit", {"link": "x" * 24})).status for _ in range(25)]
    assert statuses.count(429) > 0
    assert (await mine.get("/api/matches")).status == 429, "the address is the same"
    elsewhere = {"X-Forwarded-For": "203.0.113.9"}
    assert (await mine.get("/api/matches", **elsewhere)).status == 200
    statuses = [(await mine.get("/api/matches", **elsewhere)).status for _ in range(150)]
    assert statuses.count(429) > 0


def test_a_budget_refills(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    budget = Budget(burst=2, rate=1)
    for _ in range(2):
        budget.spend("a")
    with pytest.raises(TooFast):
        budget.spend("a")
    budget.spend("b")
    now += 1
    budget.spend("a")
    with pytest.raises(TooFast):
        budget.spend("a")
    now += 100
    for _ in range(2):
        budget.spend("a")
    with pytest.raises(TooFast):
        budget.spend("a")


def test_a_budget_forgets_the_longest_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "MOST_KEYS", 2)
    budget = Budget(burst=1, rate=0)
    for key in "abac":
        with suppress(TooFast):
            budget.spend(key)
    budget.spend("a")


async def test_a_bug_is_logged_and_answered(
    service: Service, page: Page, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match = (await begin_game(service)).match
    mine = await page.open(service, ANN, match.id)

    async def broken(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(type(service.lookup), "queue", broken)
    told = await mine.get("/api/matches")
    assert told.status == 500
    assert "bug" not in json.dumps(told.body)
    assert "a bug" in caplog.text
    assert mine.visit not in caplog.text
    assert guard.IDLE < matches.HELD


@pytest.mark.parametrize(
    ("peer", "given", "address"),
    [
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("10.0.0.2", ["1.1.1.1, 203.0.113.9"], "203.0.113.9"),
        ("10.0.0.2", ["1.1.1.1", "203.0.113.9"], "203.0.113.9"),
        ("8.8.8.8", ["203.0.113.9"], "8.8.8.8"),
        ("127.0.0.1", ["nonsense"], "127.0.0.1"),
        ("::1", ["2001:db8:1:2:3::4"], "2001:db8:1:2::/64"),
        ("2606:4700:9::1", ["203.0.113.9"], "2606:4700:9::/64"),
        ("127.0.0.1", ["::ffff:203.0.113.9"], "203.0.113.9"),
    ],
)
def test_a_client_is_known_by_the_address_that_the_nearest_proxy_reports(
    peer: str, given: list[str], address: str
) -> None:
    headers = CIMultiDict([("X-Forwarded-For", forwarded) for forwarded in given])
    request = make_mocked_request("GET", "/", headers=headers).clone(remote=peer)
    assert guard.address_of(request) == address


async def test_a_stop_answers_the_waiting_requests(service: Service) -> None:
    match = (await begin_game(service)).match
    (port,) = free_ports(1)
    async with ClientSession() as client, AsyncExitStack() as serving:
        await serving.enter_async_context(BoardDoor(service, spoken_to).open(("127.0.0.1", port)))
        mine = await Page(f"http://127.0.0.1:{port}", client).open(service, ANN, match.id)
        waiting = asyncio.create_task(mine.get(f"/api/match/{match.code}?after={match.rev}"))
        while not service.watching._core.watched:  # noqa: ASYNC110 (the service has no event for it)
            await asyncio.sleep(0)
        begun = asyncio.get_running_loop().time()
        await serving.aclose()
        assert asyncio.get_running_loop().time() - begun < DRAINED
        assert (await waiting).status == 204
