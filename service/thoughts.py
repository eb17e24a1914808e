"""Thoughts: when computer players think, and how what they find becomes a move or an answer.

A thought is an alarm in the database, so that a restart in mid-thought begins it anew. What thinks is handed in: it is
called with positions and knows nothing of matches.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from matches.alarms import ALARM_KINDS, PACE, THOUGHT_LEASE, AlarmKind
from matches.codes import code_of
from matches.computers import Interrupted
from matches.errors import NotYourTurn, Over, Refusal, Stale
from matches.kinds import declare
from service.core import Part, reading, transaction
from storage.errors import Unavailable

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from games import Position, Seat
    from matches.computers import Judgement
    from matches.model import Match, Snapshot
    from service.agreements import Agreements
    from service.change import Change
    from service.core import Core
    from service.play import Play
    from storage.store import Tables

log = logging.getLogger(__name__)

FIRST_PAUSE = 2
"""Seconds after a thought has failed for the first time until it is tried again."""
LONGEST_PAUSE = 300
"""The most seconds after a thought has failed until it is tried again."""
GLANCE = 0.5
"""Seconds for which a computer player thinks about an offer of a draw."""
WORSE = 0.45
"""A computer player accepts a draw if its chance to win is below this."""
LONG = 200
"""The number of plies from which on a match is long: some positions can be played on for ever."""
SURE = 0.9
"""In a long match a computer player agrees to a draw if its chance to win is below this."""


declare(ALARM_KINDS, AlarmKind("thought", "match", act=None))


class Thinker(Protocol):
    """What thinks, in processes of its own. A call may raise Interrupted or anything else; it is tried again later."""

    async def choose(
        self, position: Position[Any], level: int, *, seed: int, requester: Hashable, subject: Hashable, show: bool
    ) -> str:
        """The move of a computer player of this level, as text; `seed` stays the same through a match.

        `requester` is the person for whom it is done: people take turns. Calls about the same `subject` never overlap.
        Moves of matches for `show` come after what people wait for, unless that never stops coming.
        """

    async def judge(
        self, positions: Sequence[Position[Any]], *, seconds: float, requester: Hashable, subject: Hashable
    ) -> list[Judgement]:
        """What the strongest player thinks of each of these positions, within `seconds` each."""

    def prepare(self, position: Position[Any]) -> None:
        """Be ready for thoughts about this game."""

    def ahead(self, subject: Hashable) -> int:
        """How many calls come before the one about this subject; 0 also when it runs."""


@dataclass(slots=True, eq=False)
class _Thought:
    """What a computer player does in one match, in a task of its own."""

    match_id: int
    task: asyncio.Task[None] = field(init=False)
    again: bool = False
    """Whether something else may have come due in the match since the thought claimed what is due there."""
    awaited: int = 0
    """How many wait to see the answer together with the move that was made last."""
    writing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a move is written down, which may be shown to those who wait."""
    left: Snapshot | None = None
    """The match after the answer to the move that was made last; None until there is one."""


class Thoughts(Part):
    """The part of the service in which computer players act.

    To run it: `start()` once; then, over and over, `until_due()` and `act()`; at the end `stop()`.
    """

    def __init__(self, core: Core, play: Play, agreements: Agreements, thinker: Thinker | None) -> None:
        super().__init__(core)
        self._play = play
        self._agreements = agreements
        self._thinker = thinker
        self._running: dict[int, _Thought] = {}
        """The thoughts of this process, by match."""
        self._failures: dict[int, int] = {}
        """How often in a row a thought failed, by match."""
        self._beginning = asyncio.Lock()

    @property
    def thinker(self) -> Thinker:
        """What thinks. Raises Refusal where there is nothing that could."""
        if self._thinker is None:
            raise Refusal("No computer player is here.")
        return self._thinker

    async def start(self) -> None:
        """Begin anew what an earlier run was thinking about; what other processes think about is theirs."""
        if self._core.alone:
            await self._begin_anew()

    @transaction
    async def _begin_anew(self, change: Change) -> None:
        for alarm in await change.tx.alarms.thoughts():
            await change.arm("thought", alarm.subject, min(alarm.at, change.now))

    def stop(self) -> None:
        """Give all thoughts up at once: the next run begins them anew."""
        for thought in self._running.values():
            thought.task.cancel()

    async def hand_over(self) -> None:
        """Let other processes think about what this one is thinking about, because it ends."""
        if not self._core.alone:
            for match_id in list(self._running):
                await self._put_off(match_id, 0)

    @reading
    async def next_due(self, view: Tables) -> int | None:
        """The next time at which a computer player is to think; None if it never is."""
        return next((alarm.at for alarm in await view.alarms.thoughts()), None)

    async def until_due(self) -> None:
        """Return when a computer player is to think, also if that comes about only while waiting."""
        await self._core.until(self.next_due, self._core.thought_wakeup)

    async def act(self) -> None:
        """Begin every thought that is due, beside everything else."""
        now = self._core.clock.now()
        async with self._core.store.read() as view:
            due = [alarm.subject for alarm in await view.alarms.thoughts() if alarm.at <= now]
        for match_id in due:
            if thought := self._running.get(match_id):
                thought.again = True
                await self._put_off(match_id, THOUGHT_LEASE)
            else:
                await self._begin(match_id)

    async def answer(self, match_id: int, within: float) -> Snapshot | None:
        """Let a computer player think now, and wait at most `within` seconds for the match as it leaves it.

        None if it takes longer: it goes on thinking, and its player is told when it has moved. Whoever waits is to be
        shown what this returns, and waits on for a move that is just being written down.
        """
        thought = await self._begin(match_id)
        if thought is None:
            return None
        thought.left = None
        thought.awaited += 1
        try:
            await asyncio.wait({thought.task}, timeout=within)
        finally:
            thought.awaited -= 1
        async with thought.writing:
            return thought.left

    def ahead(self, subject: Hashable) -> int:
        """How many calls come before the one about this subject; that of a move is the id of its match."""
        return self._thinker.ahead(subject) if self._thinker else 0

    def prepare(self, snapshot: Snapshot) -> None:
        """A match against a computer player has begun and its person is to move: be ready to answer."""
        if self._thinker is not None and not snapshot.match.thinking:
            self._thinker.prepare(snapshot.position)

    async def until_done(self, match_id: int, within: float) -> None:
        """Wait at most `within` seconds until the computer player of a match thinks no more."""
        if thought := self._running.get(match_id):
            await asyncio.wait({thought.task}, timeout=within)

    async def _begin(self, match_id: int) -> _Thought | None:
        """The thought that runs, or that is due and begins; None where there is nothing to think about.

        One that runs looks once more for something to do before it ends.
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
        """Do what the computer player has to do.

        If the database cannot be written, the thought begins again when its alarm is due, which was moved at its
        beginning.
        """
        try:
            await self._act_on(thought)
        except Unavailable as error:
            log.warning("A thought about match #%s waits: %s", code_of(thought.match_id), error)
        finally:
            del self._running[thought.match_id]  # at once: nobody finds a thought that does nothing any more

    async def _act_on(self, thought: _Thought) -> None:
        """What `_act_in` does. Raises Unavailable."""
        match_id = thought.match_id
        while True:
            try:
                await self._act_once(thought)
                self._failures.pop(match_id, None)
            except (Stale, Over, NotYourTurn):  # somebody took a move back or resigned meanwhile
                thought.again = True
            except Unavailable:
                raise
            except Exception as error:
                failures = self._failures[match_id] = self._failures.get(match_id, 0) + 1
                # Once may be a helper that was killed; what fails again and again is a fault of ours.
                log.log(
                    logging.WARNING if failures == 1 else logging.ERROR,
                    "A thought about match #%s failed (%s); it is tried again",
                    code_of(match_id),
                    error,
                    exc_info=failures > 1 and not isinstance(error, Interrupted),
                )
                await self._put_off(match_id, min(FIRST_PAUSE**failures, LONGEST_PAUSE))
                return
            if not await self._more(thought):
                return

    async def _more(self, thought: _Thought) -> bool:
        """Claim what has come due in the match meanwhile; False if there is nothing."""
        while True:
            again, thought.again = thought.again, False
            if await self._claim(thought.match_id, again=again):
                return True
            if not thought.again:  # nothing has come due after the claim was written down, either
                return False

    async def _act_once(self, thought: _Thought) -> None:
        """Answer an offer, or else move; an offer that comes while it thinks about the move is answered first."""
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
        now = await self._core.snapshot(match.id)
        if now.match.answering is not None and await self._answer_offer(now, now.match.answering):
            return
        async with thought.writing:
            moved = await self._play.move(match.id, mover.id, text, rev=match.rev, awaited=thought.awaited > 0)
            before = snapshot.before
            if moved.answered is None and before is not None and before.turn != position.turn:
                moved = replace(moved, answered=before.format(snapshot.move), first=before)
            thought.left = moved

    async def _drawn(self, snapshot: Snapshot) -> bool:
        """Let two computer players agree to a draw where the game knows draws and neither is nearly sure to win."""
        match = snapshot.match
        if not snapshot.position.info.draws or max((await self._glance(snapshot)).chances) >= SURE:
            return False
        for player in match.players:  # the second offer accepts the first one
            match = (await self._agreements.offer_draw(match.id, player.id, rev=match.rev)).match
        return True

    async def _glance(self, snapshot: Snapshot) -> Judgement:
        """What the strongest player thinks of the position at a glance."""
        match = snapshot.match
        (found,) = await self.thinker.judge(
            [snapshot.position], seconds=GLANCE, requester=_requester_of(match), subject=match.id
        )
        return found

    async def _answer_offer(self, snapshot: Snapshot, seat: Seat) -> bool:
        """Accept a draw if the position is worse for this seat or cannot be won, or nothing is sure in a long match.

        Returns whether it is accepted.
        """
        match = snapshot.match
        found = await self._glance(snapshot)
        chance, by = found.chances[seat], match.players[seat].id
        enough = SURE if match.ply >= LONG else WORSE
        if chance < enough or (found.certain and chance <= 1 / 2):
            await self._agreements.accept_draw(match.id, by, rev=match.rev)
            return True
        await self._agreements.decline_draw(match.id, by, rev=match.rev)
        return False

    @transaction
    async def _claim(self, change: Change, match_id: int, *, again: bool = False) -> bool:
        """Take what is due in a match for this process; False if there is nothing, or another process has it.

        `again`: take it also if it is claimed, because this very process has claimed it.
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
    async def _put_off(self, change: Change, match_id: int, seconds: int) -> None:
        if await change.tx.alarms.at("thought", match_id) is not None:
            await change.arm("thought", match_id, change.now + seconds)


async def _unseen(change: Change, match: Match) -> bool:
    """Whether the newest board is not shown yet, such as in a thread that is locked: a match for show waits for it."""
    return any(place.shown_rev < match.board_rev for place in await change.tx.places.of(match.id))


def _requester_of(match: Match) -> Hashable:
    """For whom a computer player thinks: the id of the person, and in a match for show, the match itself."""
    return ("show", match.id) if match.against_computer is None else match.players[match.against_computer].id
