"""A small bot that takes its interactions over HTTP, as a program of its own or inside a test."""

import asyncio
import json
import os
import signal
import sys
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from aiohttp import web
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

COMMAND = {"name": "whoami", "description": "Say which process answers", "type": 1}
Json = dict[str, Any]


@dataclass
class Worker:
    """Verifies every request, answers each interaction once, and names itself in the answer."""

    api: str
    token: str
    name: str
    inline: bool = False
    """Whether it answers in the body of the reply instead of by the callback route."""
    careless: bool = False
    """Whether it accepts every signature."""
    silent: bool = False
    """Whether it promises an answer that never comes."""
    taken: list[str] = field(default_factory=list)
    requests: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    verify_key: VerifyKey | None = None

    async def call(self, method: str, path: str, body: object = None) -> Any:
        headers = {"Authorization": f"Bot {self.token}"}
        async with (
            aiohttp.ClientSession() as session,
            session.request(method, f"{self.api}/api/v10{path}", json=body, headers=headers) as reply,
        ):
            text = await reply.text()
            return json.loads(text) if text else None

    async def start(self, host: str, port: int) -> web.AppRunner:
        """Learn the key, set the command and listen."""
        application = await self.call("GET", "/applications/@me")
        self.verify_key = VerifyKey(bytes.fromhex(application["verify_key"]))
        await self.call("PUT", f"/applications/{application['id']}/commands", [COMMAND])
        app = web.Application()
        app.router.add_post("/interactions", self.take)
        runner = web.AppRunner(app, shutdown_timeout=1)
        await runner.setup()
        await web.TCPSite(runner, host, port).start()
        return runner

    async def take(self, request: web.Request) -> web.Response:
        body = await request.read()
        self.requests.append((dict(request.headers), body))
        if not self.careless and not self._believes(request, body):
            return web.Response(status=401)
        interaction: Json = json.loads(body)
        if interaction["type"] == 1:
            return web.json_response({"type": 1})
        if interaction["id"] in self.taken:
            return web.Response(status=409)
        self.taken.append(interaction["id"])
        answer = {"type": 4, "data": {"content": f"{self.name} took it"}}
        if self.inline:
            return web.json_response(answer)
        if not self.silent:
            self._answering = asyncio.create_task(self._answer(interaction, answer))
        return web.Response(status=202)

    async def _answer(self, interaction: Json, answer: Json) -> None:
        await self.call("POST", f"/interactions/{interaction['id']}/{interaction['token']}/callback", answer)

    def _believes(self, request: web.Request, body: bytes) -> bool:
        assert self.verify_key
        try:
            signature = bytes.fromhex(request.headers["X-Signature-Ed25519"])
            self.verify_key.verify(request.headers["X-Signature-Timestamp"].encode() + body, signature)
        except (BadSignatureError, KeyError, ValueError):
            return False
        return True


async def main() -> int:
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    assert os.environ["SMALL_DOOR"] == "http"
    host, port = os.environ["SMALL_HTTP"].split(":")
    worker = Worker(os.environ["SMALL_API"], os.environ["DISCORD_TOKEN"], str(os.getpid()))
    runner = await worker.start(host, int(port))
    await stopped.wait()
    await runner.cleanup()
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
