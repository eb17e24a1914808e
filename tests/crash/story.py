"""People play matches of all games while the bot is killed; the story counts what was lost, doubled or told twice."""

import asyncio
import contextlib
import random
import re
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Any, Self

import psycopg

from games import GAMES
from sandbox import Answer, BotProcess, Change, Channel, Driver, Impossible, Message, Sandbox, State
from tests.soak.ledger import Ledger, name_of

NEVER = (
    "acknowledged moves lost",
    "boards posted twice",
    "boards not shown",
    "deliveries left",
    "tracebacks",
    "moves doubled",
    "moves played late",
    "boards with two lives",
    "pings twice",
    "Accept buttons left",
)
"""The figures that must be zero."""
ALL = 0.1
"""The share of kills that hit all processes instead of one."""
LONGEST = 60
"""The number of moves after which somebody resigns."""
BETWEEN_LOOKS = 25
"""The number of kills after which people pause until nothing is queued, and the figures so far are printed."""
MOST_CHANGES = 16
"""The most changes of Discord's data until a kill."""
LONGEST_WAIT = 10
"""The most seconds until a kill."""
QUIET = 4
"""How many checks in a row must find nothing queued."""
LONGEST_REST = 120
"""The most seconds until these checks have passed."""
LATE = 2
"""Seconds after which a move counts only if the board is the one for which it was sent."""
_BOARD = re.compile(r".*-(\w+)-(\d+)\.png")


class Story:
    """One pair of players and one channel for each game; they play on after every kill."""

    def __init__(
        self,
        sandbox: Sandbox,
        bots: Sequence[BotProcess],
        database: Path | str,
        seed: int,
        strike: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """`strike` does some other harm to the processes instead of killing one."""
        self._sandbox, self._bots = sandbox, bots
        self._strike = strike
        self._chance = random.Random(seed)
        self._ledger = Ledger(database)
        self._sent: dict[tuple[int, str], list[tuple[int, float]]] = defaultdict(list)
        """By match and text of every move that anybody sent: the plies for which it was meant, and when."""
        self._acknowledged: set[tuple[int, int, str]] = set()
        """Match, ply and text of the moves that the bot has answered."""
        self._open = asyncio.Event()
        """Set while people play."""
        self._acting = 0
        """The number of tables at which a player waits for an answer."""
        self._kills = self._changes = 0
        self._unanswered, self._sentences = 0, Counter[str]()
        self._boards, self._pings = Counter[tuple[str, ...]](), Counter[tuple[str, ...]]()
        world = sandbox.world
        world.watch(self._hear)
        self._tables = [
            (game, world.add_channel(game), (world.add_user(f"Ann of {game}"), world.add_user(f"Bob of {game}")))
            for game in GAMES
        ]

    async def play(self, kills: int, enough: Callable[[Self], bool], tell: Callable[[Mapping[str, int]], None]) -> None:
        """Play, kill, start again and play on, `kills` times or until `enough`; then wait until nothing is queued.

        Where several processes run, the others play on; people wait only while none runs. From time to time everybody
        pauses until nothing is queued, and `tell` gets the figures so far.
        """
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(self._at(*table)) for table in self._tables]
            told = 0
            while self._kills < kills and not enough(self):
                self._open.set()
                await self._kill()
                await self._start()
                if self._kills >= told + BETWEEN_LOOKS:
                    told = self._kills
                    await self._rest()
                    tell(self.figures())
            await self._rest()
            for task in playing:
                task.cancel()

    async def _kill(self) -> None:
        """Kill one process at a random instant, sometimes all of them in turn; or call `strike` instead."""
        if self._strike is not None:
            await asyncio.sleep(self._chance.uniform(0.5, 1.5))
            await self._strike()
            self._kills += 1
            return
        several = self._chance.random() < ALL
        for bot in self._chance.sample(self._bots, len(self._bots) if several else 1):
            await self._something_happens()
            await asyncio.sleep(self._chance.uniform(0.0, 0.3))
            await bot.kill()
            self._kills += 1

    async def _something_happens(self) -> None:
        """Wait for a random number of changes in Discord's data: as many on a slow machine as on a fast one."""
        until = self._changes + self._chance.randint(0, MOST_CHANGES)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_WAIT):
                while self._changes < until:  # noqa: ASYNC110 (a listener counts them)
                    await asyncio.sleep(0.005)

    async def _start(self) -> None:
        """Start the processes that do not run. A process that lost the lead with its connection has ended by itself.

        Where others run, people play on meanwhile and for a while longer. They wait while none runs.
        """
        if not any(bot.running for bot in self._bots):
            self._open.clear()
            self._sandbox.interactions.give_up_all()  # no process is left to answer
        while True:
            await self._start_ended()
            if len(self._bots) > 1:
                await asyncio.sleep(self._chance.uniform(1, 3))
            if all(bot.running for bot in self._bots):
                return

    async def _start_ended(self) -> None:
        """Start the processes that have ended, as a supervisor does."""
        await asyncio.gather(*(bot.start() for bot in self._bots if not bot.running))

    async def _at(self, game: str, channel: Channel, people: tuple[Any, Any]) -> None:
        """Play at one table until cancelled, as long as people play."""
        seats = [Driver(self._sandbox, person, channel) for person in people]
        while True:
            await asyncio.sleep(0.01)
            await self._open.wait()
            self._acting += 1
            try:
                match = self._running(channel)
                await (self._begin(game, seats) if match is None else self._move(match, seats))
            except (Impossible, psycopg.OperationalError):  # the database server does not run
                await asyncio.sleep(0.05)
            finally:
                self._acting -= 1

    def _running(self, channel: Channel) -> Mapping[str, Any] | None:
        found = self._ledger.rows(
            "SELECT match.* FROM match JOIN place ON match_id = match.id WHERE channel_id = ? AND status = 'running'",
            int(channel.id),
        )
        return found[0] if found else None

    async def _begin(self, game: str, seats: list[Driver]) -> None:
        """Accept the challenge that is open here, or make one."""
        one, other = seats
        open_one = next(
            (post for post in one.messages() if any(button.label == "Accept" for button in post.buttons)), None
        )
        if open_one is not None:
            await other.click(open_one, "Accept")
        else:
            await one.slash(f"/{game.replace('_', '-')} challenge", opponent=other.user.id)

    async def _move(self, match: Mapping[str, Any], seats: list[Driver]) -> None:
        position = self._ledger.position(match)
        mover = seats[0] if str(match[("first_id", "second_id")[position.turn]]) == seats[0].user.id else seats[1]
        command = f"/{match['game'].replace('_', '-')}"
        if position.ply >= LONGEST:
            asked = await mover.slash(f"{command} resign", match=name_of(match))
            if asked.buttons:
                await mover.click(asked, "Resign")
            return
        text = position.format(self._chance.choice(position.legal_moves()))
        move = (match["id"], position.ply + 1, text)
        self._sent[match["id"], text].append((move[1], self._sandbox.clock.now()))
        processes = self._processes()
        answer = await mover.slash(f"{command} move", move=text, match=name_of(match))
        if answer.state is State.FAILED:
            await asyncio.sleep(0.5)  # by then it is known whether a process has just ended
            self._unanswered += self._processes() == processes and self._was_taken(answer)
        await self._no_longer_thinks(answer, processes)
        if answer.private:
            self._sentences[answer.content] += 1
        if answer.state is State.MESSAGE and not answer.private:
            self._acknowledged.add(move)

    async def _no_longer_thinks(self, answer: Answer, processes: list[int | None]) -> None:
        """Wait until the bot has given the answer that it promised, or one of its processes has ended."""
        while answer.state is State.DEFERRED and answer.message and self._processes() == processes:  # noqa: ASYNC110 (an end tells nobody)
            await asyncio.sleep(0.05)

    def _processes(self) -> list[int | None]:
        """The running processes."""
        return [bot.pid if bot.running else None for bot in self._bots]

    def _was_taken(self, answer: Answer) -> bool:
        """Whether a process began to answer. Processes over HTTP say so, and refuse while they start and end."""
        endpoint = self._sandbox.endpoint
        mine = [delivery for delivery in endpoint.deliveries if delivery.interaction_id == answer.interaction.id]
        return not mine or any(one.reply.status == HTTPStatus.ACCEPTED for one in mine)

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
        self._changes += 1
        new: Any = change.new
        if change.old is not None or getattr(new, "author_id", None) != self._sandbox.world.bot.id:
            return
        message: Message = new
        for file in message.attachments:
            if (board := _BOARD.fullmatch(file.filename)) and not message.private:
                self._boards[board[1], board[2]] += 1
                self._pings.update((board[1], board[2], person) for person in message.pinged)

    def _is_late(self, row: Mapping[str, Any]) -> bool:
        """Whether a move was played long after it was sent, on another board."""
        sent = self._sent[row["match_id"], row["text"]]
        return all(ply != row["ply"] and row["at"] - at > LATE for ply, at in sent)

    @property
    def kills(self) -> int:
        """The number of kills so far."""
        return self._kills

    @property
    def acknowledged(self) -> int:
        """The number of moves answered with a board so far."""
        return len(self._acknowledged)

    @property
    def sentences(self) -> Counter[str]:
        """The sentences that people got in place of a board, with their numbers."""
        return self._sentences

    def figures(self) -> dict[str, int]:
        """The counts of the story."""
        ledger, world = self._ledger, self._sandbox.world
        rows = ledger.rows("SELECT * FROM move")
        moves = {(row["match_id"], row["ply"], row["text"]) for row in rows}
        matches = ledger.rows("SELECT * FROM match")
        for match in matches:
            ledger.position(match)  # raises an error if the moves are not in order
        unshown = "SELECT 1 FROM place JOIN match ON match.id = match_id WHERE shown_rev < board_rev"
        played = Counter((row["match_id"], row["text"]) for row in rows)
        posts = [post for _, channel, _ in self._tables for post in world.messages(channel) if not post.private]
        live = Counter(
            board[1]
            for post in posts
            for board in [_BOARD.fullmatch(file.filename) for file in post.attachments]
            if board and post.buttons
        )
        settled = {row["id"] for row in ledger.rows("SELECT id FROM challenge WHERE status <> 'open'")}
        buttons = [button.custom_id or "" for post in posts for button in post.buttons]
        accepts = [name for name in buttons if name.startswith("t1:accept:")]
        return {
            "kills": self._kills,
            "matches": len(matches),
            "moves": len(moves),
            "acknowledged moves": len(self._acknowledged),
            "acknowledged moves lost": len(self._acknowledged - moves),
            "boards posted twice": sum(count > 1 for count in self._boards.values()),
            "boards not shown": len(ledger.rows(unshown)),
            "deliveries left": len(ledger.rows("SELECT 1 FROM outbox WHERE due_at IS NOT NULL")),
            "tracebacks": sum(bot.errors.count("Traceback") for bot in self._bots),
            "moves without an answer": self._unanswered,
            "moves doubled": sum(count > len(self._sent[move]) for move, count in played.items()),
            "moves played late": sum(self._is_late(row) for row in rows),
            "boards with two lives": sum(count > 1 for count in live.values()),
            "pings twice": sum(count > 1 for count in self._pings.values()),
            "Accept buttons left": sum(int(one.split(":")[2]) in settled for one in accepts),
        }
