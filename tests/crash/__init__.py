"""Matches of all games through the bot, whose processes are killed at random instants: `make crash`."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sandbox import BotProcess, Sandbox, Workers
from tests.crash.story import NEVER, Story

SETTINGS: dict[str, Any] = {"TIDEPOOL_LIMITS": "off", "TIDEPOOL_STATUS": ""}


async def endure(
    kills: int,
    seed: int,
    database: Path | str,
    enough: Callable[[Story], bool] = lambda _: False,
    *,
    workers: int = 1,
    tell: Callable[[Mapping[str, int]], None] = lambda _: None,
) -> dict[str, int]:
    """Kill the bot this many times while matches are played. Returns the counts.

    `enough` decides after each kill whether to stop early; `tell` gets the counts from time to time. Several workers
    take interactions over HTTP and share a PostgreSQL database; the survivors play on.
    """
    async with Sandbox() as sandbox:
        if workers == 1:
            async with BotProcess(sandbox, database, **SETTINGS) as bot:
                return await played(Story(sandbox, [bot], database, seed), [bot], kills, enough, tell)
        async with Workers(sandbox, database, workers, **SETTINGS) as several:
            bots = list(several)
            return await played(Story(sandbox, bots, database, seed), bots, kills, enough, tell)


async def played(
    story: Story,
    bots: Sequence[BotProcess],
    kills: int,
    enough: Callable[[Story], bool],
    tell: Callable[[Mapping[str, int]], None],
) -> dict[str, int]:
    """Play a story and return the counts. If something goes wrong, print what the bots wrote."""

    def look(figures: Mapping[str, int]) -> None:
        tell(figures)
        if any(figures.get(name) for name in NEVER):
            print("\n".join(bot.errors for bot in bots))  # noqa: T201 (shows what led to it)

    try:
        await story.play(kills, enough, look)
        return story.figures()
    except BaseException:
        print(story.figures())  # noqa: T201 (the counts so far; pytest shows them with the failure)
        for bot in bots:
            print(bot.errors[-6000:])  # noqa: T201 (likewise)
        raise
