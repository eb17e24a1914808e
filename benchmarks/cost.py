"""Cost: the processor time of each use of the bot by a person with 1,000 matches among 100,000, beside `/help`.

Pictures do not count, and neither do helper processes, in which computer players think.
"""

import asyncio
import re
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path

from benchmarks._many import copy
from benchmarks._processes import BOT, by_thread
from benchmarks._seats import Seats
from benchmarks._table import Line
from games import GAMES
from sandbox import BotProcess, Driver, Sandbox

GAME = "coral_clash"
OWN, ALL = 1_000, 100_000
OVER = OWN // 2
"""How many of the matches of the pair are over."""
PLIES = 10
"""Moves of each match of the pair."""
ROUNDS = 40
MOVED = """
WITH RECURSIVE series (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < ?)
INSERT INTO move (match_id, ply, text, seat, at, seconds_left)
SELECT match_id + n, ply, text, seat, at, seconds_left FROM move, series WHERE match_id = ?
"""
ENDED = """
UPDATE match SET status = 'over', winner = id % 2, reason = 'resigned', ending = 'resignation', ending_fields = '{}',
    deadline = NULL, paused = NULL, ended_at = created_at + 60, rated = 1
WHERE id BETWEEN ? AND ?
"""
RECORD = '[Tidepool "1"] [Game "konane"] [Rules "1"] [First "Ann"] [Second "Bob"] [Result "*"] 1. d5 2. d4 3. d7-d5 *'
ARTISTS = "draw"
"""How the names of the threads begin that draw pictures."""
POLL = 0.25
"""Seconds between two measurements of whether the bot still does something."""
IDLE = 0.003
"""Seconds of processor time in which it does nothing but wait."""
PATIENCE = 120
"""Seconds after which it should have nothing to do."""
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
            seats = Seats.new(sandbox)
            alice, bob = seats.players
            carol = Driver(sandbox, sandbox.world.add_user("Carol"), alice.channel)
            async with BotProcess(sandbox, database, program=BOT, TIDEPOOL_LIMITS="off"):
                code, position = await seats.begin(GAME), GAMES[GAME].start()
                for _ in range(PLIES):
                    move = position.legal_moves()[0]
                    await (await seats.move(GAME, code, position.turn, position.format(move))).settled()
                    position = position.play(move)
            copy(database, ALL)
            _share_out(database, int(alice.user.id), int(bob.user.id))
            async with BotProcess(sandbox, database, program=BOT, TIDEPOOL_LIMITS="off") as bot:
                return await _each(bot, alice, carol, f"#{code}")


def _share_out(database: Path, challenger: int, opponent: int) -> None:
    """Leave the first matches to the pair, and give all others to other people in other channels."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        first = connection.execute("SELECT min(id) FROM match").fetchone()[0]
        last = first + OWN - 1
        connection.execute(MOVED, (last - first, first))
        connection.execute("DELETE FROM alarm WHERE subject BETWEEN ? AND ?", (last - OVER + 1, last))
        connection.execute(ENDED, (last - OVER + 1, last))
        connection.executemany(
            "INSERT INTO person (id, name) VALUES (?, ?)", [(n, f"Person {n}") for n in range(1, 1001)]
        )
        connection.execute("UPDATE match SET first_id = 1 + id % 500, second_id = 501 + id % 500 WHERE id > ?", (last,))
        connection.execute("UPDATE place SET channel_id = 1 + match_id % 5000 WHERE match_id > ?", (last,))
        connection.execute(
            "UPDATE challenge SET status = 'accepted', challenger_id = ?, opponent_id = ?", (challenger, opponent)
        )
        connection.execute(
            "UPDATE challenge SET challenger_id = 1 + id % 500, opponent_id = 501 + id % 500 WHERE id > ?", (last,)
        )
        connection.execute("COMMIT")


async def _each(bot: BotProcess, alice: Driver, carol: Driver, code: str) -> dict[str, float]:
    """Seconds of processor time of each use, in the order of the report."""
    listed = await alice.slash("/matches")
    practice = await (await alice.slash("/konane practice", level=1, side="first")).settled()
    trained = re.search(r"konane-([0-9a-z]+)-", str(practice.message))
    assert trained, practice  # noqa: S101 (a match that the benchmark needs)
    over = int(code[1:], 36) + OWN - 1
    await alice.slash("/import", text=RECORD)
    await alice.forge(listed, f"t1:review:{over}:1")
    uses: dict[str, Callable[[], Awaitable[object]]] = {
        "/help": lambda: alice.slash("/help"),
        "a key of /coral-clash move": lambda: alice.choices("/coral-clash move", "move", "a"),
        "a key of the match of /coral-clash move": lambda: alice.choices("/coral-clash move", "match", "bo"),
        "/coral-clash resign, which asks for the match": lambda: alice.slash("/coral-clash resign"),
        "/matches": lambda: alice.slash("/matches"),
        "/matches of somebody else": lambda: carol.slash("/matches", user=alice.user.id),
        "a challenge": lambda: alice.slash("/konane challenge"),
        "/match export": lambda: alice.slash("/match export", match=code),
        "all records, as a file": lambda: alice.forge(listed, "t1:export-all:0:0"),
        "/history": lambda: alice.slash("/history"),
        "older matches of /history": lambda: alice.forge(listed, f"t1:history:{alice.user.id}:0:300:-:-:older"),
        "/profile": lambda: alice.slash("/profile"),
        "/profile of somebody else": lambda: carol.slash("/profile", user=alice.user.id),
        "/leaderboard": lambda: alice.slash("/leaderboard"),
        "/studies": lambda: alice.slash("/studies"),
        "/import": lambda: alice.slash("/import", text=RECORD),
        "a finished match as a study": lambda: alice.forge(listed, f"t1:study-of:{over}:1"),
        "a review, looked at again": lambda: alice.forge(listed, f"t1:review:{over}:1"),
        "a hint": lambda: alice.forge(listed, f"t1:hint:{int(trained[1], 36)}:1"),
        "/setup": lambda: alice.slash("/setup", game="konane", code=GAMES["konane"].start().encode()),
        "/coral-clash board": lambda: alice.slash("/coral-clash board", match=code),
        "the picker": lambda: alice.slash("/coral-clash move", match=code),
        "/privacy": lambda: alice.slash("/privacy"),
        "everything that is held, as a file": lambda: alice.forge(listed, "t1:privacy-export:0:0"),
        "a move that is refused": lambda: carol.slash("/coral-clash move", move="a1", match=code),
    }
    return {name: await _cost(bot, use) for name, use in uses.items()}


async def _calm(bot: BotProcess) -> None:
    """Wait until the bot has finished the work that the uses so far have caused."""
    async with asyncio.timeout(PATIENCE):
        spent, before = _spent(bot), 0.0
        while spent - before > IDLE:
            await asyncio.sleep(POLL)
            before, spent = spent, _spent(bot)


def _spent(bot: BotProcess) -> float:
    """Seconds of processor time that the bot has used so far, without those of its pictures."""
    return sum(seconds for name, seconds in by_thread(bot.pid).items() if not name.startswith(ARTISTS))


async def _cost(bot: BotProcess, use: Callable[[], Awaitable[object]]) -> float:
    """Seconds of processor time of a use, after three that warm the caches."""
    for _ in range(3):
        await use()
    await _calm(bot)
    before = _spent(bot)
    for _ in range(ROUNDS):
        await use()
    await _calm(bot)
    return (_spent(bot) - before) / ROUNDS
