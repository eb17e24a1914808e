"""Thoughts: the lag of the event loop while computer players think and 50 pairs of people move."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks._lag import idle, lags, percentile
from benchmarks._table import Line
from games import GAMES
from matches.records import Person, Venue
from processes import Pool
from service import Service
from service.clock import Clock
from storage.store import Store
from thinking import Thinking

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matches.records import Match

PAIRS, HELPERS, SECONDS = 50, 2, 10.0
GAME, OTHER = "squalma", "konane"
"""The game of the computer players, and the game of the people beside them."""


def measure() -> Iterator[Line]:
    """The lags of an idle loop, with people who move, and with two thoughts beside them; the moves that were made."""
    with tempfile.TemporaryDirectory() as folder:
        yield from asyncio.run(_measured(Path(folder) / "tidepool.sqlite3"))


async def _measured(path: Path) -> list[Line]:
    async with Store.opened(path) as store, Pool(HELPERS) as pool:
        service = Service(store, Clock(), thinker=Thinking(pool))
        people = [Person(1000 + number, f"Person {number}") for number in range(HELPERS)]
        begun = [
            (await service.practice.begin(GAME, person, 5, Venue(person.id, 1), "second")).match for person in people
        ]
        course = _course()
        quiet = percentile(await idle(), 0.99)
        until = perf_counter() + SECONDS
        async with lags() as alone:
            await asyncio.gather(*(_move_on(service, course, number, until) for number in range(PAIRS)))
        until = perf_counter() + SECONDS
        async with lags() as found:
            thoughts = [asyncio.create_task(_think(service, match, until)) for match in begun]
            pairs = [asyncio.create_task(_move_on(service, course, number, until)) for number in range(PAIRS)]
            moves = sum(await asyncio.gather(*pairs))
            thought = sum(await asyncio.gather(*thoughts))
        service.thoughts.stop()
    late, without = percentile(found, 0.99), percentile(alone, 0.99)
    return [
        Line("thoughts", "lag of an idle loop, p99", quiet, "ms"),
        Line("thoughts", f"lag while {PAIRS} pairs move and nobody thinks, p99", without, "ms"),
        Line("thoughts", f"lag while {HELPERS} think and {PAIRS} pairs move, p99", late, "ms", goal=4 * quiet),
        Line("thoughts", "moves of people meanwhile, a second", moves / SECONDS),
        Line("thoughts", "thoughts at level 5 meanwhile", thought),
    ]


async def _think(service: Service, match: Match, until: float) -> int:
    """Let a computer player think again and again. Returns the number of its moves."""
    person = next(player.id for player in match.players if player.level is None)
    thoughts = 0
    while perf_counter() < until and await service.thoughts.answer(match.id, 60):
        thoughts += 1
        position = (await service.lookup.snapshot(match.id)).position
        await service.play.move(match.id, person, position.format(position.legal_moves()[0]))
    return thoughts


def _course() -> list[str]:
    """The moves of the people, chosen before anything is measured: the bot's loop does not choose them either."""
    position, moves = GAMES[OTHER].start(), []
    while position.result() is None:
        moves.append(position.format(position.legal_moves()[0]))
        position = position.play(position.legal_moves()[0])
    return moves


async def _move_on(service: Service, course: Sequence[str], number: int, until: float) -> int:
    """Let two people move in turn, once a second, and begin a new match after each. Returns the number of moves."""
    first, second = Person(2000 + 2 * number, "First"), Person(2001 + 2 * number, "Second")
    await asyncio.sleep(number / PAIRS)
    moves = 0
    while perf_counter() < until:
        challenge = await service.challenges.invite(OTHER, first, second, Venue(number + 1, 1), "first")
        match = (await service.challenges.accept(challenge.id, second)).match
        for text in course:
            if perf_counter() >= until:
                break
            match = (await service.play.move(match.id, match.players[match.turn].id, text)).match
            moves += 1
            await asyncio.sleep(1)
    return moves
