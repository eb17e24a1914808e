"""Matches between people in a sandbox, begun in the database before the bot starts and played through Discord."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from benchmarks._seats import Seats
from games import GAMES, Position
from matches.limits import Limits
from matches.model import Person, Venue
from matches.timecontrol import TimeControl
from sandbox import Driver, State
from service import Service
from service.clock import Clock
from storage.store import Store

RATE = 2.5
"""How many moves all people together make in a second."""


@dataclass
class Running:
    """A running match."""

    seats: Seats
    game: str
    code: str
    position: Position[Any]
    chance: Random

    async def move(self) -> float:
        """Type a random move that does not end the match. Returns the seconds until it was answered."""
        text, after = going_on(self.position, self.chance)
        begun = perf_counter()
        answer = await (await self.seats.move(self.game, self.code, self.position.turn, text)).settled()
        assert answer.state in {State.MESSAGE, State.DEFERRED}, answer  # noqa: S101 (a benchmark of what fails is none)
        self.position = after
        return perf_counter() - begun


def going_on(position: Position[Any], chance: Random) -> tuple[str, Position[Any]]:
    """A random move after which the match goes on, and the position after it."""
    moves = list(position.legal_moves())
    chance.shuffle(moves)
    for move in moves:
        after = position.play(move)
        if after.result() is None:
            return position.format(move), after
    raise RuntimeError(f"every move ends the match: {position.encode()}")


@asynccontextmanager
async def serving(path: Path) -> AsyncIterator[Service]:
    """The service of a database that no bot uses. At the end only boards are queued for Discord."""
    async with Store.opened(path) as store:
        yield Service(store, Clock(), limits=Limits.off())
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM outbox WHERE kind <> 'board'")


async def begin(service: Service, seats: Seats, game: str, plies: int, seed: int, clock: str = "14d") -> Running:
    """Begin a match of this pair in its channel, and play so many random moves."""
    first, second = map(person_of, seats.players)
    channel, control = seats.players[0].channel, TimeControl.parse(clock)
    venue = Venue(int(channel.id), int(channel.guild_id or 0))
    challenge = await service.challenges.invite(game, first, second, venue, "first", clock=control)
    match = (await service.challenges.accept(challenge.id, second)).match
    chance, position = Random(seed), GAMES[game].start()
    for _ in range(plies):
        text, after = going_on(position, chance)
        await service.play.move(match.id, match.players[position.turn].id, text)
        position = after
    return Running(seats, game, match.code, position, chance)


def person_of(player: Driver) -> Person:
    """This person of the sandbox as the service knows them."""
    return Person(int(player.user.id), player.user.global_name or player.user.username)


async def moved(matches: Sequence[Running], number: int) -> list[float]:
    """Make so many moves, in one match after the other, `RATE` a second. Returns the waits in seconds.

    Each move begins at its time, however late those before it are answered.
    """

    async def move(at: float, match: Running) -> float:
        await asyncio.sleep(at)
        return await match.move()

    return await asyncio.gather(
        *(move(turn / RATE, match) for turn, match in enumerate(islice(cycle(matches), number)))
    )
