"""Interactions over HTTP: signed requests to the application's interactions endpoint."""

import asyncio
import json
import random
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

import aiohttp

from sandbox.discord.answers import Answers
from sandbox.discord.errors import Fault, Json, Refused, invalid_form
from sandbox.discord.interaction import Interaction
from sandbox.discord.interactions import Interactions
from sandbox.discord.payloads import interaction_json
from sandbox.discord.posting import Form
from sandbox.discord.world import World
from sandbox.wire.signing import Signer
from sandbox.wire.trouble import Delay, take
from sandbox.wire.validation import faults

PING = PONG = 1
ACCEPTED, OK, UNAUTHORIZED = 202, 200, 401
LOOPBACK = {"127.0.0.1", "localhost", "::1"}
REMEMBERED = 5000
"""The number of newest deliveries that are kept."""
_AGENT = "Discord-Interactions/1.0 (+https://discord.com)"


class Reply(NamedTuple):
    """A worker's reply. The status is None if the worker could not be reached or did not answer in time."""

    status: int | None
    body: bytes = b""

    @property
    def json(self) -> Json | None:
        """The body, if it is a JSON object."""
        try:
            body = json.loads(self.body)
        except ValueError:
            return None
        return body if isinstance(body, dict) else None


class Delivery(NamedTuple):
    """A request sent to a worker."""

    interaction_id: str
    worker: str
    """The address of the worker that accepted it, or of the last one tried."""
    reply: Reply
    seconds: float
    """The time from request to reply."""


class Endpoint:
    """The application's interactions endpoint, and the load balancer in front of its workers."""

    def __init__(self, world: World, interactions: Interactions, answers: Answers, address: Callable[[], str]) -> None:
        self.workers: Sequence[str] = ()
        """Addresses (`http://127.0.0.1:9001`) that share the requests at random, whatever the endpoint's host.

        A request fails over to the next worker only if the connection is refused. Without workers, requests go to the
        endpoint itself.
        """
        self.deliveries: deque[Delivery] = deque(maxlen=REMEMBERED)
        self.refusals: list[Refused] = []
        """The errors in answers that came in the body of a reply."""
        self._world = world
        self._interactions = interactions
        self._answers = answers
        self._address = address
        self._signer = Signer(world.seed)
        self._twice: list[Delay] = []
        self._late: list[Delay] = []
        self._session: aiohttp.ClientSession | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str | None:
        """The URL that receives interactions; None to use the gateway."""
        return self._world.endpoint_url

    @property
    def verify_key(self) -> str:
        return self._signer.verify_key

    async def close(self) -> None:
        """Cancel the deliveries in progress."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._session:
            await self._session.close()

    async def set_url(self, url: str | None) -> None:
        """Send interactions to this URL, or through the gateway if it is None.

        Raises Refused unless the URL passes Discord's check: it must answer a PING with a wrong signature with 401, and
        a correctly signed one with a PONG.
        """
        if url:
            await self._verify(url)
        self._world.set_endpoint(url or None)

    async def _verify(self, url: str) -> None:
        parts = urlsplit(url)
        local = parts.hostname in LOOPBACK
        if parts.scheme != "https" and not (parts.scheme == "http" and local):
            text = f"Scheme {parts.scheme!r} is not supported. Scheme must be one of ('https',)."
            raise invalid_form([Fault("interactions_endpoint_url", "URL_TYPE_INVALID_SCHEME", text)])
        if not Signer.available() or not (local or self.workers) or not await self.pings(url):
            text = "The specified interactions endpoint url could not be verified."
            raise invalid_form(
                [Fault("interactions_endpoint_url", "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID", text)]
            )

    async def pings(self, url: str, *, worker: str | None = None) -> bool:
        """Whether a worker at this URL rejects a forged PING and answers a valid one."""
        body = json.dumps(self._ping()).encode()
        forged = await self.post(body, self.headers(body, forged=True), url=url, worker=worker)
        if forged.status != UNAUTHORIZED:
            return False
        reply = await self.post(body, self.headers(body), url=url, worker=worker)
        return reply.status == OK and (reply.json or {}).get("type") == PONG

    def deliver(self, interaction: Interaction) -> None:
        """Start the delivery of an interaction, subject to `deliver_twice` and `deliver_late`.

        The interaction fails if no worker accepts it.
        """
        twice, late = take(self._twice), take(self._late)
        seconds = late.seconds if late else 0.0
        task = asyncio.create_task(self._deliver(interaction, seconds, twice.seconds if twice else None))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def deliver_twice(self, count: int = 1, *, apart: float = 0.0) -> None:
        """Send each of the next interactions twice, as identical requests, `apart` real seconds apart."""
        self._twice.append(Delay(count, apart))

    def deliver_late(self, seconds: float, count: int = 1) -> None:
        """Delay the next interactions after signing them."""
        self._late.append(Delay(count, seconds))

    async def repeat(
        self, interaction: Interaction, *, forged: bool = False, age: float = 0.0, worker: str | None = None
    ) -> Reply:
        """Send an interaction again and return the reply, which has no effect.

        The request carries a timestamp `age` seconds old, and a wrong signature if `forged`.
        """
        body = self._body(interaction)
        return await self.post(body, self.headers(body, forged=forged, age=age), worker=worker, known=interaction.id)

    def headers(self, body: bytes, *, forged: bool = False, age: float = 0.0) -> dict[str, str]:
        """The headers that Discord sends with a body."""
        timestamp = str(int(self._world.now() - age))
        signer = Signer.stranger() if forged else self._signer
        return {
            "Content-Type": "application/json",
            "User-Agent": _AGENT,
            "X-Signature-Ed25519": signer.sign(timestamp, body),
            "X-Signature-Timestamp": timestamp,
        }

    async def post(
        self,
        body: bytes,
        headers: dict[str, str],
        *,
        url: str | None = None,
        worker: str | None = None,
        known: str = "",
    ) -> Reply:
        """Send a request to a worker, by default a random one."""
        url = url or self.url or ""
        path = urlsplit(url).path or "/"
        addresses = [worker] if worker else random.sample(list(self.workers), len(self.workers))
        targets = [f"{address.rstrip('/')}{path}" for address in addresses] or [url]
        began, reply, target = time.perf_counter(), Reply(None), ""
        for target in targets:
            try:
                reply = await self._request(target, body, headers)
            except aiohttp.ClientConnectorError:
                continue  # fail over to the next worker
            break
        self.deliveries.append(Delivery(known, target, reply, time.perf_counter() - began))
        return reply

    async def _request(self, url: str, body: bytes, headers: dict[str, str]) -> Reply:
        """Send a request. Raises ClientConnectorError if the connection is refused."""
        if self._session is None:
            self._session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(force_close=True))
        patience = aiohttp.ClientTimeout(total=self._interactions.patience)
        try:
            async with self._session.post(
                url, data=body, headers=headers, timeout=patience, allow_redirects=False
            ) as response:
                return Reply(response.status, await response.read())
        except aiohttp.ClientConnectorError:
            raise
        except (aiohttp.ClientError, TimeoutError):
            return Reply(None)

    async def _deliver(self, interaction: Interaction, late: float, twice: float | None) -> None:
        body = self._body(interaction)
        headers = self.headers(body)
        await asyncio.sleep(late)

        async def once(after: float) -> bool:
            await asyncio.sleep(after)
            return self._take(interaction, await self.post(body, headers, known=interaction.id))

        taken = await asyncio.gather(once(0), *([] if twice is None else [once(twice)]))
        if not any(taken):
            self._interactions.give_up(interaction)

    def _take(self, interaction: Interaction, reply: Reply) -> bool:
        """Whether the bot accepted the interaction: an empty 202 promises an answer, a 200 contains one."""
        if reply.status == ACCEPTED and not reply.body:
            return True
        answer = reply.json
        if reply.status != OK or answer is None:
            return False
        try:
            if invalid := faults("create_interaction_response", answer):
                raise invalid_form(invalid)
            self._answers.respond(interaction, Form(answer))
        except Refused as refused:
            self.refusals.append(refused)
            return False
        return True

    def _body(self, interaction: Interaction) -> bytes:
        return json.dumps(interaction_json(self._world, interaction, self._address())).encode()

    def _ping(self) -> Json:
        return {
            "id": self._world.snowflakes.next(),
            "application_id": self._world.bot.id,
            "type": PING,
            "token": "ping",
            "version": 1,
        }
