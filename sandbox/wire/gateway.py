"""The gateway: WebSocket sessions with heartbeats, intents, resuming and replay."""

import asyncio
import json
import secrets
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from aiohttp import WSCloseCode, WSMsgType, web

from sandbox.discord.errors import Json
from sandbox.discord.shapes import guild_create_json, me_json
from sandbox.discord.world import World

HEARTBEAT = 41.25
"""Seconds between two heartbeats. A bot that misses them is disconnected."""
ACK_DELAY = 0.05
"""Seconds before a heartbeat is acknowledged; discord.py mistakes an immediate acknowledgement for a late one."""
REMEMBERED = 1000
"""The most events that a session can replay when resumed."""


class Op(IntEnum):
    """Discord's gateway opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    RESUME = 6
    RECONNECT = 7
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Intent(IntFlag):
    """Discord's gateway intents whose events the sandbox supports."""

    NONE = 0
    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


PRIVILEGED = Intent.GUILD_MEMBERS | Intent.PRESENCES | Intent.MESSAGE_CONTENT
NOT_AUTHENTICATED = 4003
"""The close code if the bot sends something before it has identified."""
WRONG_TOKEN = 4004
"""The close code for a wrong token."""
BAD_SEQUENCE = 4007
"""The close code if the missed events can no longer be replayed."""
TIMED_OUT = 4009
"""The close code if the bot sends no heartbeat in time."""
DISALLOWED_INTENTS = 4014
"""The close code if the bot requests a forbidden intent."""


class Connection:
    """A WebSocket, compressed on request."""

    def __init__(self, socket: web.WebSocketResponse, *, compressed: bool) -> None:
        self.socket = socket
        self.close_code: int | None = None
        """The code with which the bot closed the connection; 1000 and 1001 end its session."""
        self._deflate = zlib.compressobj() if compressed else None
        self._sending = asyncio.Lock()

    async def send(self, payload: Json) -> None:
        """Send a payload, or do nothing if the connection is lost."""
        text = json.dumps(payload)
        async with self._sending:
            if self.socket.closed:
                return
            try:
                if self._deflate is None:
                    await self.socket.send_str(text)
                else:
                    data = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                    await self.socket.send_bytes(data)
            except ConnectionError:
                return  # the bot has disconnected and will resume


@dataclass(slots=True)
class Session:
    """A session of the bot, which outlives its connections."""

    intents: Intent
    shard: tuple[int, int]
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    sequence: int = 0
    events: deque[Json] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    queue: asyncio.Queue[Json] | None = None
    """The payloads waiting to be sent; None without a connection."""

    def take(self, event: str, data: Json) -> None:
        self.sequence += 1
        payload = {"op": Op.DISPATCH, "t": event, "s": self.sequence, "d": data}
        self.events.append(payload)
        if self.queue is not None:
            self.queue.put_nowait(payload)

    def concerns(self, guild_id: str | None) -> bool:
        """Whether events of this server belong to the session's shard; None means direct messages."""
        number, count = self.shard
        return number == ((int(guild_id) >> 22) % count if guild_id else 0)


class Gateway:
    """All sessions of the bot."""

    def __init__(self, world: World, address: Callable[[], str]) -> None:
        self._world = world
        self._address = address
        self._sessions: dict[str, Session] = {}
        self._connections: set[Connection] = set()
        self.listeners: list[Callable[[bool], None]] = []
        """Called with whether the bot is online, whenever a connection begins or ends."""
        self.shards = 1
        """The recommended number of shards."""
        self.identified = 0
        """The number of sessions started."""
        self.resumed = 0
        """The number of sessions resumed."""
        self.waiting = 0
        """The number of connections waiting while the gateway is silent."""
        self._answers = asyncio.Event()
        self._answers.set()

    @property
    def online(self) -> bool:
        return any(session.queue is not None for session in self._sessions.values())

    def hears(self, intent: Intent) -> bool:
        """Whether any session has this intent."""
        return any(intent in session.intents for session in self._sessions.values())

    def dispatch(self, event: str, data: Json, *, intent: Intent = Intent.NONE, guild_id: str | None = None) -> None:
        """Send an event to every session with the intent whose shard contains the server."""
        for session in self._sessions.values():
            if intent in session.intents and session.concerns(guild_id):
                session.take(event, data)

    async def drop(self, *, resumable: bool = True) -> None:
        """Close every connection. Unless `resumable`, the sessions are also invalidated."""
        if not resumable:
            self._sessions.clear()
        for connection in list(self._connections):
            if not resumable:
                await connection.send({"op": Op.INVALID_SESSION, "d": False})
            await connection.socket.close(code=WSCloseCode.SERVICE_RESTART)

    async def fall_silent(self) -> None:
        """Close every connection, and keep new ones waiting until `answer` is called."""
        self._answers.clear()
        await self.drop()

    def answer(self) -> None:
        """Serve waiting and new connections again."""
        self._answers.set()

    async def ask_to_reconnect(self) -> None:
        """Ask every client to reconnect, as Discord does before restarting a server."""
        for connection in list(self._connections):
            await connection.send({"op": Op.RECONNECT, "d": None})

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection until it ends."""
        socket = web.WebSocketResponse(max_msg_size=4096, compress=False)
        await socket.prepare(request)
        connection = Connection(socket, compressed=request.query.get("compress") == "zlib-stream")
        self._connections.add(connection)
        try:
            self.waiting += 1
            try:
                await self._answers.wait()
            finally:
                self.waiting -= 1
            await connection.send({"op": Op.HELLO, "d": {"heartbeat_interval": int(HEARTBEAT * 1000)}})
            session = await self._greet(connection)
            if session:
                await self._serve(connection, session)
        finally:
            self._connections.discard(connection)
        return socket

    async def _greet(self, connection: Connection) -> Session | None:
        """Wait until the bot identifies or resumes. Returns None if it fails to do so."""
        while True:
            payload = await self._receive(connection)
            if payload is None:
                return None
            if payload["op"] == Op.HEARTBEAT:
                await self._acknowledge(connection)
            elif payload["op"] == Op.IDENTIFY:
                return await self._identify(connection, payload["d"])
            elif payload["op"] == Op.RESUME:
                session = await self._resume(connection, payload["d"])
                if session:
                    return session
            else:
                await connection.socket.close(code=NOT_AUTHENTICATED)
                return None

    async def _identify(self, connection: Connection, data: Json) -> Session | None:
        intents = Intent(data["intents"])
        if data["token"] != self._world.token:
            await connection.socket.close(code=WRONG_TOKEN, message=b"Authentication failed.")
            return None
        if intents & PRIVILEGED:
            await connection.socket.close(code=DISALLOWED_INTENTS, message=b"Disallowed intent(s).")
            return None
        number, count = data.get("shard") or (0, 1)
        session = Session(intents, (number, count))
        self._sessions[session.id] = session
        self.identified += 1
        mine = [guild for guild in self._world.guilds.values() if guild.member(self._world.bot.id)]
        mine = [guild for guild in mine if session.concerns(guild.id)]
        ready = {
            "v": 10,
            "user": me_json(self._world.bot),
            "guilds": [{"id": guild.id, "unavailable": True} for guild in mine],
            "session_id": session.id,
            "resume_gateway_url": self._address(),
            "session_type": "normal",
            "private_channels": [],
            "shard": [number, count],
            "application": {"id": self._world.bot.id, "flags": 0},
        }
        session.queue = asyncio.Queue()
        session.take("READY", ready)
        if Intent.GUILDS in intents:
            for guild in mine:
                session.take("GUILD_CREATE", guild_create_json(self._world, guild))
        return session

    async def _resume(self, connection: Connection, data: Json) -> Session | None:
        session = self._sessions.get(data["session_id"])
        if data["token"] != self._world.token:
            await connection.socket.close(code=WRONG_TOKEN, message=b"Authentication failed.")
            return None
        if session is None:
            await connection.send({"op": Op.INVALID_SESSION, "d": False})
            return None
        missed = [event for event in session.events if event["s"] > data["seq"]]
        if session.sequence - data["seq"] != len(missed):
            await connection.socket.close(code=BAD_SEQUENCE)
            return None
        self.resumed += 1
        session.queue = asyncio.Queue()
        for event in missed:
            session.queue.put_nowait(event)
        session.take("RESUMED", {"_trace": []})
        return session

    async def _serve(self, connection: Connection, session: Session) -> None:
        queue = session.queue
        assert queue is not None  # noqa: S101 (set when the session was greeted)
        self._tell_online()
        sending = asyncio.create_task(self._send_all(connection, queue))
        try:
            while (payload := await self._receive(connection)) is not None:
                if payload["op"] == Op.HEARTBEAT:
                    await self._acknowledge(connection)
        finally:
            sending.cancel()
            if session.queue is queue:
                session.queue = None
                if connection.close_code in {WSCloseCode.OK, WSCloseCode.GOING_AWAY}:
                    self._sessions.pop(session.id, None)
            self._tell_online()

    def _tell_online(self) -> None:
        for listener in list(self.listeners):
            listener(self.online)

    @staticmethod
    async def _acknowledge(connection: Connection) -> None:
        await asyncio.sleep(ACK_DELAY)
        await connection.send({"op": Op.HEARTBEAT_ACK, "d": None})

    @staticmethod
    async def _send_all(connection: Connection, queue: asyncio.Queue[Json]) -> None:
        while True:
            await connection.send(await queue.get())

    @staticmethod
    async def _receive(connection: Connection) -> Json | None:
        """The bot's next payload; None if the connection has ended."""
        try:
            message = await connection.socket.receive(timeout=HEARTBEAT * 1.5)
        except TimeoutError:
            await connection.socket.close(code=TIMED_OUT)
            return None
        if message.type is WSMsgType.CLOSE:
            connection.close_code = message.data
        if message.type is not WSMsgType.TEXT:
            return None
        payload: Json = json.loads(message.data)
        return payload
