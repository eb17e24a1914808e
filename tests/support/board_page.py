"""The board page of a service, and what a browser sends to it."""

from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import ClientSession

from cogs.wire.languages import spoken_to
from matches.model import Person, Place, Venue
from sandbox import free_ports
from service import Service
from service.gate import Discord, Member
from web._listening import runner
from web._site import Site
from web.board import guard
from web.board.door import BoardDoor
from web.board.guard import IDLE

JSON = {"Content-Type": "application/json"}


@dataclass
class Eyes:
    """Stands in for Discord: everybody can view every server's channels and begin matches there, except `gone`."""

    gone: set[int] = field(default_factory=set)
    """The people who have left the server."""
    joined: dict[int, int] = field(default_factory=dict)
    """When people joined the server."""
    strangers: set[tuple[int, int]] = field(default_factory=set)
    """The people who are not in a server, each with that server."""
    hidden: set[tuple[int, int]] = field(default_factory=set)
    """The people who cannot view the channels of a server, each with that server."""
    asked: list[int] = field(default_factory=list)
    """The people about whom Discord was asked, in order."""

    async def viewable(self, person_id: int, places: Iterable[Place]) -> set[int]:
        self.asked.append(person_id)
        servers = {place.channel_id: place.guild_id for place in places if place.guild_id is not None}
        seen = {channel_id for channel_id, server in servers.items() if (person_id, server) not in self.hidden}
        return seen if self.sees(person_id) else set()

    async def may_begin(self, person_id: int, venue: Venue) -> bool:
        self.asked.append(person_id)
        return self.sees(person_id)

    async def member(self, person_id: int, guild_id: int) -> Member | None:
        self.asked.append(person_id)
        if not self.sees(person_id) or (person_id, guild_id) in self.strangers:
            return None
        return Member(f"Member {person_id}", self.joined.get(person_id))

    def sees(self, person_id: int) -> bool:
        return person_id not in self.gone


@dataclass
class Told:
    """An answer of the page."""

    status: int
    body: Any
    headers: Mapping[str, str]


@dataclass
class Page:
    """The page at an address, as the browser of one visitor uses it."""

    url: str
    client: ClientSession
    visit: str = ""

    async def get(self, path: str, **headers: str) -> Told:
        return await self.send("GET", path, None, **headers)

    async def post(self, path: str, body: object, **headers: str) -> Told:
        return await self.send("POST", path, body, **headers)

    async def send(self, method: str, path: str, body: object, **headers: str) -> Told:
        sent = {"Authorization": f"Bearer {self.visit}", **headers} if self.visit else headers
        given: dict[str, Any] = {} if body is None else {"json": body}
        async with self.client.request(method, self.url + path, headers=sent, **given) as response:
            is_json = response.content_type == "application/json"
            return Told(response.status, await (response.json() if is_json else response.text()), response.headers)

    async def open(self, service: Service, person: Person, match_id: int) -> "Page":
        """The same page, opened by this person with a new link."""
        told = await self.post("/api/visit", {"link": await service.visits.link(person.id, match_id)})
        assert told.status == 200, told
        return Page(self.url, self.client, told.body["visit"])


@asynccontextmanager
async def page_of(service: Service, eyes: Discord | None = None, *, idle: float = IDLE) -> AsyncIterator[Page]:
    """The page of a service, on a free port."""
    (port,) = free_ports(1)
    serving = runner(BoardDoor(service, eyes or Eyes(), spoken_to).app(), idle, cancels=True)
    await serving.setup()
    try:
        await Site(serving, guard.MOST_CONNECTIONS, host="127.0.0.1", port=port).start()
        async with ClientSession() as client:
            yield Page(f"http://127.0.0.1:{port}", client)
    finally:
        await serving.cleanup()
