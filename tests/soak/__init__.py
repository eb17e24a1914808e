"""A simulated fortnight of correspondence play through the real bot process: `make soak`."""

from pathlib import Path

from sandbox import Sandbox
from tests.soak.checks import check
from tests.soak.fortnight import Fortnight, Plan
from tests.support.patience import PatientBot


async def live(plan: Plan, database: Path) -> dict[str, int]:
    """Simulate a fortnight and check its end. Returns the figures."""
    async with Sandbox() as sandbox, PatientBot(sandbox, database, TIDEPOOL_LIMITS="off") as bot:
        fortnight = Fortnight(plan, sandbox, bot, database)
        try:
            await fortnight.run()
            figures = await check(fortnight)
        except BaseException:
            print(bot.errors[-6000:])  # noqa: T201 (pytest shows it with the failure)
            raise
        assert "Traceback" not in bot.errors, bot.errors
        return figures
