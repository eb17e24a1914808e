"""The sandbox's page in the browser: its files, its stream of events, and what people do in it."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from aiohttp import web

from sandbox.announcements import verb
from sandbox.interactions import Act, State
from sandbox.page_acts import PageActs
from sandbox.people import Impossible
from sandbox.records import Channel, ChannelType, Message, User
from sandbox.shapes import channel_json, message_json, user_json

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sandbox.api import Entry
    from sandbox.errors import Json
    from sandbox.interactions import Interaction
    from sandbox.server import Sandbox
    from sandbox.world import Change

FILES = Path(__file__).parent / "page"
_LOGGED = 200
"""Lines of the request log that a new window is told."""


class Page:
    """Serves the page; everything but its plain files needs the sandbox's key."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._acts = PageActs(sandbox)
        self._windows: set[asyncio.Queue[Json]] = set()
        sandbox.world.watch(self._changed)
        sandbox.interactions.watch(self._interaction)
        sandbox.log.listeners.append(self._logged)

    def add_to(self, app: web.Application) -> None:
        app.router.add_get("/", self._guarded(self._index))
        app.router.add_static("/page/static", FILES)
        app.router.add_get("/page/events", self._guarded(self._events))
        app.router.add_get("/page/messages", self._guarded(self._messages))
        app.router.add_post("/page/act", self._guarded(self._act))

    def tell(self, name: str, data: Json | list[Json]) -> None:
        """Send an event to every open window."""
        for window in self._windows:
            window.put_nowait({"t": name, "d": data})

    def tell_clock(self) -> None:
        self.tell("CLOCK", self._time())

    # Requests

    def _guarded(
        self, serve: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        """Only with the key, and not from a page of another origin."""

        async def guarded(request: web.Request) -> web.StreamResponse:
            key = request.query.get("key") or request.headers.get("X-Key") or ""
            origin = request.headers.get("Origin")
            if not secrets.compare_digest(key.encode(), self._sandbox.key.encode()):
                raise web.HTTPForbidden(text="Open the address that the sandbox printed at its start, with its key.\n")
            if origin and origin != f"http://{request.host}":
                raise web.HTTPForbidden(text="The sandbox answers no other page.\n")
            return await serve(request)

        return guarded

    async def _index(self, _: web.Request) -> web.StreamResponse:
        return web.FileResponse(FILES / "index.html", headers={"Cache-Control": "no-store"})

    async def _messages(self, request: web.Request) -> web.StreamResponse:
        """A channel's messages, newest first."""
        messages = self._sandbox.world.messages_of(request.query.get("channel", ""))
        before = request.query.get("before")
        if before:
            messages = [message for message in messages if int(message.id) < int(before)]
        limit = min(int(request.query.get("limit", 50)), 100)
        return web.json_response([self._message(message) for message in reversed(messages[-limit:])])

    async def _act(self, request: web.Request) -> web.StreamResponse:
        try:
            answer = await self._acts.do(await request.json())
        except KeyError as error:
            return web.json_response({"error": f"{error.args[0]} is missing."}, status=400)
        except (Impossible, LookupError, ValueError) as error:
            return web.json_response({"error": str(error.args[0]) if error.args else str(error)}, status=400)
        return web.json_response({"ok": True, **answer})

    async def _events(self, request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        window: asyncio.Queue[Json] = asyncio.Queue()
        window.put_nowait({"t": "READY", "d": self._ready()})
        for entry in list(self._sandbox.log.entries)[-_LOGGED:]:
            window.put_nowait({"t": "LOG", "d": _line(entry)})
        self._windows.add(window)
        sending = asyncio.create_task(_send_all(socket, window))
        try:
            async for _ in socket:
                pass  # the page acts by POST and only listens here
        finally:
            self._windows.discard(window)
            sending.cancel()
        return socket

    # What there is

    def _ready(self) -> Json:
        world = self._sandbox.world
        people = [user for user in world.users.values() if not user.bot]
        for person in people:
            world.dm(person)
        channels = list(world.channels.values())
        guilds = [
            {
                "id": guild.id,
                "name": guild.name,
                "channels": [self._channel(one) for one in channels if one.guild_id == guild.id and not one.thread],
            }
            for guild in world.guilds.values()
        ]
        return {
            "users": [_person(user) for user in people],
            "bot": user_json(world.bot),
            "guilds": guilds,
            "dms": [self._channel(one) for one in channels if one.type is ChannelType.DM],
            "groups": [self._channel(one) for one in channels if one.type is ChannelType.GROUP],
            "threads": [self._channel(one) for one in channels if one.thread],
            "commands": self._commands(),
            "bot_online": self._sandbox.gateway.online,
            **self._time(),
        }

    def _time(self) -> Json:
        return {"now": self._sandbox.clock.now(), "offset": self._sandbox.clock.offset}

    def _commands(self) -> list[Json]:
        return [command for commands in self._sandbox.world.commands.values() for command in commands]

    def _channel(self, channel: Channel) -> Json:
        return channel_json(self._sandbox.world, channel)

    def _message(self, message: Message) -> Json:
        world = self._sandbox.world
        asked_by = message.interaction and world.users.get(message.interaction["user_id"])
        return message_json(world, message, self._sandbox.base_url) | {
            "only_for": message.only_for,
            "pinged": list(message.pinged),
            "interaction_user": user_json(asked_by) if asked_by else None,
        }

    # What changes

    def _changed(self, change: Change) -> None:
        record = change.new or change.old
        if not self._windows:
            return
        if isinstance(record, Message):
            gone = {"id": record.id, "channel_id": record.channel_id}
            self.tell(f"MESSAGE_{verb(change)}", self._message(record) if change.new else gone)
        elif isinstance(record, Channel):
            name = f"{'THREAD' if record.thread else 'CHANNEL'}_{verb(change)}"
            self.tell(name, self._channel(record) if change.new else {"id": record.id})
        elif isinstance(record, User):
            self.tell("READY", self._ready())

    def _interaction(self, interaction: Interaction) -> None:
        if interaction.type is Act.AUTOCOMPLETE:
            return
        known: Json = {
            "id": interaction.id,
            "user_id": interaction.user.id,
            "channel_id": interaction.channel.id,
            "state": self._state(interaction),
            "message_id": interaction.original_id,
        }
        if interaction.reason:
            known["reason"] = interaction.reason
        self.tell("INTERACTION", known)
        if interaction.state is State.MODAL and interaction.modal:
            opened = {"interaction_id": interaction.id, "user_id": interaction.user.id, "modal": interaction.modal}
            self.tell("MODAL", opened)

    def _state(self, interaction: Interaction) -> str:
        if interaction.state in {State.SENT, State.FAILED}:
            return interaction.state.value
        answer = self._sandbox.world.message(interaction.channel.id, interaction.original_id or "")
        return "thinking" if answer and answer.loading else "done"

    def _logged(self, entry: Entry) -> None:
        self.tell("LOG", _line(entry))

    def tell_commands(self) -> None:
        self.tell("COMMANDS", self._commands())

    def tell_online(self, online: bool) -> None:
        self.tell("BOT", {"online": online})


async def _send_all(socket: web.WebSocketResponse, window: asyncio.Queue[Json]) -> None:
    while not socket.closed:
        try:
            await socket.send_json(await window.get())
        except ConnectionError:
            return  # the window was closed


def _person(user: User) -> Json:
    return user_json(user) | {"dms_closed": user.dms_closed}


def _line(entry: Entry) -> Json:
    line: Json = {
        "at": entry.at,
        "method": entry.method,
        "path": entry.path,
        "status": entry.status,
        "ms": round(entry.ms, 1),
        "valid": entry.valid,
        "body": entry.body,
    }
    if entry.round_trip_ms is not None:
        line["round_trip_ms"] = round(entry.round_trip_ms, 1)
    return line
