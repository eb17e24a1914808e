"""The board page's server: visits, the gate, limits, headers and connections."""

import asyncio
import gc
import gzip
import json
import socket
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from aiohttp import ClientSession
from multidict import CIMultiDict

from cogs.wire.languages import spoken_to
from games import GAMES
from matches.visits import LinkUsed, Visit, VisitOver
from sandbox import free_ports
from service import Service
from storage.people import EVERYWHERE
from storage.store import Store
from tests.support.board_page import Eyes, Page, page_of
from tests.support.matches import ANN, BOB, CAROL, StillClock, begin_game
from tests.support.rows import dicts_of
from web import _site
from web._listening import DRAINED
from web._site import HEADERS
from web.board import guard, matches
from web.board.door import BoardDoor
from web.board.files import FOLDER, minify
from web.board.guard import Budget, TooFast

PATIENCE = 30.0
LATER = {"setup.js", "more.js", "review.js", "rules.js", "lines.js", "watch.js", "acts.js", "clock.js", "tasks.js"}
"""The files that the page loads once it shows a board, or when its visitor opens what needs them."""

NEWER = (
    *(
        "AbortSignal.any",
        "URL.parse",
        "URL.canParse",
        "checkVisibility",
        "startViewTransition",
        "moveBefore",
        "setHTML",
    ),
    *("showPopover", "popover", "closedBy", "CloseWatcher", "scheduler.", "cookieStore", "toBase64", "fromBase64"),
    *(":has(", "@starting-style", "@scope", "@property", "@function", "light-dark(", "text-wrap", "field-sizing"),
    *("interpolate-size", "anchor-name", "position-area", "animation-timeline", "contrast-color", "sibling-index"),
)
"""What a page may use in the browsers of today, but not in all those that it supports."""


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


@pytest.mark.parametrize("path", ["/api/settings", "/api/setup/konane/study"])
async def test_nothing_is_stored_for_somebody_who_is_forgotten_meanwhile(
    service: Service, store: Store, page: Page, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    mine, of = await page.open(service, ANN, (await begin_game(service)).match.id), service.visits.of
    asked = 0

    async def forgotten_afterwards(secret: str) -> Visit:
        nonlocal asked
        visit, asked = await of(secret), asked + 1
        if asked == 2:  # as late as possible: the request is admitted
            await service.privacy.forget(ANN.id)
        return visit

    monkeypatch.setattr(service.visits, "of", forgotten_afterwards)
    body = {"view": "own", "position": GAMES["konane"].start().encode()}
    assert (await mine.post(path, body)).status == 401
    for table in ("player", "study", "limited_use"):
        assert ANN.id not in {value for row in await dicts_of(store, table) for value in row.values()}


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


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET / HTTP/1.1\r\nHost: x\r\nExpect: the impossible\r\nConnection: close\r\n\r\n", b"417"),
        (b"nonsense\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * 9000 + b"\r\n\r\n", b"400"),
    ],
)
async def test_answers_that_aiohttp_makes_have_the_headers(page: Page, sent: bytes, status: bytes) -> None:
    answer = await raw(page, sent)
    assert answer.split()[1] == status
    for name, value in HEADERS.items():
        assert f"\r\n{name}: {value}\r\n".encode() in answer, name


async def test_the_policy_allows_no_foreign_or_inline_code(page: Page) -> None:
    policy = dict(part.split(maxsplit=1) for part in HEADERS["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    first = (await page.get("/")).body
    assert "<script>" not in first
    assert "style=" not in first
    assert "://" not in first


def test_the_files_of_the_page_are_small() -> None:
    """With the largest first board and the font they stay below 46 kB."""
    at_once = [path for path in FOLDER.iterdir() if path.name not in LATER]
    assert sum(len(gzip.compress(minify(path), 9)) for path in at_once) <= 15_700


def test_scripts_are_sent_without_comments(tmp_path: Path) -> None:
    script = tmp_path / "a.js"
    script.write_text('/** One.\n * Two.\n */\nconst a = "// b";\n  // c\n  let b; // d\n/** e */ b = 1;\n')
    assert minify(script) == b'const a = "// b";\nlet b; // d\nb = 1;\n'


def test_the_page_needs_no_newer_browser_than_it_says() -> None:
    """`tsconfig.json` keeps newer JavaScript out; this keeps out what browsers got later than in October 2023."""
    written = {path.name: minify(path).decode() for path in FOLDER.iterdir()}
    assert [(name, newer) for name, text in written.items() for newer in NEWER if newer in text] == []


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
    monkeypatch.setattr(_site, "UNREAD", 0.3)
    (port,) = free_ports(1)
    async with BoardDoor(service, Eyes(), spoken_to).open(("127.0.0.1", port)) as served:
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


async def test_a_connection_serves_several_requests(page: Page) -> None:
    request = b"GET / HTTP/1.1\r\nHost: x\r\n%s\r\n"
    received = await raw(page, request % b"" + request % b"Connection: close\r\n")
    assert received.count(b"HTTP/1.1 200") == 2


async def test_an_invalid_link_counts_although_its_sender_has_left(
    service: Service, page: Page, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked, gate, spent, used = asyncio.Event(), asyncio.Event(), asyncio.Event(), service.visits.open

    async def slowly(link: str, nonce: str | None) -> tuple[str, Visit]:
        asked.set()
        await gate.wait()
        return await used(link, nonce)

    monkeypatch.setattr(service.visits, "open", slowly)
    monkeypatch.setattr(Budget, "spend", lambda *_: spent.set())
    sending = asyncio.create_task(page.post("/api/visit", {"link": "x"}))
    async with asyncio.timeout(PATIENCE):
        await asked.wait()
        sending.cancel()
        while service.interactions.turns._working:  # noqa: ASYNC110 (the page notices it)
            await asyncio.sleep(0.01)
        gate.set()
        await spent.wait()
    await asyncio.sleep(0.01)
    gc.collect()  # asyncio logs an error that nobody has read once its task is collected
    assert not caplog.records


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
    monkeypatch.setattr(guard, "time", SimpleNamespace(monotonic=lambda: 0.0))  # no budget refills meanwhile
    statuses = [(await page.post("/api/visit", {"link": "x" * 24})).status for _ in range(25)]
    assert statuses.count(429) > 0
    statuses = [(await mine.get("/api/matches")).status for _ in range(150)]
    assert statuses.count(429) > 0


WRONG = {"Authorization": f"Bearer {'x' * 24}"}


@pytest.mark.parametrize("flood", ["secrets", "links", "files", "no visit"])
async def test_strangers_use_up_no_requests_of_visitors_at_the_same_address(
    service: Service, page: Page, flood: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a school: a valid visit and a valid link are asked first."""
    match = (await begin_game(service)).match
    mine = await page.open(service, ANN, match.id)
    link = await service.visits.link(BOB.id, match.id)
    monkeypatch.setattr(guard, "time", SimpleNamespace(monotonic=lambda: 0.0))  # no budget is refilled

    async def stranger() -> int:
        match flood:
            case "secrets":
                return (await page.get("/api/matches", **WRONG)).status
            case "links":
                return (await page.post("/api/visit", {"link": "x" * 24})).status
            case "files":
                return (await page.get("/static/0/nothing.js", **WRONG)).status
        return (await page.post(f"/api/match/{match.code}/move", {})).status

    statuses = [await stranger() for _ in range(320 if flood == "files" else 30)]
    assert statuses[-1] == 429
    assert 429 not in statuses[:20]
    for _ in range(5):
        assert (await mine.get(f"/api/match/{match.code}")).status == 200
    assert (await page.post("/api/visit", {"link": link})).status == 200
    assert await stranger() == 429
    await service.privacy.forget(ANN.id)
    told = [await mine.get(f"/api/match/{match.code}") for _ in range(30)]
    assert {(one.status, one.body["said"]) for one in told[:20]} == {(401, VisitOver().said())}, "not too many requests"
    assert told[-1].status == 429, "an ended visit has a budget, too"
    again = await service.visits.link(BOB.id, match.id)
    assert (await mine.post("/api/visit", {"link": again})).status == 200
    assert (await page.get("/api/matches", **WRONG, **{"X-Forwarded-For": "203.0.113.9"})).status == 401


@pytest.mark.parametrize("given", ["{}", "Basic {}", "bearer{}", "Bearer  {}", "Bearer {} x", "Bearer {},Bearer {}"])
async def test_only_a_bearer_is_a_visitor(service: Service, page: Page, given: str) -> None:
    mine = await page.open(service, ANN, (await begin_game(service)).match.id)
    assert (await page.get("/api/matches", Authorization=given.replace("{}", mine.visit))).status == 401
    assert (await page.get("/api/matches", Authorization=f"bearer {mine.visit}")).status == 200
    two = CIMultiDict([("Authorization", f"Bearer {mine.visit}"), ("Authorization", f"Bearer {mine.visit}")])
    async with page.client.get(f"{page.url}/api/matches", headers=two) as response:
        assert response.status in {400, 401}


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


async def test_a_stop_answers_the_waiting_requests(service: Service) -> None:
    match = (await begin_game(service)).match
    (port,) = free_ports(1)
    async with ClientSession() as client, AsyncExitStack() as serving:
        await serving.enter_async_context(BoardDoor(service, Eyes(), spoken_to).open(("127.0.0.1", port)))
        mine = await Page(f"http://127.0.0.1:{port}", client).open(service, ANN, match.id)
        waiting = asyncio.create_task(mine.get(f"/api/match/{match.code}?after={match.rev}"))
        while not service.watching._core.watched:  # noqa: ASYNC110 (the service has no event for it)
            await asyncio.sleep(0)
        begun = asyncio.get_running_loop().time()
        await serving.aclose()
        assert asyncio.get_running_loop().time() - begun < DRAINED
        assert (await waiting).status == 204
    async with asyncio.timeout(DRAINED):
        await service.watching.until_newer({match.id: match.rev}, 600)  # for a request that has only just come
