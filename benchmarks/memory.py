"""Memory: the bot's resident memory after its start, and after showing 1,000 matches in all themes and views."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from benchmarks._processes import BOT, cpu, memory, program_of
from benchmarks._table import SLOWER, Line
from games import GAMES
from matches.limits import Limits
from matches.model import Person, Venue
from render import THEMES
from sandbox import BotProcess, Driver, Sandbox
from service import Service
from service.clock import Clock
from storage.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandbox.discord.model import Channel, User

MATCHES = 1_000
PLIES = 24
"""The most plies of each match."""
AT_ONCE = 2
"""How many people look at a board at the same time."""
STILL = 2.0
"""Seconds of waiting after which a start is surely over."""


def measure() -> Iterator[Line]:
    """The memory after a start, and after everybody has looked at their boards once and twice; a board's cost."""
    start, shown, again, each = asyncio.run(_measured(BOT))
    yield Line("memory", "after a start", start, "MiB", goal=120)
    yield Line("memory", f"after {MATCHES:,} matches in all themes and views", shown, "MiB", goal=160)
    yield Line("memory", "after the same once more", again, "MiB", goal=160)
    yield Line("memory", "CPU of a board meanwhile", each * 1000, "ms")


def compare(other: Path) -> Iterator[Line]:
    """The memory of this checkout's bot and of another's, one after the other."""
    ours, theirs = (asyncio.run(_measured(program)) for program in (BOT, program_of(other)))
    for what, here, there in zip(("after a start", "after all boards", "after all twice"), ours, theirs, strict=False):
        yield Line("memory", what, here, "MiB")
        yield Line("memory", "the same beside the other checkout", here / there, goal=SLOWER)


async def _measured(program: Path) -> tuple[float, float, float, float]:
    """Three times MiB, and the seconds of processor time of a board."""
    async with Sandbox() as sandbox:
        channel = sandbox.world.add_channel("benchmark")
        people = [sandbox.world.add_user(f"Person {number}") for number in range(2 * len(THEMES))]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "tidepool.sqlite3"
            boards = await _played(path, people, channel)
            async with BotProcess(sandbox, path, program=program, TIDEPOOL_LIMITS="off") as bot:
                await asyncio.sleep(STILL)
                found, used = [memory(bot.pid)], cpu(bot.pid)
                for _ in range(2):
                    await _looked_at(sandbox, channel, boards)
                    found.append(memory(bot.pid))
                return found[0], found[1], found[2], (cpu(bot.pid) - used) / (2 * len(boards))


async def _played(path: Path, people: list[User], channel: Channel) -> list[tuple[User, str, str]]:
    """Make the matches. Returns for each person a game and the code of their match."""
    async with Store.opened(path) as store:
        boards = await _matches(Service(store, Clock(), limits=Limits.off()), people, channel)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM outbox")  # nothing is owed to Discord
    return boards


async def _matches(service: Service, people: list[User], channel: Channel) -> list[tuple[User, str, str]]:
    """Let people choose their themes and play."""
    chance = Random(1)
    venue = Venue(int(channel.id), int(channel.guild_id or 0))
    players = [Person(int(user.id), user.username) for user in people]
    boards = []
    for number, person in enumerate(players):
        chosen = await service.settings.of_player(person.id)
        theme = THEMES[number % len(THEMES)]
        await service.settings.choose(person.id, replace(chosen, theme=theme))
    pairs = list(product(GAMES, range(len(THEMES))))
    for number in range(MATCHES):
        game, pair = pairs[number % len(pairs)]
        sides = players[2 * pair], players[2 * pair + 1]
        challenge = await service.challenges.invite(game, *sides, venue, "first", clock=None)
        match = (await service.challenges.accept(challenge.id, sides[1])).match
        position = GAMES[game].start()
        for _ in range(chance.randrange(PLIES)):
            if not (moves := position.legal_moves()):
                break
            move = chance.choice(moves)
            await service.play.move(match.id, match.players[position.turn].id, position.format(move))
            position = position.play(move)
        boards += [(people[2 * pair + seat], game, match.code) for seat in (0, 1)]
    return boards


async def _looked_at(sandbox: Sandbox, channel: Channel, boards: list[tuple[User, str, str]]) -> None:
    """Let everybody look at their boards."""
    free = asyncio.Semaphore(AT_ONCE)

    async def look(user: User, game: str, code: str) -> bool:
        async with free:
            answer = await Driver(sandbox, user, channel).slash(f"/{game.replace('_', '-')} board", match=f"#{code}")
            return bool(answer.message and answer.message.attachments)

    seen = sum(await asyncio.gather(*(look(*board) for board in boards)))
    if seen < 0.95 * len(boards):
        raise RuntimeError(f"only {seen} of {len(boards)} boards were shown")
