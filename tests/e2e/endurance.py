"""People play all games while processes or the database end; what was lost, doubled or told twice is listed."""

import asyncio
import contextlib
import random
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from http import HTTPStatus
from typing import Any

import psycopg

from games import GAMES
from sandbox import Answer, Change, Channel, Driver, Impossible, Message, Sandbox, State, Workers
from tests.soak.ledger import Ledger, name_of

MOST_HITS = 500
"""The most times that something is made to fail, however slow the machine is."""
LONGEST_REST = 120
"""The most seconds until nobody waits for an answer and nothing is queued."""
QUIET = 4
"""How many checks in a row must find nothing queued."""
_BOARD = re.compile(r".*-(\w+)-(\d+)\.png")


class Endurance:
    """A channel with two players for each game, who play on whatever happens."""

    def __init__(self, sandbox: Sandbox, workers: Workers, database: str) -> None:
        self._sandbox, self._workers = sandbox, workers
        self._chance = random.Random(1)
        self._ledger = Ledger(database)
        self._sent = Counter[tuple[int, str]]()
        """How often each move was sent, by match and text."""
        self.acknowledged: set[tuple[int, int, str]] = set()
        """Match, ply and text of the moves that were answered with a board."""
        self.unanswered = 0
        """How many moves a process had taken and did not answer, although it went on."""
        self.sentences = set[str]()
        """What people read in place of a board."""
        self._open = asyncio.Event()
        """Set while people play."""
        self._acting = 0
        """The number of tables at which a player waits for an answer."""
        self._boards, self._pings = Counter[tuple[str, ...]](), Counter[tuple[str, ...]]()
        sandbox.world.watch(self._hear)
        self._tables = [(game, self._table(game)) for game in GAMES]

    def _table(self, game: str) -> tuple[Driver, Driver]:
        channel = self._sandbox.world.add_channel(game)
        first, second = (self._sandbox.world.add_user(f"{name} of {game}") for name in ("Ann", "Bob"))
        return Driver(self._sandbox, first, channel), Driver(self._sandbox, second, channel)

    async def play(self, hit: Callable[[], Awaitable[None]], hits: int, moves: int) -> None:
        """Play, with at least so many hits and acknowledged moves; then wait until nothing is queued.

        Processes that a hit ends are started again, as by a supervisor. People play on while another one runs.
        """
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(self._at(*table)) for table in self._tables]
            for done in range(MOST_HITS):
                if done >= hits and len(self.acknowledged) >= moves:
                    break
                self._open.set()
                await asyncio.sleep(self._chance.uniform(0.5, 1.5))
                await hit()
                if not any(worker.running for worker in self._workers):
                    self._open.clear()
                    self._sandbox.interactions.give_up_all()  # no process is left to answer
                while not all(worker.running for worker in self._workers):
                    await self._start_ended()
                    await asyncio.sleep(self._chance.uniform(1, 3))
            await self._rest()
            for task in playing:
                task.cancel()

    async def kill(self) -> None:
        """Kill one of the workers, rarely all of them."""
        for worker in self._chance.sample(list(self._workers), self._chance.choice((1, 1, 1, len(self._workers)))):
            await worker.kill()
            await asyncio.sleep(self._chance.uniform(0, 0.3))

    async def _start_ended(self) -> None:
        await asyncio.gather(*(worker.start() for worker in self._workers if not worker.running))

    async def _at(self, game: str, seats: tuple[Driver, Driver]) -> None:
        """Play at one table until cancelled, as long as people play."""
        places = "SELECT match_id FROM place WHERE channel_id = ?"
        running = f"SELECT * FROM match WHERE status = 'running' AND id IN ({places})"
        while True:
            await asyncio.sleep(0.01)
            await self._open.wait()
            self._acting += 1
            try:
                found = self._ledger.rows(running, int(seats[0].channel.id))
                await (self._move(found[0], seats) if found else self._begin(game, *seats))
            except (Impossible, psycopg.OperationalError):  # the database server does not run
                await asyncio.sleep(0.05)
            finally:
                self._acting -= 1

    async def _begin(self, game: str, one: Driver, other: Driver) -> None:
        """Accept the challenge that is open here, or make one."""
        offered = (post for post in one.messages() if any(button.label == "Accept" for button in post.buttons))
        if post := next(offered, None):
            await other.click(post, "Accept")
        else:
            await one.slash(f"/{game.replace('_', '-')} challenge", opponent=other.user.id)

    async def _move(self, match: Mapping[str, Any], seats: tuple[Driver, Driver]) -> None:
        position = self._ledger.position(match)
        mover = next(seat for seat in seats if seat.user.id == str(match[("first_id", "second_id")[position.turn]]))
        text = position.format(self._chance.choice(position.legal_moves()))
        self._sent[match["id"], text] += 1
        processes = self._processes()
        answer = await mover.slash(f"/{match['game'].replace('_', '-')} move", move=text, match=name_of(match))
        if answer.state is State.FAILED:
            await asyncio.sleep(0.5)  # by then it is known whether a process has just ended
            self.unanswered += self._processes() == processes and self._was_taken(answer)
        while answer.state is State.DEFERRED and answer.message and self._processes() == processes:  # noqa: ASYNC110 (an end tells nobody)
            await asyncio.sleep(0.05)
        if answer.private:
            self.sentences.add(answer.content)
        elif answer.state is State.MESSAGE:
            self.acknowledged.add((match["id"], position.ply + 1, text))

    def _processes(self) -> list[int | None]:
        return [worker.pid if worker.running else None for worker in self._workers]

    def _was_taken(self, answer: Answer) -> bool:
        """Whether a process began to answer: it refuses while it starts and ends."""
        deliveries = self._sandbox.endpoint.deliveries
        mine = [delivery.reply for delivery in deliveries if delivery.interaction_id == answer.interaction.id]
        return not mine or any(reply.status == HTTPStatus.ACCEPTED for reply in mine)

    async def _rest(self) -> None:
        """Wait until nobody waits for an answer and nothing is queued.

        Moving the clock brings rows that pause. It would also end the claims of processes that still answer.
        """
        self._open.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_REST):
                while self._acting:  # noqa: ASYNC110 (the tables tell nobody)
                    await asyncio.sleep(0.05)
                quiet = 0
                while quiet < QUIET:
                    await self._start_ended()  # one may end late, because it has just taken the lead of a broken server
                    due = self._ledger.rows("SELECT min(due_at) AS at FROM outbox")[0]["at"]
                    quiet = quiet + 1 if due is None else 0
                    if due is not None:
                        self._sandbox.move_clock(max(0.0, due - self._sandbox.clock.now()) + 1)
                    await asyncio.sleep(0.5)

    def _hear(self, change: Change) -> None:
        new = change.new
        if change.old is not None or not isinstance(new, Message) or new.private:
            return
        for board in filter(None, (_BOARD.fullmatch(file.filename) for file in new.attachments)):
            self._boards[board[1], board[2]] += 1
            self._pings.update((board[1], board[2], person) for person in new.pinged)

    def broken(self) -> dict[str, list[Any]]:
        """What went against a promise, by promise. Raises an error if the moves of a match are not in order."""
        found = {name: list(wrong) for name, wrong in self._broken()}
        return {name: wrong for name, wrong in found.items() if wrong}

    def _broken(self) -> Iterator[tuple[str, Any]]:
        rows = self._ledger.rows
        matches = rows("SELECT * FROM match")
        for match in matches:
            self._ledger.position(match)
        newest = [(name_of(match)[1:], str(match["board_rev"])) for match in matches]
        yield "boards never posted", (board for board in newest if not self._boards[board])
        moves = rows("SELECT * FROM move")
        played = Counter((row["match_id"], row["text"]) for row in moves)
        yield "moves lost", self.acknowledged - {(row["match_id"], row["ply"], row["text"]) for row in moves}
        yield "moves doubled", played - self._sent
        yield "boards posted twice", (board for board, count in self._boards.items() if count > 1)
        yield "pings twice", (ping for ping, count in self._pings.items() if count > 1)
        unshown = "SELECT match_id FROM place JOIN match ON match.id = match_id WHERE shown_rev < board_rev"
        yield "boards not shown", map(dict, rows(unshown))
        yield "deliveries left", map(dict, rows("SELECT * FROM outbox WHERE due_at IS NOT NULL"))
        live = Counter(
            board[1]
            for post in self._public_posts()
            for board in [_BOARD.fullmatch(file.filename) for file in post.attachments]
            if board and post.buttons
        )
        yield "boards with two lives", (code for code, count in live.items() if count > 1)
        settled = {row["id"] for row in rows("SELECT id FROM challenge WHERE status <> 'open'")}
        buttons = (button.custom_id or "" for post in self._public_posts() for button in post.buttons)
        accepts = (name for name in buttons if name.startswith("t1:accept:"))
        yield "Accept buttons left", (name for name in accepts if int(name.split(":")[2]) in settled)
        yield "tracebacks", (worker.errors for worker in self._workers if "Traceback" in worker.errors)

    def _public_posts(self) -> list[Message]:
        channels: list[Channel] = [seats[0].channel for _, seats in self._tables]
        return [post for channel in channels for post in self._sandbox.world.messages(channel) if not post.private]
