"""Visitors of the board page, who send requests as fast as the page's limits allow. Run in a process of their own."""

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from aiohttp import ClientSession

from web.board.door import PERSON


class Asked(NamedTuple):
    """A request."""

    method: str
    path: str
    body: object = None


@dataclass(frozen=True)
class Visitor:
    """A person with the page open."""

    port: int
    address: str
    secret: str

    @classmethod
    async def opened(cls, port: int, number: int, link: str) -> "Visitor":
        """The visitor who opens the page with a link, from an address of their own."""
        address = f"198.51.{number // 250}.{number % 250 + 1}"
        url, headers = f"http://127.0.0.1:{port}/api/visit", {"X-Forwarded-For": address}
        async with ClientSession() as client, client.post(url, json={"link": link}, headers=headers) as answer:
            return cls(port, address, (await answer.json())["visit"])

    async def send(self, asked: Asked) -> int:
        """Send a request on a connection of its own. Returns the status of the answer, 0 for none."""
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(self._request(asked))
            answer = await reader.read()
            writer.close()
        except OSError:
            return 0
        return int(answer.split(maxsplit=2)[1]) if answer else 0

    def _request(self, asked: Asked) -> bytes:
        packed = b"" if asked.body is None else json.dumps(asked.body, separators=(",", ":")).encode()
        head = [
            f"{asked.method} {asked.path} HTTP/1.1",
            "Host: board",
            "Connection: close",
            "Accept-Encoding: gzip",
            f"X-Forwarded-For: {self.address}",
            f"Authorization: Bearer {self.secret}",
            "Content-Type: application/json",
            f"Content-Length: {len(packed)}",
        ]
        return "\r\n".join([*head, "", ""]).encode() + packed


def flood(visitors: Sequence[Visitor], asked: Sequence[Sequence[Asked]], seconds: float) -> Counter[int]:
    """Let each visitor repeat these requests of theirs for so long. Returns the number of answers by status."""
    return asyncio.run(_flooded(visitors, asked, seconds))


async def _flooded(visitors: Sequence[Visitor], asked: Sequence[Sequence[Asked]], seconds: float) -> Counter[int]:
    each = await asyncio.gather(*map(_sent, visitors, asked, [seconds] * len(visitors)))
    return sum(each, Counter[int]())


async def _sent(visitor: Visitor, asked: Sequence[Asked], seconds: float) -> Counter[int]:
    """Send a whole burst at once, then as many a second as a person may."""
    burst, rate = PERSON
    until = asyncio.get_running_loop().time() + seconds
    sending = [asyncio.create_task(visitor.send(asked[number % len(asked)])) for number in range(int(burst) - 1)]
    while asyncio.get_running_loop().time() < until:
        await asyncio.sleep(1 / rate)
        sending.append(asyncio.create_task(visitor.send(asked[len(sending) % len(asked)])))
    done, late = await asyncio.wait(sending, timeout=1 / rate)
    for task in late:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    return Counter(task.result() for task in done)
