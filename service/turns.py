"""Turns for requests from the board page. A request needs a turn for each step of its work.

Requests from different people alternate, and interactions on Discord go first.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import asynccontextmanager
from contextvars import ContextVar

AT_ONCE = 2
"""The number of requests that work at the same time. While one waits for the database, another can compute."""
PATIENCE = 0.02
"""The longest wait for a turn while an interaction is unanswered, in seconds. The page must work even then."""

_turn: ContextVar["Turn | None"] = ContextVar("turn", default=None)
"""The turn of the page request that this task is handling; None for all other work."""


class Turns:
    """Grants turns to requests, each long enough for a few queries or a few milliseconds of computation.

    In each round, every waiting person has one turn. Between two turns, the event loop does what else is due, and no
    turn is granted for up to PATIENCE seconds while an interaction waits for its response.
    """

    def __init__(self, quiet: Callable[[float], Awaitable[None]]) -> None:
        """Prepare to grant turns to requests.

        `quiet` waits until all interactions have had a response, but no longer than the given number of seconds.
        """
        self._quiet = quiet
        self._waiting: dict[Hashable, deque[asyncio.Future[None]]] = {}
        """Each person's waiting requests, in order. Among people in the same round, the first key goes first."""
        self._rounds: dict[Hashable, int] = {}
        """The round of each person's next turn, for people who have had a turn in this round."""
        self._round = 0
        self._working = 0
        self._granting: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def hold(self, person: Hashable, spend: Callable[[], None] = lambda: None) -> AsyncIterator[None]:
        """Wait for a turn for this person, and hold it until the context ends.

        `spend` is called for each turn that the work takes, and can end the work by raising an error.
        """
        turn = Turn(self, person, spend)
        await turn.begin()
        token = _turn.set(turn)
        try:
            yield
        finally:
            _turn.reset(token)
            turn.end()

    def waiting(self, person: Hashable) -> int:
        """Return how many of this person's requests are waiting for a turn."""
        return len(self._waiting.get(person, ()))

    async def wait(self, person: Hashable, *, started: bool) -> None:
        """Wait for a turn for this person's request, ahead of the person's other requests if it has `started`."""
        granted = asyncio.get_running_loop().create_future()
        requests = self._waiting.setdefault(person, deque())
        (requests.appendleft if started else requests.append)(granted)
        self._go_on()
        try:
            await granted
        except asyncio.CancelledError:
            if granted.done() and not granted.cancelled():  # the turn was granted at the same moment
                self.note_end()
            raise

    def note_end(self) -> None:
        """Record the end of a turn, and grant the next one."""
        self._working -= 1
        if not (self._working or self._waiting):
            self._rounds.clear()
        self._go_on()

    def _go_on(self) -> None:
        if self._granting is None and self._waiting:
            self._granting = asyncio.create_task(self._grant())

    async def _grant(self) -> None:
        """Grant turns one after another until no request is waiting or AT_ONCE requests are running."""
        try:
            while self._waiting and self._working < AT_ONCE:
                await self._quiet(PATIENCE)
                if (granted := self._next()) is not None:
                    self._working += 1
                    granted.set_result(None)
        finally:
            self._granting = None

    def _next(self) -> asyncio.Future[None] | None:
        """Remove and return the next request, or None if the person next in turn has cancelled all of theirs."""
        person = min(self._waiting, key=lambda person: self._rounds.get(person, self._round))
        self._round = self._rounds.get(person, self._round)
        requests = self._waiting[person]
        granted = requests.popleft()
        while granted.done() and requests:
            granted = requests.popleft()
        if not requests:
            del self._waiting[person]
        if granted.done():
            return None
        self._rounds[person] = self._round + 1
        self._rounds = {each: at for each, at in self._rounds.items() if at > self._round}
        return granted


class Turn:
    """A person's turn, which its holder can end to wait for the next one."""

    def __init__(self, turns: Turns, person: Hashable, spend: Callable[[], None]) -> None:
        self._turns, self._person, self._spend = turns, person, spend
        self._begun = self._held = False

    async def begin(self) -> None:
        """Wait for the turn and count it."""
        await self._turns.wait(self._person, started=self._begun)
        self._begun = self._held = True
        try:
            self._spend()
        except BaseException:
            self.end()
            raise

    def end(self) -> None:
        """End the turn, if it has not ended yet."""
        if self._held:
            self._held = False
            self._turns.note_end()

    async def pass_on(self) -> None:
        """End this turn and wait for the next one, or just let other tasks run if this turn has already ended."""
        if self._held:
            self.end()
            await self.begin()
        else:
            await asyncio.sleep(0)


async def pass_on() -> None:
    """Let other tasks run during a long piece of work.

    If the work is for a request from the board page, wait for the next turn of that request.
    """
    if turn := _turn.get():
        await turn.pass_on()
    else:
        await asyncio.sleep(0)


@asynccontextmanager
async def aside() -> AsyncIterator[None]:
    """During a long wait, give up the turn held by this request for a board page."""
    turn = _turn.get()
    if turn is None:
        yield
        return
    turn.end()
    yield
    await turn.begin()  # not after an error, which ends the request
