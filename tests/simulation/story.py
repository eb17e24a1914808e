"""Two people play while things fail; afterwards, every promise must have been kept."""

import logging
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cogs.wire.controls import custom_id
from games.konane import Konane
from service import Service
from storage.store import Store
from tests.simulation.database import IDLE_LEADER, Server
from tests.simulation.discord import LATENCY, PATIENCE, Discord, Post, Use
from tests.simulation.network import Process, Simulation, Violation
from tests.simulation.worker import Worker
from tests.support.matches import ANN, BOB, CHANNEL, StillClock

WORKERS = "AB"
USES = 5
"""The most uses of the bot in a story."""
MOMENTS = 25
"""About as many commits and messages as a story has."""
TROUBLE = 12.0
"""The seconds in which things fail."""
LONGEST = 300.0
"""The seconds after which nothing may still be queued."""
GIVE_UP = 6.0
"""The seconds for which people wait for a board before they act on without it."""
BOARD = re.compile(r"-[0-9a-z]+-(\d+)\.png")
"""The file name of a board, with its revision."""
QUEUED = "SELECT kind, key, rev, due_at, tried, claimed_by FROM outbox WHERE due_at IS NOT NULL"


async def prepare(path: Path) -> None:
    """Make a database in which a match has just begun, and its first board is queued."""
    async with Store.opened(path) as store:
        service = Service(store, StillClock())
        challenge = await service.challenges.invite("konane", ANN, BOB, CHANNEL, "first", {"size": "6"})
        await service.challenges.accept(challenge.id, BOB)
        async with store.write() as tx:
            tx.session.change("DELETE FROM outbox WHERE kind = 'challenge'")


class Bugs(logging.Handler):
    """Collects what is logged with a traceback."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self.found.append(f"{record.getMessage()}: {record.exc_info[1]!r}")


class Story:
    """The story of one seed. Afterwards, `trace` has what happened."""

    def __init__(self, seed: int, path: Path) -> None:
        """`path` is a database that `prepare` has made and that nothing else uses."""
        self.simulation = Simulation(seed)
        self.trace = self.simulation.trace
        self._chance = self.simulation.chance
        self._server = Server(self.simulation, path)
        self._discord = Discord(self.simulation)
        self._bugs = Bugs()
        self._workers: list[Worker] = []
        self._started = 0
        self._ahead = 0
        """Seconds by which the clocks of new processes are ahead."""
        self._uses, self._used_at = 0, -GIVE_UP
        self._unseen = set[int]()
        """The revisions of boards without which people acted on. Such a board may come after the next one."""

    def play(self) -> None:
        """Play. Raises Violation if a promise was broken."""
        logging.getLogger().addHandler(self._bugs)
        try:
            for place in WORKERS:
                self._start(place)
            self._plan()
            self.simulation.after(1, self._act)
            self.simulation.run(TROUBLE)
            self._heal()
            self.simulation.run(LONGEST, self._is_quiet)
            self._check()
        finally:
            self.simulation.end()
            self._server.close()
            logging.getLogger().removeHandler(self._bugs)

    def _start(self, place: str) -> None:
        """Start a worker, and another one in its place whenever it has ended."""
        self._started += 1
        process = Process(self.simulation, f"{place}{self._started}", self._ahead)
        worker = Worker(process, self._server, self._discord, self._started)
        self._workers.append(worker)

        def start_again() -> None:
            self._workers.remove(worker)
            self.simulation.after(self._chance.uniform(0.5, 3), lambda: self._start(place))

        process.ended.append(start_again)

    # Faults

    def _plan(self) -> None:
        """Choose up to five faults of at most three kinds, each at some time or right after a commit or message."""
        hits = self._kill, self._freeze, self._set_clock
        kinds = *hits, self._crash, self._cut, self._lose, self._slow, self._set_clocks
        chosen = [self._chance.choice(kinds) for _ in range(self._chance.randint(1, 3))]
        for _ in range(self._chance.randint(1, 5)):
            fault = self._chance.choice(chosen)
            if self._chance.random() < 0.5:
                self.simulation.after(self._chance.uniform(0.5, TROUBLE - 1), fault)
            else:
                self.simulation.then[self._chance.randint(2, MOMENTS)] = fault

    def _heal(self) -> None:
        """From now on, nothing fails and nobody plays. What is frozen goes on in its time."""
        self.simulation.note("-", "nothing fails from now on")
        self._mend()
        self.simulation.then.clear()
        for process in self.simulation.processes:
            process.ahead = self._ahead
        self._uses = USES

    def _one(self, hit: Callable[[Process], None]) -> None:
        """Hit one of the workers."""
        if processes := [worker.process for worker in self._workers if not worker.process.frozen]:
            hit(self._chance.choice(processes))

    def _kill(self) -> None:
        self._one(Process.kill)

    def _freeze(self) -> None:
        seconds = self._chance.choice([1, 4, 12, 25]) * self._chance.uniform(0.7, 1.5)

        def hit(process: Process) -> None:
            process.freeze(seconds)
            self.simulation.after(IDLE_LEADER, lambda: self._server.close_idle_leader(process))

        self._one(hit)

    def _crash(self) -> None:
        if self._server.up:
            self._server.crash(self._chance.uniform(0.1, 3))

    def _cut(self) -> None:
        self._server.cuts = 0.3
        self._for_a_while("connections to the database break")

    def _lose(self) -> None:
        self._discord.losses = 0.4
        self._for_a_while("requests to Discord are lost")

    def _slow(self) -> None:
        self.simulation.slowness = self._chance.choice([4, 12])
        self._for_a_while(f"everything takes {self.simulation.slowness:.0f} times as long")

    def _for_a_while(self, what: str) -> None:
        self.simulation.note("network", what)
        self.simulation.after(self._chance.uniform(0.5, 4), self._mend)

    def _mend(self) -> None:
        self._server.cuts = self._discord.losses = 0.0
        self.simulation.slowness = 1.0

    def _set_clock(self) -> None:
        """Set the clock of one worker wrong, by less than the minute by which Discord's clock may differ."""
        seconds = self._chance.choice([-50, -30, -1, 1, 30, 50])

        def hit(process: Process) -> None:
            process.ahead = seconds
            self.simulation.note(process.name, f"its clock is wrong by {seconds:+} s")

        self._one(hit)

    def _set_clocks(self) -> None:
        self._ahead = self._chance.choice([-50, 5, 25, 50])
        self.simulation.note("clocks", f"all are wrong by {self._ahead:+} s")
        for process in self.simulation.processes:
            process.ahead = self._ahead

    # People

    def _act(self) -> None:
        """Let somebody use the bot, if they see the newest board or have waited for it in vain."""
        self.simulation.after(self._chance.uniform(0.3, 1.5), self._act)
        waited = self.simulation.now - self._used_at
        if self._uses == USES or waited < self._chance.choice([0.5, PATIENCE + 0.5]):
            return
        match = self._match()
        seen = max((rev for rev, _ in self._boards()), default=0)
        if seen < match["board_rev"]:
            if waited < GIVE_UP:
                return
            self._unseen.add(match["board_rev"])
        self._uses, self._used_at = self._uses + 1, self.simulation.now
        turn, asked_by = match["turn"], match["abort_by"]
        acts: list[tuple[int, str, list[str]]] = [
            (turn, "play", [self._some_move()]),
            (turn, "play", [self._some_move()]),
            (1 - turn, "takeback", []),
            (1 - turn, "abort-offer", []) if asked_by is None else (1 - asked_by, "abort-no", []),
        ]
        seat, act, args = self._chance.choice(acts)
        person = ANN if match[("first_id", "second_id")[seat]] == ANN.id else BOB
        self._send(self._discord.use(person, CHANNEL, custom_id(act, match["id"], match["rev"], *args)))

    def _some_move(self) -> str:
        position: Any = Konane.start(size="6")
        for row in self._server.rows("SELECT text FROM move ORDER BY ply"):
            position = position.play(position.parse(row["text"]))
        return str(position.format(self._chance.choice(position.legal_moves())))

    def _send(self, use: Use) -> None:
        """Send an interaction to a worker that accepts it, as a load balancer does."""
        open_workers = [worker for worker in self._workers if worker.open]
        name = "nobody"
        if open_workers:
            worker = self._chance.choice(open_workers)
            name = worker.process.name
            self.simulation.after(self.simulation.delay(LATENCY), lambda: self._arrive(use, worker))
        self.simulation.note(use.who.name, f"uses {use.custom_id}, which goes to {name}")

    def _arrive(self, use: Use, worker: Worker) -> None:
        if worker.process.frozen:
            self.simulation.after(LATENCY, lambda: self._arrive(use, worker))
        elif worker.process.alive:
            worker.receive(use)

    # Promises

    def _match(self) -> Any:
        (match,) = self._server.rows("SELECT * FROM match")
        return match

    def _boards(self) -> list[tuple[int, Post]]:
        """All boards that were posted, oldest first, with their revisions."""
        posts = self._discord.posts
        return [(int(board[1]), post) for post in posts for board in map(BOARD.search, post.files) if board]

    def _is_quiet(self) -> bool:
        """Whether everybody works and nothing is queued."""
        all_work = len(self._workers) == len(WORKERS) and not any(worker.process.frozen for worker in self._workers)
        return all_work and self._server.leader is not None and not self._server.rows(QUEUED)

    def _check(self) -> None:
        """Raise Violation if a promise was broken."""
        boards, match = self._boards(), self._match()
        (place,) = self._server.rows("SELECT * FROM place")
        revs = [rev for rev, _ in boards]
        twice = [rev for rev, count in Counter(revs).items() if count > 1]
        _require(not twice, f"These boards were posted twice: {twice}.")
        seen = [rev for rev in revs if rev not in self._unseen]
        _require(seen == sorted(seen), f"The boards were posted in the order {revs}.")
        queued = [tuple(row) for row in self._server.rows(QUEUED)]
        _require(not queued, f"These deliveries are still queued: {queued}.")
        newest = (match["board_rev"], place["message_id"])
        _require(place["shown_rev"] == match["board_rev"], f"{place['shown_rev']} is shown, not {newest[0]}.")
        there = self._discord.messages
        live = [(rev, post.message.id) for rev, post in boards if post.message.buttons and post.message.id in there]
        _require(live == [newest], f"These boards have buttons: {live}. The newest is {newest}.")
        pinged = max(boards, key=lambda board: board[0])[1].pinged
        (event,) = self._server.rows("SELECT * FROM event WHERE rev = ?", newest[0])
        awaited = match["turn"] if match["ended_at"] is None else 1 - event["seat"]
        called = set() if event["kind"] == "take back" else {match[("first_id", "second_id")[awaited]]}
        _require(pinged == called, f"The newest board pinged {pinged}, not {called}.")
        self._check_texts()
        _require(not self._bugs.found, f"These errors were logged: {self._bugs.found}.")

    def _check_texts(self) -> None:
        """Check that each proposal was posted at most once, and that each refusal of one was told once.

        The newest board tells of the refusals since then. Where it could not be edited, a post does.
        """
        events = Counter(row["kind"] for row in self._server.rows("SELECT kind FROM event"))
        texts = [post.content for post in self._discord.posts if not post.files]
        proposals = [text for text in texts if text.startswith("<@")]
        made = events["offer abort"] + events["ask take back"]
        _require(len(proposals) <= made, f"{made} proposals were made, but posted: {proposals}.")
        refusals = [text for text in texts if text not in proposals]
        refused = events["decline abort"]
        _require(len(refusals) <= refused, f"{refused} were refused, but posted: {refusals}.")
        (place,) = self._server.rows("SELECT * FROM place")
        since = "SELECT 1 FROM event WHERE kind = 'decline abort' AND rev > (SELECT board_rev FROM match)"
        newest, expected = self._discord.messages[place["message_id"]].content, len(self._server.rows(since))
        told = newest.count("wants to keep playing")
        _require(told <= expected <= told + len(refusals), f"{expected} refusals since the newest board: {newest}.")


def _require(true: bool, sentence: str) -> None:
    if not true:
        raise Violation(sentence)
