"""Cost: the processor time of each use of the bot by somebody with 1,000 matches among 100,000, beside `/help`."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks._many import copy
from benchmarks._processes import cpu
from benchmarks._table import Line
from sandbox import BotProcess, Driver, Sandbox

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

OWN, ALL = 1_000, 100_000
ROUNDS = 40
BOARD = re.compile(r"coral_clash-([0-9a-z]+)-\d+\.png")
"""Matches the file name of a board. The file name of a challenge has no revision."""
MOST = 20
"""The goal: the most that a use may cost without its picture, as a multiple of a command that does nothing."""


def measure() -> Iterator[Line]:
    """The processor time of each use, and its multiple of the time of `/help`."""
    costs = asyncio.run(_measured())
    nothing = costs.pop("/help")
    yield Line("cost", "/help, which does nothing", nothing * 1000, "ms")
    for what, each in costs.items():
        yield Line("cost", f"{what}, in times /help", each / nothing, goal=MOST)


async def _measured() -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "tidepool.sqlite3"
        async with Sandbox() as sandbox:
            channel = sandbox.world.add_channel("cost")
            alice, bob, carol = (
                Driver(sandbox, sandbox.world.add_user(name), channel) for name in ("Alice", "Bob", "Carol")
            )
            async with BotProcess(sandbox, database, TIDEPOOL_LIMITS="off"):
                code = await _begun(alice, bob)
            copy(database, ALL)
            _share_out(database, int(alice.user.id), int(bob.user.id))
            async with BotProcess(sandbox, database, TIDEPOOL_LIMITS="off") as bot:
                return await _each(bot, alice, carol, f"#{code}")


async def _begun(first: Driver, second: Driver) -> str:
    """The code of a match that these two people have begun, once its board is posted."""
    await first.slash("/coral-clash challenge", opponent=second.user.id, side="first")
    challenge = await second.sees(lambda one: any(button.label == "Accept" for button in one.buttons))
    await second.click(challenge, "Accept")
    board = await first.sees(lambda one: any(BOARD.search(file.filename) for file in one.attachments))
    return next(found[1] for file in board.attachments if (found := BOARD.search(file.filename)))


def _share_out(database: Path, one: int, other: int) -> None:
    """Let the pair keep its first matches, and give all others to other people in other channels."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        last = connection.execute("SELECT min(id) FROM match").fetchone()[0] + OWN - 1
        connection.executemany(
            "INSERT INTO person (id, name) VALUES (?, ?)", [(n, f"Person {n}") for n in range(1, 1001)]
        )
        connection.execute("UPDATE match SET first_id = 1 + id % 500, second_id = 501 + id % 500 WHERE id > ?", (last,))
        connection.execute("UPDATE place SET channel_id = 1 + match_id % 5000 WHERE match_id > ?", (last,))
        connection.execute("UPDATE challenge SET status = 'accepted', challenger_id = ?, opponent_id = ?", (one, other))
        connection.execute("COMMIT")


async def _each(bot: BotProcess, alice: Driver, carol: Driver, code: str) -> dict[str, float]:
    """Seconds of processor time of each use, in the order of the report."""
    listed = await alice.slash("/matches")
    uses: dict[str, Callable[[], Awaitable[object]]] = {
        "/help": lambda: alice.slash("/help"),
        "a key of /coral-clash move": lambda: alice.choices("/coral-clash move", "move", "a"),
        "a key of /coral-clash move, the match named": lambda: alice.choices(
            "/coral-clash move", "move", "", match=code
        ),
        "a key of the match of /coral-clash move": lambda: alice.choices("/coral-clash move", "match", "bo"),
        "a key of the match of /match draw": lambda: alice.choices("/match draw", "match", ""),
        "a key of /match if": lambda: alice.choices("/match if", "they", "a"),
        "/match draw, which asks for the match": lambda: alice.slash("/match draw"),
        "/match bump, which asks for the match": lambda: alice.slash("/match bump"),
        "/matches": lambda: alice.slash("/matches"),
        "a page of /matches": lambda: alice.forge(listed, "t1:list:0:0:60"),
        "/matches of somebody else": lambda: carol.slash("/matches", user=alice.user.id),
        "a challenge": lambda: alice.slash("/konane challenge"),
        "a move that is refused": lambda: carol.slash("/coral-clash move", move="a1", match=code),
    }
    return {name: await _cost(bot, use) for name, use in uses.items()}


async def _cost(bot: BotProcess, use: Callable[[], Awaitable[object]]) -> float:
    for _ in range(3):
        await use()
    before = cpu(bot.pid)
    for _ in range(ROUNDS):
        await use()
    return (cpu(bot.pid) - before) / ROUNDS
