"""Memory: the bot's resident set after its start, after 1,000 matches in all themes and views, and in a busy hour."""

import asyncio
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks._hour import MOVES, played, prepared
from benchmarks._pairs import Running, begin, person_of, serving
from benchmarks._processes import BOT, cpu, memory, program_of
from benchmarks._seats import Seats
from benchmarks._table import SLOWER, Line
from games import GAMES
from render import THEMES
from sandbox import BotProcess, Sandbox, free_ports
from service import Service

MATCHES = 1_000
PLIES = 24
"""The most plies of each match."""
AT_ONCE = 2
"""How many people look at a board at the same time."""
FLAT = 1.03
"""The most that memory may grow in the second half of an hour."""
STILL = 2.0
"""Seconds after which a start is over."""


def measure() -> Iterator[Line]:
    """The memory after a start, and after everybody has looked at their boards once and twice; a board's cost."""
    start, shown, again, each = asyncio.run(_measured(BOT))
    yield Line("memory", "after a start", start, "MiB", goal=120)
    yield Line("memory", f"after {MATCHES:,} matches in all themes and views", shown, "MiB", goal=160)
    yield Line("memory", "after the same once more", again, "MiB", goal=160)
    yield Line("memory", "CPU of a board meanwhile", each * 1000, "ms")
    begun, *held = asyncio.run(hour())
    half = held[len(held) // 2 :]
    yield Line("memory", f"an hour of {MOVES:,} moves, each with six requests of the page: at the start", begun, "MiB")
    yield Line("memory", "after the first half", half[0], "MiB")
    yield Line("memory", "after the second half", held[-1], "MiB", goal=160)
    yield Line("memory", "the most beside the least in the second half", max(half) / min(half), goal=FLAT)


def compare(other: Path) -> Iterator[Line]:
    """The memory of this checkout's bot and of another's, one after the other."""
    ours, theirs = (asyncio.run(_measured(program)) for program in (BOT, program_of(other)))
    for what, here, there in zip(("after a start", "after all boards", "after all twice"), ours, theirs, strict=False):
        yield Line("memory", what, here, "MiB")
        yield Line("memory", "the same beside the other checkout", here / there, goal=SLOWER)


async def _measured(program: Path) -> tuple[float, float, float, float]:
    """Three times MiB, and the seconds of processor time of a board."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tidepool.sqlite3"
        async with Sandbox() as sandbox:
            pairs = [Seats.new(sandbox) for _ in THEMES]
            async with serving(path) as service:
                matches = await _matches(service, pairs)
            with closing(sqlite3.connect(path)) as connection, connection:
                connection.execute("DELETE FROM outbox")  # nothing is queued for Discord
            async with BotProcess(sandbox, path, program=program, TIDEPOOL_LIMITS="off") as bot:
                await asyncio.sleep(STILL)
                held, used = [memory(bot.pid)], cpu(bot.pid)
                for _ in range(2):
                    await _look(matches)
                    held.append(memory(bot.pid))
                return held[0], held[1], held[2], (cpu(bot.pid) - used) / (4 * MATCHES)


async def hour(moves: int = MOVES) -> list[float]:
    """MiB after a start, and after each group of the matches of an hour."""
    with tempfile.TemporaryDirectory() as folder:
        path, (port,) = Path(folder) / "tidepool.sqlite3", free_ports(1)
        page = {"TIDEPOOL_BOARD": f"127.0.0.1:{port}", "TIDEPOOL_BOARD_URL": f"http://localhost:{port}"}
        settings: dict[str, Any] = {"TIDEPOOL_LIMITS": "off", **page}
        async with Sandbox() as sandbox:
            async with serving(path) as service:
                evening = await prepared(service, sandbox, moves)
            async with BotProcess(sandbox, path, program=BOT, **settings) as bot:
                await asyncio.sleep(STILL)
                return [memory(bot.pid), *[memory(bot.pid) async for _ in played(evening, port)]]


async def _matches(service: Service, pairs: list[Seats]) -> list[Running]:
    """Matches of these pairs, of all games in turn. Each pair has a theme of its own."""
    for theme, pair in zip(THEMES, pairs, strict=True):
        for person in map(person_of, pair.players):
            chosen = await service.settings.of_player(person.id)
            await service.settings.choose(person.id, replace(chosen, theme=theme))
    matches = []
    for number in range(MATCHES):
        turn, game = divmod(number, len(GAMES))
        matches.append(await begin(service, pairs[turn % len(pairs)], list(GAMES)[game], number % PLIES, number))
    return matches


async def _look(matches: list[Running]) -> None:
    """Make both players of each match look at their board."""
    free = asyncio.Semaphore(AT_ONCE)

    async def look(match: Running, seat: int) -> bool:
        async with free:
            answer = await match.seats.look(match.game, match.code, seat)
            return bool(answer.message and answer.message.attachments)

    seen = sum(await asyncio.gather(*(look(match, seat) for match in matches for seat in (0, 1))))
    if seen < 0.95 * 2 * len(matches):
        raise RuntimeError(f"only {seen} boards were shown")
