"""The sandbox: a server on loopback that stands in for Discord."""

import tempfile
from pathlib import Path
from typing import Protocol, Self, TypeVar

from aiohttp import web
from aiohttp.typedefs import Handler

from sandbox.discord.journal import Journal
from sandbox.discord.model import Attachment
from sandbox.discord.options import Impossible
from sandbox.discord.uploads import Uploads, content_type
from sandbox.lock import WorldLock
from sandbox.page.server import Page
from sandbox.wire.api import LARGEST_REQUEST, Api
from sandbox.wire.backend import PATIENCE, Backend
from sandbox.wire.log import Entry
from sandbox.wire.rest import ROUTES

__all__ = ["PATIENCE", "Sandbox"]

T = TypeVar("T")
HOST = "127.0.0.1"
_SHOWN_TYPES = {"image/png", "image/gif", "image/jpeg", "image/webp", "text/plain"}
"""Content types that a browser may display; others are downloads."""
_UNKNOWN = "application/octet-stream"


class Restartable(Protocol):
    """A bot that the page and the prompt can restart."""

    async def restart(self) -> None: ...


class Sandbox:
    """A local stand-in for Discord. Use it as an asynchronous context manager, or call `start` and `stop`."""

    def __init__(self, home: Path | None = None, *, port: int = 0) -> None:
        """The world is stored in the folder `home`, or lost at the end without one.

        Raises InUse if another sandbox uses the folder.
        """
        self._temporary = None if home else tempfile.TemporaryDirectory(prefix="tidepool-sandbox-")
        self.home = Path(self._temporary.name) if self._temporary else Path(home or "")
        self.home.mkdir(parents=True, exist_ok=True)
        self._lock = WorldLock(self.home)
        self.port = port
        self._runner: web.AppRunner | None = None
        self._journal = Journal(self.home / "world.jsonl" if home else None)
        self._uploads = Uploads(self.home / "uploads.bin" if home else None)
        self._backend = Backend(self.home / "clock", self._journal, self._uploads)
        self.clock = self._backend.clock
        self.world = self._backend.world
        self.log = self._backend.log
        self.gateway = self._backend.gateway
        self.interactions = self._backend.interactions
        self.endpoint = self._backend.endpoint
        self.people = self._backend.people
        self.trouble = self._backend.trouble
        self.move_clock = self._backend.move_clock
        self.report_bot = self._backend.report_bot
        self.wait_for = self._backend.wait_for
        self.page = Page(self._backend, self.restart_bot)
        self.bot_process: Restartable | None = None
        """The bot, if this sandbox started it."""

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self, *, anywhere: bool = False) -> None:
        """Listen on loopback, on any port if `anywhere`. Raises OSError if the port is taken."""
        app = web.Application(client_max_size=LARGEST_REQUEST, middlewares=[_only_loopback])
        Api(self._backend, ROUTES).add_to(app)
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
        self._backend.base_url = f"http://{HOST}:{self.port}"

    async def stop(self) -> None:
        """Close all connections and files."""
        if self._runner:
            await self._backend.close()
            await self._runner.cleanup()
            self._runner = None
        self._journal.close()
        self._uploads.close()
        self._lock.release()
        if self._temporary:
            self._temporary.cleanup()

    @property
    def base_url(self) -> str:
        """The URL that the bot uses instead of Discord's."""
        return self._backend.base_url

    @property
    def gateway_url(self) -> str:
        return self._backend.gateway_url

    @property
    def key(self) -> str:
        """The secret in the page's URL, which stays the same for a stored world."""
        return self.world.key

    @property
    def page_url(self) -> str:
        """The URL of the page, with its key."""
        return f"{self.base_url}/?key={self.key}"

    @property
    def refusals(self) -> list[Entry]:
        """The refused or invalid requests, except failures injected by `trouble`."""
        return self.log.refusals

    async def restart_bot(self) -> None:
        """Restart the bot. Raises Impossible if that fails, or if this sandbox did not start it."""
        if self.bot_process is None:
            raise Impossible("This sandbox did not start the bot, so it cannot restart it.")
        self.report_bot("")
        try:
            await self.bot_process.restart()
        except (Impossible, TimeoutError) as error:
            raise Impossible("The bot did not start again.") from error

    async def png(self, attachment: Attachment) -> bytes:
        """The bytes of an attachment."""
        return self._uploads.get(attachment.id)

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
    """Refuse other host names, through which pages of other sites could reach the sandbox (DNS rebinding)."""
    if request.url.host not in {HOST, "localhost"}:
        raise web.HTTPForbidden(text="The sandbox is only for this machine.\n")
    return await handler(request)
