"""Thoughts: decides when computer players think, and turns the results into moves and answers.

A thought is an alarm in the database, so it starts again after a restart. The thinker is injected: it gets positions
and knows nothing about matches.
"""

import asyncio
import logging
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from games import Position, Seat
from matches.alarms import ALARM_KINDS, PACE, THOUGHT_LEASE, AlarmKind
from matches.codes import code_of
from matches.computers import Interrupted, Judgement
from matches.errors import NotYourTurn, Over, Refusal, Stale
from matches.model import Match, Snapshot
from puzzles.missed import Look
from service.agreements import Agreements
from service.change import Change
from service.core import Core, Part, reading, transaction
from service.play import Play
from storage.errors import Unavailable
from storage.store import Tables

log = logging.getLogger(__name__)

FIRST_PAUSE = 2
"""Seconds before the first retry of a failed thought; the back-off then grows exponentially."""
LONGEST_PAUSE = 300
"""The longest back-off in seconds."""
GLANCE = 0.5
"""Seconds of computation for a draw offer."""
WORSE = 0.45
"""A computer player accepts a draw if its winning chance is below this."""
LONG = 200
"""The number of plies that make a match long, because some positions can be played on forever."""
SURE = 0.9
"""In a long match, a computer player accepts a draw if its winning chance is below this."""


ALARM_KINDS.declare(AlarmKind("thought", "match", act=None))


class Thinker(Protocol):
    """Computes moves and judgements in separate processes. Retry a call that raises Interrupted or anything else."""

    async def choose(
        self, position: Position[Any], level: int, *, seed: int, requester: Hashable, subject: Hashable, show: bool
    ) -> str:
        """The move of a computer player of this level, as text; `seed` stays the same throughout a match.

        Requesters take turns. Calls with the same `subject` never overlap. Moves to `show` in watched matches have a
        lower priority than calls for which people are waiting, but never starve.
        """

    async def judge(
        self, positions: Sequence[Position[Any]], *, seconds: float, requester: Hashable, subject: Hashable
    ) -> list[Judgement]:
        """The strongest player's judgement of each of these positions, computed in `seconds` each."""

    async def look(self, position: Position[Any], played: str, *, subject: Hashable) -> Look:
        """Whether the player who made this move missed the only one that wins. Has the lowest priority of all calls."""

    def prepare(self, position: Position[Any]) -> None:
        """Prepare for calls about this game."""

    def ahead(self, subject: Hashable) -> int:
        """The number of calls queued ahead of the one with this subject; 0 if it is running."""


@dataclass(slots=True, eq=False)
class _Thought:
    """The task of a computer player in one match."""

    match_id: int
    task: asyncio.Task[None] = field(init=False)
    again: bool = False
    """Whether another thought of the match may have become due since this one was claimed."""
    awaited: int = 0
    """The number of callers waiting to show the reply together with the last move."""
    storing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a move is stored that waiting callers may show."""
    replied: Snapshot | None = None
    """The match after the reply to the last move; None until there is one."""


class Thoughts(Part):
    """The acts of computer players.

    To run it, call `start()` once, then `until_due()` and `act()` in a loop, and finally `stop()`.
    """

    def __init__(self, core: Core, play: Play, agreements: Agreements, thinker: Thinker | None) -> None:
        super().__init__(core)
        self._play = play
        self._agreements = agreements
        self._thinker = thinker
        self._running: dict[int, _Thought] = {}
        self._failures: dict[int, int] = {}
        """The number of consecutive failures, by match."""
        self._beginning = asyncio.Lock()

    @property
    def thinker(self) -> Thinker:
        """The thinker. Raises Refusal if there is none."""
        if self._thinker is None:
            raise Refusal("No computer player is available.")
        return self._thinker

    @transaction
    async def start(self, change: Change) -> None:
        """Restart the thoughts of an earlier run, unless other processes may be running them."""
        for alarm in await change.tx.alarms.thoughts() if self._core.alone else ():
            await change.arm("thought", alarm.subject, min(alarm.at, change.now))

    def stop(self) -> None:
        """Cancel all thoughts; the next run restarts them."""
        for thought in self._running.values():
            thought.task.cancel()

    async def hand_over(self) -> None:
        """Release the running thoughts to other processes, because this one is stopping."""
        if not self._core.alone:
            for match_id in list(self._running):
                await self._defer(match_id, 0)

    @reading
    async def next_due(self, view: Tables) -> int | None:
        return next((alarm.at for alarm in await view.alarms.thoughts()), None)

    async def until_due(self) -> None:
        """Return when a thought is due, even if it is scheduled only during the wait."""
        await self._core.until(self.next_due, "thought")

    async def act(self) -> None:
        """Start all due thoughts in the background."""
        now = self._core.clock.now()
        async with self._core.store.read() as view:
            due = [alarm.subject for alarm in await view.alarms.thoughts() if alarm.at <= now]
        for match_id in due:
            if thought := self._running.get(match_id):
                thought.again = True
                await self._defer(match_id, THOUGHT_LEASE)
            else:
                await self._begin(match_id)

    async def answer(self, match_id: int, within: float) -> Snapshot | None:
        """Start the thought of a match now, and wait at most `within` seconds for the match after the reply.

        If it takes longer, returns None; the thought continues, and the player is notified of the reply. A reply that
        is being stored when the time is up is still awaited. The caller must show the returned match.
        """
        thought = await self._begin(match_id)
        if thought is None:
            return None
        thought.replied = None
        thought.awaited += 1
        try:
            await asyncio.wait({thought.task}, timeout=within)
        finally:
            thought.awaited -= 1
        async with thought.storing:
            return thought.replied

    def ahead(self, subject: Hashable) -> int:
        """The number of calls queued ahead of the one with this subject; for a move, the ID of its match."""
        return self._thinker.ahead(subject) if self._thinker else 0

    def prepare(self, snapshot: Snapshot) -> None:
        """Prepare the thinker for a match against the computer in which the person is to move first."""
        if self._thinker is not None and not snapshot.match.thinking:
            self._thinker.prepare(snapshot.position)

    async def until_done(self, match_id: int, within: float) -> None:
        """Wait at most `within` seconds for the running thought of a match to end."""
        if thought := self._running.get(match_id):
            await asyncio.wait({thought.task}, timeout=within)

    async def _begin(self, match_id: int) -> _Thought | None:
        """The running thought of a match, or a due one that this starts; None if there is neither.

        A running thought checks again for due work before it ends.
        """
        async with self._beginning:
            thought = self._running.get(match_id)
            if thought is not None:
                thought.again = True
            elif await self._claim(match_id):
                thought = self._running[match_id] = _Thought(match_id)
                thought.task = asyncio.create_task(self._act_in(thought))
            return thought

    async def _act_in(self, thought: _Thought) -> None:
        """Run a thought. If the database is unavailable, its alarm restarts it when the lease expires."""
        try:
            await self._act_on(thought)
        except Unavailable as error:
            log.warning("A thought about match #%s waits for the database: %s", code_of(thought.match_id), error)
        finally:
            del self._running[thought.match_id]  # at once, so that no other task finds a thought that has ended

    async def _act_on(self, thought: _Thought) -> None:
        """Act until nothing is due, or schedule a retry after a failure. Raises Unavailable."""
        match_id = thought.match_id
        while True:
            try:
                await self._act_once(thought)
                self._failures.pop(match_id, None)
            except (Stale, Over, NotYourTurn):  # somebody has taken back a move or resigned meanwhile
                thought.again = True
            except Unavailable:
                raise
            except Exception as error:
                failures = self._failures[match_id] = self._failures.get(match_id, 0) + 1
                # one failure may be a killed helper process; repeated failures are a bug
                log.log(
                    logging.WARNING if failures == 1 else logging.ERROR,
                    "A thought about match #%s failed (%s) and will be retried",
                    code_of(match_id),
                    error,
                    exc_info=failures > 1 and not isinstance(error, Interrupted),
                )
                await self._defer(match_id, min(FIRST_PAUSE**failures, LONGEST_PAUSE))
                return
            if not await self._more(thought):
                return

    async def _more(self, thought: _Thought) -> bool:
        """Claim what has become due in the match meanwhile; False if nothing has."""
        while True:
            again, thought.again = thought.again, False
            if await self._claim(thought.match_id, again=again):
                return True
            if not thought.again:  # nothing became due while the claim was being stored
                return False

    async def _act_once(self, thought: _Thought) -> None:
        """Answer an offer, or move. An offer that arrives during the computation of the move is answered first."""
        snapshot = await self._core.snapshot(thought.match_id)
        match, position = snapshot.match, snapshot.position
        if match.answering is not None:
            await self._answer_offer(snapshot, match.answering)
            return
        mover = match.players[match.turn]
        if match.over or mover.level is None:
            return
        if match.watched and match.ply >= LONG and await self._drawn(snapshot):
            return
        text = await self.thinker.choose(
            position, mover.level, seed=match.id, requester=_requester_of(match), subject=match.id, show=match.watched
        )
        current = await self._core.snapshot(match.id)
        if current.match.answering is not None and await self._answer_offer(current, current.match.answering):
            return
        async with thought.storing:
            moved = await self._play.move(match.id, mover.id, text, rev=match.rev, awaited=thought.awaited > 0)
            before = snapshot.before
            if moved.answered is None and before is not None and before.turn != position.turn:
                moved = replace(moved, answered=before.format(snapshot.move), first=before)
            thought.replied = moved

    async def _drawn(self, snapshot: Snapshot) -> bool:
        """Agree to a draw between computer players if the game has draws and neither is almost sure to win."""
        match = snapshot.match
        if not snapshot.position.info.draws or max((await self._glance(snapshot)).chances) >= SURE:
            return False
        for player in match.players:  # the second offer accepts the first one
            match = (await self._agreements.offer_draw(match.id, player.id, rev=match.rev)).match
        return True

    async def _glance(self, snapshot: Snapshot) -> Judgement:
        """The strongest player's quick judgement of the position."""
        match = snapshot.match
        (judgement,) = await self.thinker.judge(
            [snapshot.position], seconds=GLANCE, requester=_requester_of(match), subject=match.id
        )
        return judgement

    async def _answer_offer(self, snapshot: Snapshot, seat: Seat) -> bool:
        """Accept or decline a draw by the position's judgement; returns whether it was accepted.

        Accepts if this seat stands worse or certainly cannot win; in a long match, also unless it is almost sure to
        win.
        """
        match = snapshot.match
        judgement = await self._glance(snapshot)
        chance, by = judgement.chances[seat], match.players[seat].id
        enough = SURE if match.ply >= LONG else WORSE
        if chance < enough or (judgement.certain and chance <= 1 / 2):
            await self._agreements.accept_draw(match.id, by, rev=match.rev)
            return True
        await self._agreements.decline_draw(match.id, by, rev=match.rev)
        return False

    @transaction
    async def _claim(self, change: Change, match_id: int, *, again: bool = False) -> bool:
        """Claim the due thought of a match; False if there is none or another process holds the lease.

        With `again`, claim it even if it is leased, because this process holds the lease.
        """
        at = await change.tx.alarms.at("thought", match_id)
        if at is None or (at > change.now and not again):
            return False
        match = await self._core.match(change.tx, match_id)
        needed = match.thinking or match.answering is not None
        if needed and match.watched and await _unseen(change, match):
            await change.arm("thought", match_id, change.now + PACE)
            return False
        await change.arm("thought", match_id, change.now + THOUGHT_LEASE if needed else None)
        return needed

    @transaction
    async def _defer(self, change: Change, match_id: int, seconds: int) -> None:
        if await change.tx.alarms.at("thought", match_id) is not None:
            await change.arm("thought", match_id, change.now + seconds)


async def _unseen(change: Change, match: Match) -> bool:
    """Whether some place does not show the newest board yet. A watched match waits for that."""
    return any(place.shown_rev < match.board_rev for place in await change.tx.places.of(match.id))


def _requester_of(match: Match) -> Hashable:
    """The requester of a thought: the ID of the person; the match itself if it is watched."""
    return ("show", match.id) if match.against_computer is None else match.players[match.against_computer].id
