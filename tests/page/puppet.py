"""A pretended sandbox: it sends the events that a test wants, records every act of the page, and needs no bot."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import web
from playwright.async_api import Locator, Page

from sandbox import PATIENCE
from tests.page import world

FILES = Path(__file__).parents[2] / "sandbox" / "page" / "static"
PIXEL = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00\x00:~\x9bU"
    b"\x00\x00\x00\nIDATx\x9cc`\x00\x00\x00\x02\x00\x01H\xaf\xa4q\x00\x00\x00\x00IEND\xaeB`\x82"
)


class PuppetServer:
    """One server for all puppets. The key in a page's requests says which puppet they are for.

    A browser caches the page's files after the first test. Intercepting the requests instead would send each of them
    through the test process, which is half of the cost of such a test.
    """

    def __init__(self) -> None:
        self.address = ""
        """Where it serves, once it does."""
        self._puppets: dict[str, Puppet] = {}
        self._keys = itertools.count(1)

    @classmethod
    @asynccontextmanager
    async def opened(cls) -> AsyncIterator[PuppetServer]:
        """Start a server on a port of this machine."""
        puppet_server = cls()
        application = web.Application()
        application.on_response_prepare.append(_keep_files)
        application.add_routes(
            [
                web.get("/", _index),
                web.static("/page/static", FILES),
                web.route("*", "/page/{what}", puppet_server._serve),
                web.get("/attachments/{path:.*}", _pixel),
            ]
        )
        runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        puppet_server.address = f"http://127.0.0.1:{runner.addresses[0][1]}"
        try:
            yield puppet_server
        finally:
            await runner.cleanup()

    def puppet(self, page: Page) -> Puppet:
        """A puppet for a window."""
        key = f"k{next(self._keys)}"
        self._puppets[key] = made = Puppet(page, f"{self.address}/?key={key}")
        return made

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        return await self._puppets[request.query["key"]].serve(request)


async def _keep_files(request: web.Request, response: web.StreamResponse) -> None:
    if request.path.startswith("/page/static/"):
        response.headers["Cache-Control"] = "max-age=3600"


async def _index(_: web.Request) -> web.FileResponse:
    return web.FileResponse(FILES / "index.html")


async def _pixel(_: web.Request) -> web.Response:
    return web.Response(body=PIXEL, content_type="image/png")


class Puppet:
    """One window whose sandbox is the test itself."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.acts: list[dict[str, Any]] = []
        self.history: list[world.Json] = []
        self.answer: Callable[[dict[str, Any]], dict[str, Any] | str] = lambda _: {"ok": True, "choices": []}
        self.commands = world.COMMANDS
        self.hidden: Callable[[str], set[str]] = lambda _: set()
        """The ids of the commands that nobody is offered in a channel."""
        self._address = address
        self._acted = asyncio.Event()
        self._socket: web.WebSocketResponse | None = None

    async def open(self, ready: world.Json | None = None, *, who: str = "alice", channel: str = world.GENERAL) -> None:
        """Open the page as a person in a channel. `history` has the messages of the channels."""
        self._ready = ready or world.ready()
        await self.page.goto(f"{self._address}&as={who}&channel={channel}")
        await self.page.locator("#messages[aria-label]:not([aria-busy])").wait_for(state="attached")

    async def send(self, kind: str, data: object) -> None:
        """Send one event."""
        if kind == "COMMANDS":
            self.commands = data  # type: ignore[assignment]  # the test sends a list of commands
        assert self._socket is not None
        await self._socket.send_json({"t": kind, "d": data})

    async def say(self, content: str = "", *, channel: str = world.GENERAL, **rest: object) -> world.Json:
        """Send a message of the bot to the page."""
        message = {**world.message(content, channel=channel), **rest}
        await self.send("MESSAGE_CREATE", message)
        return message

    async def drop(self) -> None:
        """Break the connection to the page, which will connect again."""
        assert self._socket is not None
        await self._socket.close()

    async def be(self, name: str) -> None:
        """Look at the page as another person."""
        await self.page.get_by_role("button", name=f"Be {name}").click()

    def article(self, message: world.Json) -> Locator:
        """The element of the page that shows a message."""
        return self.page.locator(f'article[data-id="{message["id"]}"]')

    @property
    def composer(self) -> Locator:
        return self.page.locator("#composer textarea")

    async def act(self, kind: str) -> dict[str, Any]:
        """Wait for an act of this kind. Returns the newest one."""
        async with asyncio.timeout(PATIENCE):
            while not (found := [act for act in self.acts if act["act"] == kind]):
                self._acted.clear()
                await self._acted.wait()
        return found[-1]

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer a request of this window's page."""
        match request.method, request.match_info["what"]:
            case "GET", "events":
                return await self._connect(request)
            case "GET", "messages":
                return web.json_response(self._page_of(request.query["channel"], request.query.get("before")))
            case "GET", "commands":
                hidden = self.hidden(request.query["channel"])
                return web.json_response([command["id"] for command in self.commands if command["id"] not in hidden])
            case "GET", "texts":
                return web.json_response({"locale": "en-GB", "texts": {}})
            case "POST", "act":
                return await self._act(request)
        raise web.HTTPNotFound

    async def _connect(self, request: web.Request) -> web.WebSocketResponse:
        self._socket = socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"t": "READY", "d": self._ready})
        async for _ in socket:
            pass
        return socket

    async def _act(self, request: web.Request) -> web.Response:
        act: dict[str, Any] = json.loads(await request.text())
        self.acts.append(act)
        self._acted.set()
        answer = self.answer(act)
        if isinstance(answer, str):
            return web.json_response({"error": answer}, status=400)
        return web.json_response(answer)

    def _page_of(self, channel: str, before: str | None) -> list[world.Json]:
        found = [message for message in self.history if message["channel_id"] == channel]
        if before is not None:
            found = [message for message in found if int(message["id"]) < int(before)]
        return found[::-1][:50]
