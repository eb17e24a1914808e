"""A simulated fortnight of correspondence play through real bot processes, which are killed meanwhile: `make soak`."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from sandbox import BotProcess, Sandbox, Workers
from tests.soak.checks import check
from tests.soak.fortnight import Fortnight, Plan
from tests.support.patience import DISCORD, PROGRAM, PatientBot
from tests.support.workers import SETTINGS


async def live(plan: Plan, database: Path | str, hit: Callable[[], Awaitable[None]] | None = None) -> dict[str, int]:
    """Simulate a fortnight and check its end. Returns the figures.

    A database of PostgreSQL is used by two workers over HTTP. `hit` makes something fail, in place of every other kill.
    """
    async with started(database) as (sandbox, bots):
        fortnight = Fortnight(plan, sandbox, bots, database, hit)
        try:
            await fortnight.run()
            figures = await check(fortnight)
        except BaseException:
            for bot in bots:
                print(bot.errors[-6000:])  # noqa: T201 (pytest shows it with the failure)
            raise
        assert not [bot.errors for bot in bots if "Traceback" in bot.errors]
        return figures


@asynccontextmanager
async def started(database: Path | str) -> AsyncIterator[tuple[Sandbox, Sequence[BotProcess]]]:
    """The processes of the bot on this database."""
    if isinstance(database, str):
        async with Sandbox() as sandbox, Workers(sandbox, database, 2, program=PROGRAM, **SETTINGS) as workers:
            sandbox.interactions.patience = DISCORD
            yield sandbox, list(workers)
    else:
        async with Sandbox() as sandbox, PatientBot(sandbox, database, TIDEPOOL_LIMITS="off") as bot:
            yield sandbox, [bot]
