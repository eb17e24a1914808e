"""Several processes of a bot behind a load balancer, which receive interactions over HTTP."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

from sandbox.bot_process import BotProcess
from sandbox.ports import HOST, free_ports
from sandbox.server import Sandbox


class Workers:
    """Processes that start and stop together; each can be killed and restarted separately.

    The sandbox balances interactions among them. With `open_door` it also sets the application's interactions endpoint;
    otherwise the bot or the test must do so.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        database: Path | str,
        count: int = 2,
        *,
        open_door: bool = True,
        path: str = "/interactions",
        **settings: Any,  # noqa: ANN401 (whatever a BotProcess takes)
    ) -> None:
        self._sandbox = sandbox
        self._open_door = open_door
        self._addresses = [f"{HOST}:{port}" for port in free_ports(count)]
        self._path = path
        self._all = [BotProcess(sandbox, database, http=address, **settings) for address in self._addresses]

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    def __getitem__(self, number: int) -> BotProcess:
        return self._all[number]

    def __iter__(self) -> Iterator[BotProcess]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    async def start(self) -> None:
        """Start all workers and wait until they are ready.

        Stops all and raises BotDied or TimeoutError if one fails.
        """
        try:
            await asyncio.gather(*(worker.start() for worker in self._all))
            self._sandbox.endpoint.workers = [f"http://{address}" for address in self._addresses]
            if self._open_door:
                await self._sandbox.endpoint.set_url(f"http://{self._addresses[0]}{self._path}")
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """Stop all workers and send interactions through the gateway again."""
        self._sandbox.endpoint.workers = ()
        await self._sandbox.endpoint.set_url(None)
        await asyncio.gather(*(worker.stop() for worker in self._all))
