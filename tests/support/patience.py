"""The bot on a Discord that waits a minute for an answer, so that tests pass on a busy machine."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sandbox import BotProcess, Sandbox
from sandbox.bot_process import CHILD, Running
from tests.support import forks

PROGRAM = Path(__file__).with_name("patient_bot.py")
DISCORD = 60.0
"""Seconds for which Discord waits for an answer."""


HELPERS = 300.0
"""Seconds to wait for a helper process, which has a low priority on a busy machine."""


class PatientBot(BotProcess):
    """The bot as its own process, with as much time for each answer as a busy machine may need.

    What players see is then what they see on a quick machine. What they see on a slow one is tested with the usual
    patience in `tests/e2e/test_slow.py`.

    It starts as a fork where that is possible. `tests/e2e/test_workers.py` and others start it afresh.
    """

    def __init__(self, sandbox: Sandbox, database: Path | str, **settings: Any) -> None:
        sandbox.interactions.patience = DISCORD
        super().__init__(sandbox, database, program=PROGRAM, **settings)

    async def _begin(self, environment: Mapping[str, str]) -> Running:
        if forks.POSSIBLE:
            return await forks.Fork.of([str(CHILD), str(self.program)], environment)
        return await super()._begin(environment)

    async def kill(self) -> None:
        """End the bot at once, and give up the interactions that it can no longer answer."""
        await super().kill()
        self._sandbox.interactions.give_up_all()


@contextmanager
def patience(sandbox: Sandbox, seconds: float) -> Iterator[None]:
    """Set the seconds for which Discord waits for answers inside this context."""
    before, sandbox.interactions.patience = sandbox.interactions.patience, seconds
    try:
        yield
    finally:
        sandbox.interactions.patience = before
