"""A pretended sandbox: sends the events that a test wants, gives it every act, and needs no bot."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from aiohttp import web

from tests.page import world

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from playwright.async_api import Locator, Page, Route, WebSocketRoute

FILES = Path(__file__).parents[2] / "sandbox" / "page" / "static"
PIXEL = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00\x00:~\x9bU"
    b"\x00\x00\x00\nIDATx\x9cc`\x00\x00\x00\x02\x00\x01H\xaf\xa4q\x00\x00\x00\x00IEND\xaeB`\x82"
)


@asynccontextmanager
async def files() -> AsyncIterator[str]:
    """The page's files on a port of this machine; gives the address."""

    async def index(_: web.Request) -> web.FileResponse:
        return web.FileResponse(FILES / "index.html")

    application = web.Application()
    application.add_routes([web.get("/", index), web.static("/page/static", FILES)])
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


class Puppet:
    """One window whose sandbox is the test itself."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.acts: list[dict[str, Any]] = []
        self.history: list[world.Json] = []
        self.answer: Callable[[dict[str, Any]], dict[str, Any] | str] = lambda _: {"ok": True, "choices": []}
        self.commands = world.COMMANDS
        self.hidden: Callable[[str], set[str]] = lambda _: set()
        """The ids of the commands that nobody is offered in a channel."""
        self._acted = asyncio.Event()
        self._socket: WebSocketRoute | None = None

    async def open(self, ready: world.Json | None = None, *, who: str = "alice", channel: str = world.GENERAL) -> None:
        """Open the page as a person in a channel; `history` is what the channels hold already."""
        self._ready = ready or world.ready()
        await self.page.route(re.compile("/page/(messages|commands|act)|/attachments/"), self._serve)
        await self.page.route_web_socket(re.compile("/page/events"), self._connect)
        await self.page.goto(f"{self.address}/?key=k&as={who}&channel={channel}")
        await self.page.locator("#messages[aria-label]:not([aria-busy])").wait_for(state="attached")

    async def send(self, kind: str, data: object) -> None:
        """Send one event."""
        if kind == "COMMANDS":
            self.commands = data  # type: ignore[assignment]  # the test sends a list of commands
        assert self._socket is not None
        self._socket.send(json.dumps({"t": kind, "d": data}))

    async def say(self, content: str = "", *, channel: str = world.GENERAL, **rest: object) -> world.Json:
        """A message of the bot comes."""
        message = {**world.message(content, channel=channel), **rest}
        await self.send("MESSAGE_CREATE", message)
        return message

    async def drop(self) -> None:
        """Lose the line to the page, which will call again."""
        assert self._socket is not None
        await self._socket.close()

    async def be(self, name: str) -> None:
        """Look at the sandbox as another person."""
        await self.page.get_by_role("button", name=f"Be {name}").click()

    def article(self, message: world.Json) -> Locator:
        """The drawing of a message."""
        return self.page.locator(f'article[data-id="{message["id"]}"]')

    @property
    def composer(self) -> Locator:
        return self.page.locator("#composer textarea")

    async def act(self, kind: str) -> dict[str, Any]:
        """The newest act of a kind, once there is one."""
        async with asyncio.timeout(5):
            while not (found := [act for act in self.acts if act["act"] == kind]):
                self._acted.clear()
                await self._acted.wait()
        return found[-1]

    def _connect(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(lambda _: None)
        socket.send(json.dumps({"t": "READY", "d": self._ready}))

    async def _serve(self, route: Route) -> None:
        url = urlsplit(route.request.url)
        query = parse_qs(url.query)
        if url.path == "/page/messages":
            assert query["key"] == ["k"]
            await route.fulfill(json=self._page_of(query["channel"][0], query.get("before", [None])[0]))
        elif url.path == "/page/commands":
            hidden = self.hidden(query["channel"][0])
            await route.fulfill(json=[one["id"] for one in self.commands if one["id"] not in hidden])
        elif url.path == "/page/act":
            assert query["key"] == ["k"]
            await self._act(route)
        else:
            await route.fulfill(body=PIXEL, content_type="image/png")

    async def _act(self, route: Route) -> None:
        act: dict[str, Any] = json.loads(route.request.post_data or "")
        self.acts.append(act)
        self._acted.set()
        answer = self.answer(act)
        if isinstance(answer, str):
            await route.fulfill(status=400, json={"error": answer})
        else:
            await route.fulfill(json=answer)

    def _page_of(self, channel: str, before: str | None) -> list[world.Json]:
        found = [message for message in self.history if message["channel_id"] == channel]
        if before is not None:
            found = [message for message in found if int(message["id"]) < int(before)]
        return found[::-1][:50]
