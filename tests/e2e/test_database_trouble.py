"""The database refuses, is slow, restarts or breaks off while people play: nothing is lost, and all are answered."""

import asyncio
import random
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

import aiohttp
import psycopg
import pytest

from admin._exits import Exit
from games import GAMES, Position
from games.konane import Konane
from matches.deliveries import DELIVERY_LEASE
from sandbox import Answer, BotProcess, Driver, Sandbox, State, Workers, free_ports
from sandbox.bot_process import BOT
from tests.e2e.endurance import Endurance
from tests.e2e.rooms import Match, Room, refusal
from tests.soak.ledger import Ledger
from tests.support import postgres
from tests.support.everything import Acts, answered, told
from tests.support.patience import DISCORD, PROGRAM
from tests.support.slow_wire import SlowWire
from tests.support.workers import SETTINGS, beginning, boards, leader, working

pytestmark = pytest.mark.long

KEPT = ("match", "move", "event", "challenge", "place", "player", "server", "block", "vacation", "ban", "study")
"""The tables that people's acts change."""
AT_ONCE = 20
"""How many people use the bot at once while there is no server; each of them waits for it."""
WITHOUT = {"Forget me (t1:forget?:0:0)"}
"""Acts that need no database: they only ask a question first."""
LOCKED = "I cannot save anything right now, so nothing has changed. Please try again in a minute."
UNHEARD = "I do not know whether it counts"
HITS = {"fast": 3, "immediate": 3, "kill": 10}
"""How often the server is restarted in this way, or processes are killed."""
MOVES = 6
"""Play goes on at least until so many acknowledged moves."""


@pytest.fixture(scope="module")
def server() -> Iterator[postgres.Server]:
    """A PostgreSQL server for the tests of this file, which stop and start it."""
    postgres.needed()
    with postgres.own_server() as one:
        yield one


def kept(address: str) -> dict[str, list[Any]]:
    """All rows of the tables in `KEPT`."""
    with psycopg.connect(address) as connection:
        return {
            table: sorted(connection.execute(f"SELECT * FROM {table}".encode()).fetchall(), key=repr) for table in KEPT
        }


@asynccontextmanager
async def one_worker(address: str, program: Path = PROGRAM) -> AsyncIterator[tuple[Room, BotProcess, str]]:
    """A worker on this database, a room, and a function that asks whether the worker is ready."""
    http, status = (f"127.0.0.1:{port}" for port in free_ports(2))
    settings = {**SETTINGS, "TIDEPOOL_STATUS": status}
    async with Sandbox() as sandbox, BotProcess(sandbox, address, program=program, http=http, **settings) as worker:
        sandbox.interactions.patience = DISCORD
        await sandbox.endpoint.set_url(f"http://{http}/interactions")
        yield Room.new(sandbox, worker), worker, f"http://{status}/ready"
        assert "Traceback" not in worker.errors, worker.errors
        assert sandbox.refusals == []
        assert sandbox.endpoint.refusals == []


@asynccontextmanager
async def wire(server: postgres.Server) -> AsyncIterator[tuple[SlowWire, str, str]]:
    """A slow connection to this server, the address of an empty database over it, and the direct address."""
    with tempfile.TemporaryDirectory(prefix="tidepool-wire-") as folder:
        async with SlowWire(Path(folder), server.folder) as one:
            straight = postgres.fresh(server.address)
            yield one, straight.replace(str(server.folder), folder), straight


async def ready(url: str) -> int:
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return answer.status


def after(count: int) -> tuple[Position[Any], list[str]]:
    """The position of Konane after so many moves, and a move to be played in it."""
    position, moves = Konane.start(), beginning(count + 1)
    for text in moves[:count]:
        position = position.play(position.parse(text))
    return position, moves[count:]


def hears(answer: Answer) -> bool:
    """Whether a person was told that nothing can be written."""
    return LOCKED in told(answer)


async def back(person: Driver) -> None:
    """Wait until both workers have found the server again. They take turns, and try it after growing pauses."""
    async with asyncio.timeout(60):
        while LOCKED in "".join([told(await answered(partial(person.slash, "/matches"))) for _ in range(2)]):  # noqa: ASYNC110 (only asking tells)
            await asyncio.sleep(0.5)


async def goes_on(match: Match) -> None:
    """Play the third move. Who reads that the database takes nothing yet tries again."""
    position, (text,) = after(2)
    boards = len(match.posts())
    async with asyncio.timeout(60):
        while LOCKED in told(await answered(partial(match.move, position.turn, text))):  # noqa: ASYNC110 (only asking tells)
            await asyncio.sleep(0.5)
    await match.note_board(await match.post(boards + 1))


async def set_up(room: Room) -> tuple[Match, Acts]:
    """A match in which Alice is to move, and all the acts that she can do in it."""
    match = await room.match("konane", clock="3d")
    moves = beginning(3)
    await match.replay(GAMES["konane"].start(), moves[:2])
    acts = Acts(room, match, moves[2])
    await acts.prepare(match)
    return match, acts


@pytest.mark.parametrize("how", ["full", "read only"])
async def test_everything_is_answered_by_a_sentence_where_nothing_can_be_written(
    server: postgres.Server, how: str
) -> None:
    address = postgres.fresh(server.address)
    async with one_worker(address) as (room, _, status):
        match, acts = await set_up(room)
        before, locked = kept(address), set[str]()
        with postgres.full(address) if how == "full" else postgres.read_only(server.address):
            for what, act in acts.all():
                if LOCKED in told(await answered(act)):
                    locked.add(what)
            assert await ready(status) == HTTPStatus.SERVICE_UNAVAILABLE
        assert kept(address) == before
        assert locked >= {"/konane move", "/block", "/konane challenge"}
        assert await ready(status) == HTTPStatus.OK
        await goes_on(match)


async def test_everything_is_answered_by_a_sentence_while_there_is_no_server(server: postgres.Server) -> None:
    """The worker that led ends, so that its supervisor starts it again; the other one goes on."""
    address = postgres.fresh(server.address)
    async with working(address, 2) as (sandbox, workers):
        match, acts = await set_up(Room.new(sandbox, workers[0]))
        leads, (other,) = await leader(sandbox, workers)
        before = kept(address)
        server.stop()
        try:
            assert await asyncio.wait_for(leads.wait(), 40) == Exit.AGAIN
            things = list(acts.all())
            for start in range(0, len(things), AT_ONCE):
                some = things[start : start + AT_ONCE]
                for (what, _), answer in zip(
                    some, await asyncio.gather(*(answered(act) for _, act in some)), strict=True
                ):
                    if what not in WITHOUT:
                        await sandbox.wait_for(partial(hears, answer), what=f"the sentence after {what}")
            assert other.running
        finally:
            server.start()
        assert kept(address) == before
        await leads.start()
        await back(match.room.carol)
        await goes_on(match)
        assert set(boards(match.room).values()) == {1}


async def test_nobody_waits_for_a_server_that_says_nothing(server: postgres.Server) -> None:
    """The network takes everything and brings nothing, or the server is frozen."""
    async with wire(server) as (silent, address, straight), working(address, 2) as (sandbox, workers):
        match, acts = await set_up(Room.new(sandbox, workers[0]))
        leads, (other,) = await leader(sandbox, workers)
        before = kept(straight)
        silent.seconds = 3600
        some = [(what, act) for what, act in acts.all() if what not in WITHOUT][:AT_ONCE]
        answers = await asyncio.gather(*(answered(act) for _, act in some))
        for (what, _), answer in zip(some, answers, strict=True):
            await sandbox.wait_for(partial(hears, answer), what=f"the sentence after {what}")
        assert await asyncio.wait_for(leads.wait(), 40) == Exit.AGAIN
        assert other.running
        assert await other.stop() == 0
        silent.seconds = 0
        assert kept(straight) == before
        await asyncio.gather(leads.start(), other.start())
        await back(match.room.carol)
        await goes_on(match)
        assert set(boards(match.room).values()) == {1}


async def test_everything_is_answered_by_a_slow_database(server: postgres.Server) -> None:
    async with wire(server) as (slow, address, _), one_worker(address) as (room, _, _):
        _, acts = await set_up(room)
        slow.seconds = 0.004
        for what, act in acts.all():
            assert LOCKED not in told(await answered(act)), what


async def test_a_move_through_a_very_slow_database_is_waited_for(server: postgres.Server) -> None:
    """Each answer of the server takes so long that a move takes longer than Discord waits."""
    async with wire(server) as (slow, address, _), one_worker(address, BOT) as (room, _, _):
        match = await room.match("konane")
        await match.post(1)
        slow.seconds = 0.15
        answer = await match.move(0, beginning(1)[0])
        assert answer.state is not State.FAILED
        await match.post(2)
        slow.seconds = 0
        assert set(boards(room).values()) == {1}


async def test_a_move_of_which_the_database_could_not_tell_whether_it_counts(server: postgres.Server) -> None:
    """The connection breaks after the commit was sent, and before the server's confirmation arrives."""
    async with wire(server) as (slow, address, straight), one_worker(address) as (room, _, _):
        match = await room.match("konane")
        await match.post(1)
        one, other = beginning(2)
        ledger = Ledger(straight)
        slow.cut = lambda: bool(ledger.rows("SELECT 1 FROM move"))
        answer = await match.move(0, one)
        assert UNHEARD in told(await answer.settled()), answer
        slow.cut = lambda: False
        ledger.close()
        assert "turn" in refusal(await match.move(0, one)), "it counts"
        room.sandbox.move_clock(DELIVERY_LEASE + 5)
        await match.post(2)
        await match.move(1, other)
        await match.post(3)
        assert set(boards(room).values()) == {1}


@pytest.mark.parametrize("how", HITS)
async def test_restarts_of_the_server_and_kills_in_mid_play_lose_and_double_nothing(
    server: postgres.Server, how: str
) -> None:
    address = postgres.fresh(server.address)

    async def restart() -> None:
        await asyncio.to_thread(server.stop, how)
        await asyncio.sleep(random.uniform(0, 1))
        await asyncio.to_thread(server.start)

    async with Sandbox() as sandbox, Workers(sandbox, address, 2, **SETTINGS) as workers:
        sandbox.interactions.patience = DISCORD
        people = Endurance(sandbox, workers, address)
        await people.play(people.kill if how == "kill" else restart, HITS[how], MOVES)
        assert people.broken() == {}
        assert how == "kill" or people.unanswered == 0
        assert all(len(sentence.splitlines()) <= 1 for sentence in people.sentences), people.sentences


async def test_workers_go_on_with_the_standby_that_takes_over() -> None:
    """The first server is gone for good, as in a crash; the address names both servers."""
    with postgres.own_server() as gone:
        address = postgres.fresh(gone.address)
        with postgres.own_server(standby_of=gone) as standby:
            address = address.replace(f"host={gone.folder}", f"host={gone.folder},{standby.folder}")
            async with working(address, 2) as (sandbox, workers):
                match = await Room.new(sandbox, workers[0]).match("konane")
                moves = beginning(4)
                position = await match.replay(Konane.start(), moves[:2])
                leads, _ = await leader(sandbox, workers)
                gone.stop("immediate")
                assert await asyncio.wait_for(leads.wait(), 40) == Exit.AGAIN
                standby.promote()
                await leads.start()
                position = await match.replay(position, moves[2:])
                ledger = Ledger(address)
                (row,) = ledger.running()
                assert ledger.position(row) == position
                ledger.close()
                assert set(boards(match.room).values()) == {1}
            gone.start()
