"""A worker: the bot's own code down to the edges, run as `hosting.py` runs it over HTTP."""

import asyncio
import importlib
import pkgutil
import random
from contextlib import suppress
from typing import Any

import cogs.ui
from cogs.background import Background
from cogs.buttons import Buttons
from cogs.commands.client import ABANDONED, GRACE
from cogs.posts.relay import OutboxRelay
from cogs.wire.replies import ARRIVED
from service import Service
from storage.errors import StorageError
from tests.simulation.database import Database, Server
from tests.simulation.discord import Client, Discord, ProcessClock, Use
from tests.simulation.network import Process
from web.interactions import OLDEST

ANSWERING = "answering"
"""The name of the tasks that answer interactions."""
for module in pkgutil.walk_packages(cogs.ui.__path__, "cogs.ui."):
    importlib.import_module(module.name)  # registers the functions of the controls


class Worker:
    """One run of a worker, from its start to its end."""

    def __init__(self, process: Process, server: Server, discord: Discord, number: int) -> None:
        self.process = process
        self.open = False
        """Whether it accepts interactions."""
        self._store = Database.store(server, process)
        clock = ProcessClock(process.simulation, process)
        self._service = Service(self._store, clock, random.Random(number), alone=False)
        self._service.outbox._core.worker = f"{number:08x}"
        client: Any = Client(discord, process, self._service)
        self._client, self._relay = client, OutboxRelay(client, self._service)
        client.relay = self._relay
        self._background = Background(self._client)
        process.start(self._run())

    def receive(self, use: Use) -> None:
        """Receive an interaction, unless it is too old."""
        if self.process.simulation.now - use.at <= OLDEST:
            self.process.start(self._take(use, self.process.simulation.now))

    async def _take(self, use: Use, arrived: float) -> None:
        if await self._service.interactions.take(use.id):
            ARRIVED.set(arrived)
            self.process.start(Buttons().on_interaction(use.received(self._client)), name=ANSWERING)

    async def _run(self) -> None:
        """Answer interactions, lead as soon as no other worker does, and stop when the lead is lost."""
        try:
            await self._relay.load_refused()
            self._background._start([self._background._note])
            self.open = True
            await self._store.lead()
            await self._relay.begin()
            self._background._start([self._relay.deliver_due])
            await self._store.lead_lost()
        except StorageError as error:
            self.process.simulation.note(self.process.name, f"cannot go on: {error}")
        await self._stop()

    async def _stop(self) -> None:
        """Stop as `Tidepool.close` does."""
        self.open = False
        self._background.end()
        await self._relay.wait_until_ended()
        await self._answered()
        with suppress(StorageError):
            await self._relay.note_done()
            await self._service.outbox.hand_over()
        self.process.simulation.note(self.process.name, "has stopped")
        self.process.end()

    async def _answered(self) -> None:
        until = self.process.loop.time() + GRACE
        while busy := [task for task in asyncio.all_tasks() if task.get_name() == ANSWERING]:
            left = until - self.process.loop.time()
            for task in busy if left <= 0 else ():
                task.cancel()
            await asyncio.wait(busy, timeout=left if left > 0 else ABANDONED)
            if left <= 0:
                return
