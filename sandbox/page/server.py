"""The HTTP server of the page: static files, event stream and actions."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import web

from sandbox.discord.commands import offered
from sandbox.discord.errors import Json
from sandbox.discord.options import Impossible
from sandbox.page.acts import PageActs
from sandbox.page.events import Events
from sandbox.page.texts import locale_of, texts
from sandbox.wire.backend import Backend

FILES = Path(__file__).parent / "static"


class Page:
    """Serves the page. Everything but the static files requires the sandbox's key."""

    def __init__(self, backend: Backend, restart_bot: Callable[[], Awaitable[None]]) -> None:
        self._backend = backend
        self._acts = PageActs(backend, restart_bot)
        self._events = Events(backend)

    def add_to(self, app: web.Application) -> None:
        app.router.add_get("/", self._guarded(self._serve_index))
        app.router.add_static("/page/static", FILES)
        app.router.add_get("/page/events", self._guarded(self._serve_events))
        app.router.add_get("/page/messages", self._guarded(self._serve_messages))
        app.router.add_get("/page/texts", self._guarded(self._serve_texts))
        app.router.add_get("/page/commands", self._guarded(self._serve_commands))
        app.router.add_post("/page/act", self._guarded(self._serve_act))

    def _guarded(
        self, serve: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        """Reject requests without the key or from another origin."""

        async def guarded(request: web.Request) -> web.StreamResponse:
            key = request.query.get("key") or request.headers.get("X-Key") or ""
            origin = request.headers.get("Origin")
            if not secrets.compare_digest(key.encode(), self._backend.world.key.encode()):
                raise web.HTTPForbidden(text="Open the address that the sandbox printed at its start, with its key.\n")
            if origin and origin != f"http://{request.host}":
                raise web.HTTPForbidden(text="The sandbox answers no other page.\n")
            return await serve(request)

        return guarded

    async def _serve_index(self, _: web.Request) -> web.StreamResponse:
        return web.FileResponse(FILES / "index.html", headers={"Cache-Control": "no-store"})

    async def _serve_texts(self, request: web.Request) -> web.StreamResponse:
        """The texts of the page in a language. The first browser decides which language everybody's Discord has."""
        locale = locale_of(request.query.get("locale", ""))
        self._events.welcome(locale)
        return web.json_response({"locale": locale, "texts": texts(locale)})

    async def _serve_messages(self, request: web.Request) -> web.StreamResponse:
        """A channel's messages, newest first."""
        messages = self._backend.world.messages_of(request.query.get("channel", ""))
        before = request.query.get("before")
        if before:
            messages = [message for message in messages if int(message.id) < int(before)]
        limit = min(int(request.query.get("limit", 50)), 100)
        return web.json_response([self._events.message(message) for message in reversed(messages[-limit:])])

    async def _serve_commands(self, request: web.Request) -> web.StreamResponse:
        """The IDs of the commands offered to a person in a channel; none if either is gone."""
        world = self._backend.world
        user = world.users.get(request.query.get("as", ""))
        channel = world.channels.get(request.query.get("channel", ""))
        commands = offered(world, user, channel) if user and channel else []
        return web.json_response([command["id"] for command in commands])

    async def _serve_act(self, request: web.Request) -> web.StreamResponse:
        try:
            answer = await self._acts.do(await request.json())
            self._events.begun(answer.get("interaction_id"), request.headers.get("X-Window"))
        except KeyError as error:
            return web.json_response({"error": f"{error.args[0]} is missing."}, status=400)
        except (Impossible, LookupError, ValueError) as error:
            return web.json_response({"error": str(error.args[0]) if error.args else str(error)}, status=400)
        return web.json_response({"ok": True, **answer})

    async def _serve_events(self, request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        window = self._events.open()
        sending = asyncio.create_task(_send_all(socket, window))
        try:
            async for _ in socket:
                pass  # the page sends its actions by POST
        finally:
            self._events.close(window)
            sending.cancel()
        return socket


async def _send_all(socket: web.WebSocketResponse, window: asyncio.Queue[Json]) -> None:
    while not socket.closed:
        try:
            await socket.send_json(await window.get())
        except ConnectionError:
            return  # the window was closed
