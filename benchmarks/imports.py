"""Large files beside Discord: others' moves while people import long lists of records, and the memory afterwards."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks._pairs import Running, begin, moved, serving
from benchmarks._processes import BOT, memory
from benchmarks._seats import Seats
from benchmarks._table import Line
from games import GAMES
from matches.foreign import abstractplay
from matches.imports import LARGEST
from matches.movetext import RecordedMove
from matches.notation import Record
from sandbox import Answer, BotProcess, Driver, Sandbox, Upload

PEOPLE = 7
"""How many people import a list at the same moment."""
AT_ONCE = 12
"""How many lists one person imports at the same moment."""
IN_TURN = 12
"""How many lists one person imports one after the other. An hour's sixty change nothing: memory is level after few."""
PAIRS = 24
"""How many pairs play meanwhile, in all games in turn."""
PATIENCE = 300.0
"""The most seconds for which an import waits on a busy machine."""
QUEUED = "ahead of yours"
"""Words of the answer to a person who waits for a turn."""
EVERY = 0.2
"""Seconds between two looks at the memory."""
MORE = 100
"""The most MiB that the process may grow by."""
SLOWEST = 500.0
"""The most milliseconds for which a move may wait."""


def measure() -> Iterator[Line]:
    """The waits for others' moves in quiet and beside imports, the answers to all imports, and the memory."""
    yield from asyncio.run(measured(BOT))


async def measured(program: Path, in_turn: int = IN_TURN) -> list[Line]:
    """The same for a bot of any checkout."""
    content = records()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tidepool.sqlite3"
        async with Sandbox() as sandbox:
            pairs, games = [Seats.new(sandbox) for _ in range(PAIRS)], list(GAMES)
            people = [player for _ in range(PEOPLE) for player in Seats.new(sandbox).players[:1]]
            async with serving(path) as service:
                others = [await begin(service, pair, games[n % len(games)], 2, n) for n, pair in enumerate(pairs)]
            async with BotProcess(sandbox, path, program=program, TIDEPOOL_LIMITS="off") as bot:
                await moved(others, PAIRS)  # so that all boards have been painted
                usual = median(await moved(others, PAIRS)) * 1000
                lines = [Line("imports", "wait for a move of others in quiet, median", usual, "ms")]
                async with _watched(bot.pid) as held:
                    for what, importers in (
                        (f"{PEOPLE} people's lists of {len(content) / 1e6:.1f} MB", people),
                        (f"one person's {AT_ONCE} at once", people[:1] * AT_ONCE),
                    ):
                        lines += await _beside(sandbox, what, others, importers, content)
                    for _ in range(in_turn):
                        await _imported(sandbox, people[0], content)
                after = memory(bot.pid)
                return [
                    *lines,
                    Line("imports", "memory before the imports", held[0], "MiB"),
                    Line("imports", f"more after them and {in_turn} in turn", after - held[0], "MiB", goal=MORE),
                    Line("imports", "more at the most meanwhile", max(held) - held[0], "MiB", goal=MORE),
                ]


def records(size: int = LARGEST - 100_000) -> bytes:
    """A list of the shortest records, with different players, of about this size."""
    moves = [RecordedMove(text) for text in ("d5", "d4", "d7-d5", "b4-d4")]
    whole, texts = 2, list[str]()
    while whole < size:
        players = (f"Ann {len(texts)}", "Bob")
        record = Record("konane", {"size": "8"}, 1, players, moves, "1-0", begun=0, ended=len(texts))
        texts.append(abstractplay.write(record).strip())
        whole += len(texts[-1]) + 1
    return f"[{','.join(texts)}]".encode()


async def _beside(
    sandbox: Sandbox, what: str, others: Sequence[Running], importers: Sequence[Driver], content: bytes
) -> list[Line]:
    """The waits for others' moves from the beginning of these imports until the last is answered."""
    waits, begun = list[float](), perf_counter()
    importing = asyncio.gather(*(_imported(sandbox, person, content) for person in importers))
    while not importing.done():
        waits += await moved(others, PAIRS // 2)
    answers = await importing
    return [
        Line("imports", f"the same beside {what}", median(waits) * 1000, "ms"),
        Line("imports", "the longest wait beside them", max(waits) * 1000, "ms", goal=SLOWEST),
        Line("imports", "lists shown", sum(bool(answer.selects) for answer in answers)),
        Line("imports", "imports without an answer", sum(not answer.content for answer in answers), goal=0),
        Line("imports", "seconds until the last answer", perf_counter() - begun, "s"),
    ]


async def _imported(sandbox: Sandbox, person: Driver, content: bytes) -> Answer:
    """Import a list, and wait for the answer that replaces the person's place in the queue."""
    answer = await person.slash("/import", file=Upload("records.json", content))
    await answer.settled(PATIENCE)
    await sandbox.wait_for(lambda: QUEUED not in answer.content, PATIENCE, f"{answer!r} is done")
    return answer


@asynccontextmanager
async def _watched(pid: int) -> AsyncIterator[list[float]]:
    """The MiB of a process while the block runs."""
    seen = [memory(pid)]

    async def look() -> None:
        while True:
            seen.append(memory(pid))
            await asyncio.sleep(EVERY)

    looking = asyncio.create_task(look())
    try:
        yield seen
    finally:
        looking.cancel()
