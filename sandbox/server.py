"""The sandbox itself: one server on loopback that stands for Discord."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import time
from collections import defaultdict, deque
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from aiohttp import web

from sandbox.announcements import Announcements
from sandbox.api import LARGEST_REQUEST, Api, Entry, Log
from sandbox.clock import SandboxClock
from sandbox.errors import Code, Refused
from sandbox.gateway import Gateway
from sandbox.interactions import Interactions
from sandbox.journal import Journal
from sandbox.page import Page
from sandbox.people import Impossible, People
from sandbox.rest import ROUTES
from sandbox.trouble import Trouble
from sandbox.uploads import Uploads, content_type
from sandbox.world import World

if TYPE_CHECKING:
    from collections.abc import Callable

    from aiohttp.typedefs import Handler

    from sandbox.bot_process import BotProcess
    from sandbox.errors import Json
    from sandbox.records import Attachment, Channel

T = TypeVar("T")
HOST = "127.0.0.1"
PATIENCE = 30.0
"""Real seconds in which what somebody waits for should have come, also on a small machine with much to do."""
_SHOWN_TYPES = {"image/png", "image/gif", "image/jpeg", "image/webp", "text/plain"}
"""What a browser may show; anything else it must save."""
_UNKNOWN = "application/octet-stream"
_PULSE = 0.2
"""Seconds after which a wait looks again even though nothing happened in the sandbox."""


class Sandbox:
    """A Discord in a box. Use it as an asynchronous context, or call `start` and `stop`."""

    def __init__(self, home: Path | None = None, *, fresh: bool = False, port: int = 0) -> None:
        """The world is kept in the folder `home`; without one it is forgotten at the end. `fresh` forgets it now."""
        self._temporary = None if home else tempfile.TemporaryDirectory(prefix="tidepool-sandbox-")
        self.home = Path(self._temporary.name) if self._temporary else Path(home or "")
        if fresh and self.home.exists():
            shutil.rmtree(self.home)
        self.home.mkdir(parents=True, exist_ok=True)
        self.port = port
        self._runner: web.AppRunner | None = None
        self._old_edits: dict[str, deque[float]] = defaultdict(deque)
        self._stirred = asyncio.Event()
        self.clock = SandboxClock(self.home / "clock")
        self._journal = Journal(self.home / "world.jsonl" if home else None)
        self._uploads = Uploads(self.home / "uploads.bin" if home else None)
        self.world = World(self.clock.now, self._journal, self._uploads)
        self.log = Log()
        self.gateway = Gateway(self.world, lambda: self.gateway_url, self._online)
        self.interactions = Interactions(self.world, self.gateway, lambda: self.base_url)
        self.people = People(self.world, self.interactions)
        self.trouble = Trouble(self.world, self.gateway, self.move_clock)
        self.world.watch(Announcements(self.world, self.gateway, lambda: self.base_url).take)
        self.world.watch(lambda _: self.stir())
        self.interactions.watch(lambda _: self.stir())
        self.page = Page(self)
        self.bot_process: BotProcess | None = None
        """The bot, if the sandbox runs it."""

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self, *, anywhere: bool = False) -> None:
        """Listen on loopback, on any port if `anywhere`. Raises OSError if the port is taken."""
        self.loop = asyncio.get_running_loop()
        app = web.Application(client_max_size=LARGEST_REQUEST, middlewares=[_only_loopback])
        Api(self, ROUTES, self.log).add_to(app)
        app.router.add_get("/gateway", self.gateway.connect)
        app.router.add_get("/attachments/{channel_id}/{attachment_id}/{filename}", self._attachment)
        self.page.add_to(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, HOST, 0 if anywhere else self.port).start()
        except OSError:
            await self._runner.cleanup()
            self._runner = None
            raise
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Close every connection and keep the world."""
        if self._runner:
            await self.gateway.drop()
            await self._runner.cleanup()
            self._runner = None
        self._journal.close()
        self._uploads.close()
        if self._temporary:
            self._temporary.cleanup()

    @property
    def base_url(self) -> str:
        """The address to which the bot's setting TIDEPOOL_API is set."""
        return f"http://{HOST}:{self.port}"

    @property
    def gateway_url(self) -> str:
        return f"ws://{HOST}:{self.port}/gateway"

    @property
    def key(self) -> str:
        """What the browser page must show to be let in; it stays the same as long as the world is kept."""
        return self.world.key

    @property
    def page_url(self) -> str:
        """The address of the page in the browser, with its key."""
        return f"{self.base_url}/?key={self.key}"

    @property
    def refusals(self) -> list[Entry]:
        """The requests that were refused or invalid, those that were told to fail left out."""
        return self.log.refusals

    def set_commands(self, guild_id: str, commands: list[Json]) -> None:
        """The bot offers these commands in a server, or everywhere (empty text)."""
        self.world.set_commands(guild_id, commands)
        self.page.tell_commands()
        self.stir()

    def move_clock(self, seconds: float) -> None:
        """Move the time of the sandbox and the bot."""
        self.clock.move(seconds)
        self.archive_idle_threads()
        self.page.tell_clock()

    def archive_idle_threads(self) -> None:
        """Archive the threads in which nobody wrote for as long as they were told to wait."""
        for channel in list(self.world.channels.values()):
            thread = channel.thread
            if thread is None or thread.archived:
                continue
            if self.clock.now() - _touched(self.world, channel) >= thread.auto_archive * 60:
                self.world.put(replace(channel, thread=replace(thread, archived=True)))

    async def restart_bot(self) -> None:
        """Restart the bot that the sandbox runs. Raises Impossible if it runs none."""
        if self.bot_process is None:
            raise Impossible("This sandbox did not start the bot, so it cannot restart it.")
        await self.bot_process.restart()

    def count_old_edit(self, channel: Channel, most: int, window: float) -> None:
        """Count an edit of an old message. Raises Refused if there were too many in so many real seconds."""
        edits, now = self._old_edits[channel.id], time.monotonic()
        while edits and now - edits[0] >= window:
            edits.popleft()
        if len(edits) >= most:
            raise Refused(Code.OLD_MESSAGE_EDITS, retry_after=round(edits[0] + window - now, 3))
        edits.append(now)

    def stir(self) -> None:
        """Let every `wait_for` look again."""
        self._stirred.set()
        self._stirred = asyncio.Event()

    async def wait_for(self, look: Callable[[], T | None], timeout: float = PATIENCE, what: str = "") -> T:  # noqa: ASYNC109
        """What `look` gives as soon as it is true. Raises TimeoutError that tells the newest requests."""
        end = asyncio.get_running_loop().time() + timeout
        while True:
            stirred = self._stirred
            found = look()
            if found:
                return found
            left = end - asyncio.get_running_loop().time()
            if left <= 0:
                newest = [f"{entry.method} {entry.path[:60]} {entry.status}" for entry in list(self.log.entries)[-5:]]
                raise TimeoutError(f"Waited {timeout} s in vain for {what or look}; newest requests: {newest}")
            try:
                await asyncio.wait_for(stirred.wait(), min(left, _PULSE))
            except TimeoutError:
                continue

    async def png(self, attachment: Attachment) -> bytes:
        """The bytes of an attachment."""
        return self._uploads.get(attachment.id)

    def _online(self, online: bool) -> None:
        self.page.tell_online(online)
        self.stir()

    async def _attachment(self, request: web.Request) -> web.Response:
        try:
            data = self._uploads.get(request.match_info["attachment_id"])
        except KeyError as error:
            raise web.HTTPNotFound from error
        kind = content_type(request.match_info["filename"])
        headers = {"Cache-Control": "private, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff"}
        return web.Response(body=data, content_type=kind if kind in _SHOWN_TYPES else _UNKNOWN, headers=headers)


@web.middleware
async def _only_loopback(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse a name other than loopback's, by which a foreign page could reach the sandbox."""
    if request.url.host not in {HOST, "localhost"}:
        raise web.HTTPForbidden(text="The sandbox is only for this machine.\n")
    return await handler(request)


def _touched(world: World, channel: Channel) -> float:
    """When a thread was last written in or reopened."""
    messages = world.messages(channel)
    return max(channel.thread.touched_at if channel.thread else 0.0, messages[-1].at if messages else 0.0)
