"""Code shared by all parts of the service: the store, the clock, random numbers, games and transactions."""

import asyncio
import secrets
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from random import Random
from typing import Any, Concatenate, ParamSpec, TypeVar

from games import Position, Seat
from language import listing, mark
from matches.alarms import ALARM_KINDS, Alarm
from matches.clock import out_of_time
from matches.codes import code_of
from matches.errors import Ahead, NoChallenge, NoMatch, NotAPlayer, NotYourTurn, Over, Stale
from matches.kinds import Concern, enlist
from matches.limits import Limits, Retention
from matches.model import Challenge, EventKind, Match, Side, Snapshot
from matches.results import names, player_name, result_sentence
from matches.visits import VisitOver
from service.change import Change, ReplayNeeded, Work
from service.clock import Clock
from service.replay import Replays
from service.thinker import Thinker
from storage.backups import BackupFolder
from storage.errors import Conflict
from storage.store import Store, Tables

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")
AnyPart = TypeVar("AnyPart", bound="Part")
Act = Callable[["Core", Change, Alarm], Awaitable[None]]
Changing = Callable[Concatenate[AnyPart, Change, Arguments], Awaitable[Answer]]
Viewing = Callable[Concatenate[AnyPart, Tables, Arguments], Awaitable[Answer]]
Stored = Callable[Arguments, Coroutine[Any, Any, Answer]]
Method = Callable[Concatenate[AnyPart, Arguments], Coroutine[Any, Any, Answer]]


_STALE = {
    True: mark("That board is old. The newest one is after move {newest}."),
    False: mark("That board is old. The newest one is at the start."),
}
"""The refusals of a click on an old board, keyed by whether the match has moves now."""

_UNKNOWN = {
    True: mark("That board is no longer valid: the bot was restored from a backup. Use the board after move {newest}."),
    False: mark("That board is no longer valid: the bot was restored from a backup. Use the board at the start."),
}
"""The refusals of a click on a board missing from a restored database, keyed by whether the match has moves now."""

_interactive: ContextVar[bool] = ContextVar("interactive", default=True)
_visit: ContextVar[str | None] = ContextVar("visit", default=None)
"""The hash of the board page session that makes the changes; None for changes made elsewhere."""

POLL = 1.0
"""The polling interval in seconds for work that other processes make due."""


@contextmanager
def outside_discord(visit: str | None = None) -> Iterator[None]:
    """Mark the changes made within this context as coming from outside Discord.

    The deliveries that they cause are due at once.

    `visit` is the hash of the session that makes the changes. Transactions raise VisitOver once the session has ended,
    as it does when its person is banned or forgotten, so nothing of theirs is stored afterwards.
    """
    tokens = _interactive.set(False), _visit.set(visit)
    try:
        yield
    finally:
        _interactive.reset(tokens[0])
        _visit.reset(tokens[1])


class Wakeup:
    """Ends a wait early when something becomes due sooner than expected."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self._until: int | None = None

    def note_due(self, time: int) -> None:
        """Report that something will become due at `time`, in UTC seconds."""
        if self._until is None or time < self._until:
            self._event.set()

    def reset(self) -> None:
        """Discard earlier reports before a new wait."""
        self._event.clear()
        self._until = None

    async def wait(self, until: int | None) -> None:
        """Wait until `note_due` reports a time earlier than `until`.

        Reports that were made since the last `reset` count too.
        """
        self._until = until
        await self._event.wait()


@dataclass(eq=False)
class Core:
    """The store, the clock, random numbers and the games, with methods for running transactions and reading matches."""

    store: Store
    clock: Clock
    random: Random
    games: Mapping[str, type[Position[Any]]]
    rated_a_day: int
    limits: Limits
    retention: Retention
    alone: bool
    """Whether no other process uses the same store."""
    thinker: Thinker | None
    backups: BackupFolder | None
    wakeups: defaultdict[Work, Wakeup] = field(init=False, default_factory=lambda: defaultdict(Wakeup))
    watched: dict[int, set[asyncio.Event]] = field(init=False, default_factory=dict)
    """The events to set when a match changes, by match ID."""
    waiting: set[int] = field(init=False, default_factory=set)
    """The IDs of people with notices that wait until they next use the bot."""
    to_scrub: bool = field(init=False, default=False)
    """Whether deleted data may still be present in the database's files."""
    happened: Counter[tuple[str, str]] = field(init=False, default_factory=Counter)
    """The number of match events since the process started, by game and kind."""
    worker: str = field(init=False, default_factory=lambda: secrets.token_hex(4))
    _parts: dict[type["Part"], Any] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.replays = Replays(self.games)

    def part(self, kind: type[AnyPart]) -> AnyPart:
        """Return the shared instance of a part, creating it on first use."""
        if kind not in self._parts:
            self._parts[kind] = kind(self)
        part: AnyPart = self._parts[kind]
        return part

    def choose_side(self, side: Side) -> Side:
        """Return the given side, or a random one if it is "random"."""
        return self.random.choice(("first", "second")) if side == "random" else side

    async def run(self, work: Callable[[Change], Awaitable[Answer]]) -> Answer:
        """Run `work` in one transaction.

        The transaction's changes are durable when this method returns. If it raises an error, they are undone.

        `work` restarts in a new transaction whenever it needs a board that must first be replayed, and once after a
        conflict with another transaction. Raises Stale after a second conflict.
        """
        replayed: Snapshot | None = None
        retried = False
        while True:
            try:
                async with self.change(replayed) as change:
                    return await work(change)
            except ReplayNeeded as missing:
                replayed = await self.snapshot_at(missing.match_id, missing.ply)
            except Conflict as conflict:
                if retried:
                    raise Stale("Something else happened there at the same moment. Look again, then try.") from conflict
                retried = True

    @asynccontextmanager
    async def change(self, replayed: Snapshot | None = None) -> AsyncIterator[Change]:
        """Open a transaction.

        When it commits, its snapshots are cached, and the tasks that wait for its changes are woken.
        """
        now, visit = self.clock.now(), _visit.get()
        async with self.store.write() as tx:
            if visit is not None and await tx.visits.of(visit, now) is None:
                raise VisitOver
            change = Change(
                tx,
                now,
                self.worker,
                self.replays,
                self.limits,
                self.rated_a_day,
                replayed,
                alone=self.alone,
                interactive=_interactive.get(),
            )
            yield change
            await change.pings.write()
        self.to_scrub |= change.erased
        self.waiting |= change.notices.waiting
        self.happened.update(change.happened)
        for snapshot in change.snapshots:
            self.replays.keep(snapshot)
        for work, at in change.next_due.items():
            self.wakeups[work].note_due(at)
        for match_id in change.revised & self.watched.keys():
            for changed in self.watched[match_id]:
                changed.set()

    async def snapshot(self, match_id: int) -> Snapshot:
        """Return a match with its newest board.

        Raises Unknown if the match does not exist, and Refusal if its moves cannot be replayed.
        """
        return await self.snapshot_of(lambda view: self.match(view, match_id))

    async def snapshot_at(self, match_id: int, ply: int) -> Snapshot:
        """Return a match with its board after `ply` moves.

        If the match has had fewer moves, the board is the newest one.
        """
        async with self.store.read() as view:
            match = await self.match(view, match_id)
            plies = await view.plies.of(match_id)
        return await self.replays.replay(match, plies[: max(ply, 0)])

    async def snapshot_of(self, find: Callable[[Tables], Awaitable[Match]]) -> Snapshot:
        """Return the match found by `find`, together with its newest board.

        The moves are replayed after the database session has ended.
        """
        async with self.store.read() as view:
            match = await find(view)
            if known := self.replays.cached_snapshot(match):
                return known
            plies = await view.plies.of(match.id)
        snapshot = await self.replays.replay(match, plies)
        self.replays.keep(snapshot)
        return snapshot

    async def boards(self, match_id: int) -> tuple[Match, list[Position[Any]], list[str]]:
        """Return a match, the board before each of its moves, and the moves as text.

        Other tasks can run after each move. Raises Unknown, and Refusal or RuleError if the match is damaged.
        """
        start = await self.snapshot_at(match_id, 0)
        async with self.store.read() as view:
            texts = [ply.text for ply in await view.plies.of(match_id)]
        boards, board = list[Position[Any]](), start.position
        for text in texts:
            boards.append(board)
            board = board.play(board.parse(text))
            await asyncio.sleep(0)
        return start.match, boards, texts

    async def until(self, next_time: Callable[[], Awaitable[int | None]], work: Work) -> None:
        """Wait until the next work of this kind is due, at the time returned by `next_time`.

        Work that is scheduled during the wait counts too.
        """
        wakeup = self.wakeups[work]
        while True:
            wakeup.reset()
            at = await next_time()
            if at is not None and at <= self.clock.now():
                return
            waits = [asyncio.create_task(wakeup.wait(at))]
            if at is not None:
                waits.append(asyncio.create_task(self.clock.sleep_until(at)))
            if not self.alone:  # other processes do not wake this one
                waits.append(asyncio.create_task(asyncio.sleep(POLL)))
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for wait in waits:
                    wait.cancel()

    async def challenge(self, view: Tables, challenge_id: int) -> Challenge:
        """Return the challenge with this ID.

        Raises NoChallenge if it does not exist, and DamagedChallenge if its row is damaged.
        """
        challenge = await view.challenges.of(challenge_id)
        if challenge is None:
            raise NoChallenge(code_of(challenge_id))
        return challenge

    async def match(self, view: Tables, match_id: int) -> Match:
        """Return the match with this ID.

        Raises NoMatch if it does not exist, and DamagedMatch if its row is damaged.
        """
        match = await view.matches.of(match_id)
        if match is None:
            raise NoMatch(code_of(match_id))
        return match

    async def acting(self, view: Tables, match_id: int, person_id: int, rev: int | None) -> tuple[Match, Seat]:
        """Return a running match, and the seat of the player who wants to act in it.

        `rev` is the revision of the match that the player has seen. If it is None, it is not checked. Raises Over,
        NotAPlayer, and Stale if the board has changed since that revision. Raises Ahead if the match does not have the
        revision yet, because a backup was restored or a database server without the last moves took over.
        """
        match = await self.match(view, match_id)
        check_running(match)
        seat = match.seat_of(person_id)
        if seat is None:
            message = mark("Match #{code} is between {players}; you are watching.")
            raise NotAPlayer(message, match_id=match.id, code=match.code, players=listing(names(match)))
        mover = match.players[match.turn].name
        if out_of_time(match, self.clock.now()) and match.clock and match.clock.hard:
            raise Over("{name}'s time in match #{code} is up.", match_id=match.id, name=mover, code=match.code)
        self.check_seen(match, rev)
        return match, seat

    @staticmethod
    def check_seen(match: Match, rev: int | None) -> None:
        """Raise Stale or Ahead if the board that a person saw is not the current one.

        `rev` is the revision that the person saw. The errors are those of `acting`.
        """
        if rev is not None and rev < match.board_rev:
            raise Stale(_STALE[match.ply > 0], match_id=match.id, newest=match.ply)
        if rev is not None and rev > match.rev:
            raise Ahead(_UNKNOWN[match.ply > 0], match_id=match.id, newest=match.ply)

    async def moving(self, view: Tables, match_id: int, person_id: int, rev: int | None) -> Match:
        """Return a running match in which it is this person's turn.

        Raises NotYourTurn if it is not this person's turn, and the same errors as `acting`.
        """
        match, seat = await self.acting(view, match_id, person_id, rev)
        if seat != match.turn:
            message = (
                mark("{name} is still thinking in match #{code}.")
                if match.thinking
                else mark("It is {name}'s turn in match #{code}.")
            )
            mover = player_name(match, match.turn)
            raise NotYourTurn(message, match_id=match.id, name=mover, code=match.code)
        return match


def check_running(match: Match) -> None:
    """Raise Over with the outcome of a finished match."""
    if match.over:
        outcome = result_sentence(match)
        raise Over("Match #{code} is over. {outcome}.", match_id=match.id, code=match.code, outcome=outcome)


PARTS: dict[str, type["Part"]] = {}
"""All part classes, by the name that Service gives the part."""


class Part:
    """A part of the service.

    Every subclass is added automatically. For example, DailyPuzzles becomes `service.daily_puzzles`.
    """

    def __init_subclass__(cls) -> None:
        enlist(Part, PARTS, cls)

    def __init__(self, core: Core) -> None:
        self._core = core


def alarm(
    name: str, concerns: Concern, *, moved_by_outage: bool = False, until: Collection[EventKind] | None = None
) -> Callable[[Act], Act]:
    """Declare a kind of alarm.

    The decorated function handles each alarm of this kind when it is due, in one transaction. The options are those of
    `AlarmKind`. Raises ValueError if the name is taken, and TypeError if `until` is missing.
    """

    def declared(act: Act) -> Act:
        ALARM_KINDS.declare(name, concerns, act, moved_by_outage, until)
        return act

    return declared


def transaction(work: Changing[AnyPart, Arguments, Answer]) -> Method[AnyPart, Arguments, Answer]:
    """Run the decorated method in a transaction.

    The method receives an argument `change`, which its callers do not pass.
    """

    @wraps(work)
    async def run(part: AnyPart, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer:
        return await part._core.run(lambda change: work(part, change, *args, **kwargs))  # noqa: SLF001 (of the Part above)

    return run


def reading(work: Viewing[AnyPart, Arguments, Answer]) -> Method[AnyPart, Arguments, Answer]:
    """Run the decorated method in a database session.

    The method receives an argument `view`, which its callers do not pass. The view is released when the method returns,
    so the method must not wait for anything but the database.
    """
    return _with_view(work, Store.read)


def query(work: Viewing[AnyPart, Arguments, Answer]) -> Method[AnyPart, Arguments, Answer]:
    """Run the decorated method in a database session that allows only one query.

    Such a session is cheaper. Otherwise, this is the same as `reading`.
    """
    return _with_view(work, Store.read_once)


def reads(find: Callable[[Tables], Stored[Arguments, Answer]]) -> Method[Any, Arguments, Answer]:
    """Return a method that runs the statement returned by `find` in a database session."""
    return reading(_found(find))


def queries(find: Callable[[Tables], Stored[Arguments, Answer]]) -> Method[Any, Arguments, Answer]:
    """Return a method that runs the statement returned by `find` in a session that allows only one query.

    Such a session is cheaper. Otherwise, this is the same as `reads`.
    """
    return query(_found(find))


def _found(find: Callable[[Tables], Stored[Arguments, Answer]]) -> Viewing[Any, Arguments, Answer]:
    async def run(_: Part, view: Tables, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer:
        return await find(view)(*args, **kwargs)

    return run


def _with_view(
    work: Viewing[AnyPart, Arguments, Answer], begin: Callable[[Store], AbstractAsyncContextManager[Tables]]
) -> Method[AnyPart, Arguments, Answer]:
    @wraps(work)
    async def run(part: AnyPart, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer:
        async with begin(part._core.store) as view:  # noqa: SLF001 (of the Part above)
            return await work(part, view, *args, **kwargs)

    return run
