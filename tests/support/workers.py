"""Workers behind a load balancer, on one PostgreSQL database, and the boards that they posted."""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from games import GAMES
from sandbox import BotProcess, Entry, Sandbox, Workers
from tests.e2e.rooms import Room
from tests.support.patience import DISCORD, PROGRAM

SETTINGS: dict[str, Any] = {"TIDEPOOL_STATUS": "", "TIDEPOOL_LIMITS": "off", "REQUEST_WAITS": "45"}


def _deleted_twice(entry: Entry) -> bool:
    """Whether a private message was gone already. Each worker that answered a press deletes the person's older ones."""
    return (entry.method, entry.code) == ("DELETE", 10008) and entry.path.startswith("/webhooks/")


@asynccontextmanager
async def working(address: str, count: int = 2, **settings: Any) -> AsyncIterator[tuple[Sandbox, Workers]]:
    """`count` patient workers in a sandbox, started together. `settings` are those of `BotProcess`."""
    async with (
        Sandbox() as sandbox,
        Workers(sandbox, address, count, **{**SETTINGS, "program": PROGRAM, **settings}) as workers,
    ):
        sandbox.interactions.patience = DISCORD
        yield sandbox, workers
        assert [entry for entry in sandbox.refusals if not _deleted_twice(entry)] == []
        assert sandbox.endpoint.refusals == []
        assert sandbox.gateway.identified == 0
        errors = "\n".join(worker.errors for worker in workers)
        assert "Traceback" not in errors, errors


def beginning(count: int) -> list[str]:
    """The first `count` moves of a match of Konane."""
    position, moves = GAMES["konane"].start(), list[str]()
    for _ in range(count):
        moves.append(position.format(position.legal_moves()[0]))
        position = position.play(position.parse(moves[-1]))
    return moves


async def leader(sandbox: Sandbox, workers: Workers) -> tuple[BotProcess, list[BotProcess]]:
    """The worker that leads, and the others, once the logs of all others say that they stand by."""
    await sandbox.wait_for(partial(_one_leads, workers), 60, "all workers but one to stand by")
    (leads,) = [worker for worker in workers if not _stands_by(worker)]
    return leads, [worker for worker in workers if worker is not leads]


def _one_leads(workers: Workers) -> bool:
    return sum(map(_stands_by, workers)) == len(workers) - 1


def _stands_by(worker: BotProcess) -> bool:
    """Whether a worker has logged since its start that another one leads."""
    return "this one stands by" in worker.errors.rpartition("Interactions are taken at")[2]


def send_to(sandbox: Sandbox, *workers: BotProcess) -> None:
    """Send interactions only to these workers."""
    sandbox.endpoint.workers = [f"http://{worker._http}" for worker in workers]


def syncs(sandbox: Sandbox) -> int:
    """How many times the commands were sent."""
    return sum(entry.method == "PUT" and entry.path.endswith("/commands") for entry in sandbox.log.entries)


def boards(room: Room) -> Counter[str]:
    """How many times each board was posted in the channel of a room."""
    posts = [message for message in room.alice.messages() if not message.private]
    return Counter(file.filename for post in posts for file in post.attachments if "-" in file.filename)
