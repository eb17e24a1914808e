"""The board page beside Discord: others' moves while six visitors send all that their limits allow."""

import asyncio
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from http import HTTPStatus
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from benchmarks._pairs import RATE, Running, begin, going_on, moved, person_of, serving
from benchmarks._processes import BOT
from benchmarks._seats import Seats
from benchmarks._table import Line
from benchmarks._visitors import Asked, Visitor, flood
from games import GAMES, Position
from matches.model import Match
from sandbox import BotProcess, Sandbox, free_ports
from web.board.door import PERSON
from web.board.requests import LARGEST, MOST_STEPS

GAME = "coral_clash"
"""The game of the visitors: it has the slowest rules and the largest boards."""
PLIES = 60
VISITORS = 6
"""How many people use the page. Each waits for the other player's move."""
LINES = 20
"""How many different lines each of them supposes."""
PAIRS = 48
"""How many pairs play in Discord, in all games in turn."""
MOVES = 60
"""How many moves they make in each case."""
SLOWEST = 500.0
"""The most milliseconds for which a move may wait."""
SLOWER = 2.0
"""The most that the median wait may be as a multiple of the median in quiet."""


def measure() -> Iterator[Line]:
    """The waits for others' moves in quiet, and beside each kind of request."""
    yield from asyncio.run(measured(BOT))


async def measured(program: Path) -> list[Line]:
    """The same for a bot of any checkout."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tidepool.sqlite3"
        async with Sandbox() as sandbox:
            pairs = [Seats.new(sandbox) for _ in range(PAIRS)]
            async with serving(path) as service:
                games = list(GAMES)
                others = [
                    await begin(service, pair, games[turn % len(games)], 2, turn) for turn, pair in enumerate(pairs)
                ]
                boards = [
                    await begin(service, Seats.new(sandbox), GAME, PLIES + turn % 2, turn) for turn in range(VISITORS)
                ]
                matches = [await service.lookup.match(int(board.code, 36)) for board in boards]
                links = [await service.visits.link(_waiting(board), int(board.code, 36)) for board in boards]
            (port,) = free_ports(1)
            settings: dict[str, Any] = {
                "TIDEPOOL_LIMITS": "off",
                "TIDEPOOL_BOARD": f"127.0.0.1:{port}",
                "TIDEPOOL_BOARD_URL": f"http://localhost:{port}",
            }
            async with BotProcess(sandbox, path, program=program, **settings):
                visitors = [await Visitor.opened(port, number, link) for number, link in enumerate(links)]
                return await _beside(others, _cases(boards, matches), visitors)


def _waiting(board: Running) -> int:
    """The player who is not to move."""
    return person_of(board.seats.players[1 - board.position.turn]).id


async def _beside(
    others: Sequence[Running], cases: Mapping[str, list[list[Asked]]], visitors: Sequence[Visitor]
) -> list[Line]:
    await moved(others, MOVES)  # so that all boards have been painted
    lines, seconds = list[Line](), MOVES / RATE
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        await asyncio.get_running_loop().run_in_executor(process, flood, [], [], 0.0)  # starts it
        for what, asked in cases.items():
            usual = median(await moved(others, MOVES)) * 1000
            flooding = asyncio.get_running_loop().run_in_executor(process, flood, visitors, asked, seconds)
            waits = await moved(others, MOVES)
            answers = await flooding
            slower = median(waits) * 1000
            lines += [
                Line("page", "wait for a move of others in quiet, median", usual, "ms"),
                Line("page", f"the same beside {what}", slower, "ms"),
                Line("page", "the same as a multiple", slower / usual, goal=SLOWER),
                Line("page", "the longest wait beside them", max(waits) * 1000, "ms", goal=SLOWEST),
                Line("page", f"{what} that were answered", answers[HTTPStatus.OK]),
            ]
            await asyncio.sleep(PERSON[0] / PERSON[1])  # so that the next case has its whole burst
    return lines


def _cases(boards: Sequence[Running], matches: Sequence[Match]) -> dict[str, list[list[Asked]]]:
    """The requests of each kind, by visitor."""
    each = list(zip(boards, matches, strict=True))
    return {
        "boards": [[Asked("GET", f"/api/match/{board.code}")] for board, _ in each],
        "supposed lines": [
            [
                Asked("POST", f"/api/match/{board.code}/suppose", {"rev": match.rev, "line": _line(board.position, n)})
                for n in range(LINES)
            ]
            for board, match in each
        ],
        "edits of a position": [
            [Asked("POST", f"/api/setup/{GAME}/edit", {"position": board.position.encode(), "edit": "show"})]
            for board, _ in each
        ],
        "earlier boards": [
            [Asked("GET", f"/api/match/{board.code}/at/{ply}") for ply in range(match.ply)] for board, match in each
        ],
        "chosen settings": [[Asked("POST", "/api/settings", {"view": "own"})] for _ in each],
    }


def _line(position: Position[Any], seed: int) -> list[tuple[str, ...]]:
    """A line from this position, as long as a request may have."""
    line, chance = list[tuple[str, ...]](), Random(seed)
    while len(line) < MOST_STEPS and len(json.dumps(line)) < LARGEST - 100:
        text, after = going_on(position, chance)
        line.append(position.steps(position.parse(text)))
        position = after
    return line
