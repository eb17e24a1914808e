"""The board page of a service, and what a browser sends to it."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from aiohttp import ClientSession

from cogs.wire.languages import spoken_to
from matches.model import Person
from sandbox import free_ports
from service import Service
from web._listening import runner
from web.board.door import BoardDoor
from web.board.guard import IDLE, Site

JSON = {"Content-Type": "application/json"}


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
async def page_of(service: Service, *, idle: float = IDLE) -> AsyncIterator[Page]:
    """The page of a service, on a free port."""
    (port,) = free_ports(1)
    serving = runner(BoardDoor(service, spoken_to).app(), idle, cancels=True)
    await serving.setup()
    try:
        await Site(serving, "127.0.0.1", port).start()
        async with ClientSession() as client:
            yield Page(f"http://127.0.0.1:{port}", client)
    finally:
        await serving.cleanup()
