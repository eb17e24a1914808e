"""Matches of all games through the bot process, which is killed at random instants: `make crash`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox import BotProcess, Sandbox
from tests.crash.story import Story

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


async def endure(
    kills: int, seed: int, database: Path, enough: Callable[[int], bool] = lambda _: False
) -> dict[str, int]:
    """Kill the bot so often while matches are played; returns what was counted.

    `enough` is asked after each kill, with their number, whether to stop before.
    """
    async with Sandbox() as sandbox, BotProcess(sandbox, database, TIDEPOOL_LIMITS="off", TIDEPOOL_STATUS="") as bot:
        story = Story(sandbox, bot, database, seed)
        try:
            await story.play(kills, enough)
            figures = story.figures()
        except BaseException:
            print(bot.errors[-6000:])  # noqa: T201 (pytest shows it with the failure)
            raise
        figures["tracebacks"] = bot.errors.count("Traceback")
        return figures
