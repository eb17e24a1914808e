"""PostgreSQL beside SQLite: the processor time of a move, the moves a second of several processes, a worker's memory.

BENCH_POSTGRES names an empty database, which is filled; without it there are no figures.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import tempfile
import time
from pathlib import Path
from statistics import mean, median
from typing import TYPE_CHECKING, Any

from benchmarks._many import ANN, BOB, begin
from benchmarks._processes import memory
from benchmarks._servers import fresh
from benchmarks._table import Line, ratio
from benchmarks.moves import Course, Side, in_turns
from games import GAMES
from matches.limits import Limits
from sandbox import BotProcess, Sandbox, Workers
from service import Service
from service.clock import Clock
from storage.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator

ROUNDS = 4
"""How many rounds are played on either database, by turns."""
MATCHES = 6
"""How many matches are played in each round."""
MOVES = 12
"""How many moves are played in each match."""
GOAL = 6.0
"""The goal: the most that a move may cost this process on PostgreSQL, as a multiple of SQLite."""
SECONDS = 4.0
"""The seconds for which several processes play."""
PEOPLE = 8
"""How many matches run at once in each of these processes."""
WHOLE = 12
"""How many matches are played through Discord, on either database by turns."""
SETTINGS: dict[str, Any] = {"TIDEPOOL_LIMITS": "off", "TIDEPOOL_STATUS": ""}


def measure() -> Iterator[Line]:
    """The figures; none where BENCH_POSTGRES is not set."""
    server = os.environ.get("BENCH_POSTGRES")
    if server is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        pairs = [
            (asyncio.run(_cost(Path(folder) / f"{n}.db")), asyncio.run(_cost(fresh(server)))) for n in range(ROUNDS)
        ]
        ours, theirs = (median(costs) * 1000 for costs in zip(*pairs, strict=True))
        yield Line("postgres", "a move with its rules, in SQLite", ours, "ms")
        yield Line("postgres", "a move with its rules, in PostgreSQL", theirs, "ms")
        yield Line("postgres", "the same, beside SQLite", median(other / one for one, other in pairs), goal=GOAL)
        whole, likewise = (side.costs for side in asyncio.run(_whole(Path(folder) / "whole.db", fresh(server))))
        yield Line("postgres", "a whole move through Discord, SQLite", mean(whole) * 1000, "ms")
        yield Line("postgres", "a whole move through Discord, a worker on PostgreSQL", mean(likewise) * 1000, "ms")
        yield Line("postgres", "a whole move, beside SQLite", *ratio(likewise, whole))
        for processes in (1, 2, 4):
            yield Line("postgres", f"moves a second by {processes} processes", _played(server, processes))
        for name, figure in asyncio.run(_memory(fresh(server))).items():
            yield Line("postgres", name, figure, "MiB")


async def _cost(where: Path | str) -> float:
    """Seconds of processor time of one move in this process."""
    async with Store.opened(where) as store:
        service = Service(store, Clock(), limits=Limits.off(), alone=False)
        ids = [await begin(service, "3d") for _ in range(MATCHES)]
        await _play(service, ids[0], 2)
        begun, moves = time.process_time(), 0
        for match_id in ids[1:]:
            moves += await _play(service, match_id, MOVES)
        return (time.process_time() - begun) / moves


async def _play(service: Service, match_id: int, moves: int) -> int:
    """Play at most `moves` moves. Returns how many were played."""
    position = GAMES["konane"].decode((await service.lookup.snapshot(match_id)).position.encode())
    for ply in range(moves):
        legal = position.legal_moves()
        if not legal:
            return ply
        text = position.format(legal[0])
        await service.play.move(match_id, (ANN, BOB)[position.turn].id, text)
        position = position.play(legal[0])
    return moves


async def _whole(file: Path, address: str) -> tuple[Side, Side]:
    """Whole moves of a bot on SQLite at the gateway, and of a worker on PostgreSQL."""
    courses = [Course.random(number) for number in range(WHOLE)]
    async with (
        Sandbox() as one,
        Sandbox() as other,
        BotProcess(one, file, **SETTINGS) as bot,
        Workers(other, address, 1, **SETTINGS) as workers,
    ):
        sides = Side(one, bot, courses), Side(other, workers[0], courses)
        await in_turns(sides, courses)
        return sides


def _played(server: str, processes: int) -> float:
    """The moves a second that several processes play together on one database."""
    address = fresh(server)
    asyncio.run(_made(address))
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes) as pool:
        return sum(pool.map(_plays, [address] * processes)) / SECONDS


async def _made(address: str) -> None:
    async with Store.opened(address):
        pass


def _plays(address: str) -> int:
    return asyncio.run(_play_for_a_while(address))


async def _play_for_a_while(address: str) -> int:
    """The number of moves that one process plays in matches of its own."""
    async with Store.opened(address) as store:
        service = Service(store, Clock(), limits=Limits.off(), alone=False)
        ends, count = time.monotonic() + SECONDS, 0

        async def person() -> None:
            nonlocal count
            while time.monotonic() < ends:
                match_id = await begin(service, "3d")
                position = (await service.lookup.snapshot(match_id)).position
                for _ in range(MOVES):
                    if time.monotonic() >= ends or not position.legal_moves():
                        break
                    move = position.legal_moves()[0]
                    text = position.format(move)
                    await service.play.move(match_id, (ANN, BOB)[position.turn].id, text)
                    position = position.play(move)
                    count += 1

        await asyncio.gather(*(person() for _ in range(PEOPLE)))
        return count


async def _memory(address: str) -> dict[str, float]:
    """The resident memory of two workers after their start: the one that leads, and another."""
    async with Sandbox() as sandbox, Workers(sandbox, address, 2, TIDEPOOL_STATUS="") as workers:
        await asyncio.sleep(3)
        held = sorted(memory(worker.pid) for worker in workers)
    return {"memory of a worker": held[0], "memory of the other one, which leads": held[1]}
