"""Schedules computer players' searches, and turns the results into moves and replies to offers.

Each search has an alarm in the database (of the kind `thought`), so it starts again after a restart. The thinker is
injected: it gets positions and knows nothing about matches.
"""

import asyncio
import logging
from collections.abc import Hashable
from dataclasses import dataclass, field, replace

from games import Seat
from matches.alarms import ALARM_KINDS, PACE, SEARCH_LEASE, computer_turn_at
from matches.codes import code_of
from matches.computers import Interrupted, Judgement
from matches.errors import NotYourTurn, Over, Refusal, Stale
from matches.model import Match, Snapshot
from service.agreements import Agreements
from service.change import Change, Happening, after
from service.core import Core, Part, reading, transaction
from service.play import Play
from service.thinker import Thinker
from storage.errors import Unavailable
from storage.store import Tables

log = logging.getLogger(__name__)

FIRST_PAUSE = 2
"""The delay before the first retry of a failed search, in seconds. Later retries use exponential backoff."""
LONGEST_PAUSE = 300
"""The longest delay between retries, in seconds."""
GLANCE = 0.5
"""The computation time for the response to a draw offer, in seconds."""
WORSE = 0.45
"""A computer player accepts a draw if its winning chance is below this."""
LONG = 200
"""The number of plies after which a match counts as long. Some positions can be played on forever."""
SURE = 0.9
"""In a long match, a computer player accepts a draw if its winning chance is below this."""


ALARM_KINDS.declare("thought", "match", act=None, until=())


@after("any", order=60)
async def follow_turn(change: Change, happening: Happening) -> None:
    """Schedule the computer player's next move, or its reply to an offer."""
    match = happening.match
    if match.practice:
        await change.arm("thought", match.id, computer_turn_at(match, change.now))


@dataclass(slots=True, eq=False)
class _Search:
    """A running search for a computer player's move in a match."""

    match_id: int
    task: asyncio.Task[None] = field(init=False)
    again: bool = False
    """Whether another search may have become due in the match since this one was claimed."""
    awaited: int = 0
    """The number of callers waiting to show the reply together with the last move."""
    storing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a move that waiting callers may show is being stored."""
    replied: Snapshot | None = None
    """The match after the reply to the last move, or None until there is a reply."""


class ComputerTurns(Part):
    """Makes computer players move and reply to offers.

    To run it, call `start()` once, then `until_due()` and `act()` in a loop, and finally `stop()`.
    """

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._play = core.part(Play)
        self._agreements = core.part(Agreements)
        self._thinker = core.thinker
        self._running: dict[int, _Search] = {}
        self._failures: dict[int, int] = {}
        """The number of consecutive failures, by match."""
        self._beginning = asyncio.Lock()

    @property
    def thinker(self) -> Thinker:
        """The engine that searches for moves. Raises Refusal if there are no computer players."""
        if self._thinker is None:
            raise Refusal("No computer player is available.")
        return self._thinker

    @transaction
    async def start(self, change: Change) -> None:
        """Restart the searches that were unfinished when the bot last stopped.

        If other processes may be running them, does nothing.
        """
        for alarm in await change.tx.alarms.computer_turns() if self._core.alone else ():
            await change.arm("thought", alarm.subject, min(alarm.at, change.now))

    def stop(self) -> None:
        """Cancel all searches. The next run restarts them."""
        for search in self._running.values():
            search.task.cancel()

    async def hand_over(self) -> None:
        """Release this process's running searches, so that other processes can take them over.

        Call this when the process stops.
        """
        if not self._core.alone:
            for match_id in list(self._running):
                await self._defer(match_id, 0)

    @reading
    async def next_due(self, view: Tables) -> int | None:
        return next((alarm.at for alarm in await view.alarms.computer_turns()), None)

    async def until_due(self) -> None:
        """Wait until a search is due, including one scheduled during the wait."""
        await self._core.until(self.next_due, "search")

    async def act(self) -> None:
        """Start all due searches in the background."""
        now = self._core.clock.now()
        async with self._core.store.read() as view:
            due = [alarm.subject for alarm in await view.alarms.computer_turns() if alarm.at <= now]
        for match_id in due:
            if search := self._running.get(match_id):
                search.again = True
                await self._defer(match_id, SEARCH_LEASE)
            else:
                await self._begin(match_id)

    async def answer(self, match_id: int, within: float) -> Snapshot | None:
        """Run the search that is due in a match, and return the match once the computer player has replied.

        Waits up to `within` seconds for the reply. The caller must show the returned match. If the reply takes longer,
        returns None; the search continues, and the player is notified of the reply. A reply that is being stored when
        the time is up is still awaited.
        """
        search = await self._begin(match_id)
        if search is None:
            return None
        search.replied = None
        search.awaited += 1
        try:
            await asyncio.wait({search.task}, timeout=within)
        finally:
            search.awaited -= 1
        async with search.storing:
            return search.replied

    def calls_ahead(self, subject: Hashable) -> int:
        """Return the number of computations queued ahead of the one for this subject.

        For a move, the subject is the ID of its match.
        """
        return self._thinker.calls_ahead(subject) if self._thinker else 0

    def prepare(self, snapshot: Snapshot) -> None:
        """Have the computer player prepare for its first reply in a match where the person moves first."""
        if self._thinker is not None and not snapshot.match.thinking:
            self._thinker.prepare(snapshot.position)

    async def until_done(self, match_id: int, within: float) -> None:
        """Wait up to `within` seconds for a match's running search to end."""
        if search := self._running.get(match_id):
            await asyncio.wait({search.task}, timeout=within)

    async def _begin(self, match_id: int) -> _Search | None:
        """Return the running search in a match, which looks for further work, or start one that is due."""
        async with self._beginning:
            search = self._running.get(match_id)
            if search is not None:
                search.again = True
            elif await self._claim(match_id):
                search = self._running[match_id] = _Search(match_id)
                search.task = asyncio.create_task(self._act_in(search))
            return search

    async def _act_in(self, search: _Search) -> None:
        """Run a search. If the database is unavailable, its alarm restarts it after the lease expires."""
        try:
            await self._act_on(search)
        except Unavailable as error:
            log.warning(
                "The search for a move in match #%s waits for the database: %s", code_of(search.match_id), error
            )
        finally:
            del self._running[search.match_id]  # at once, so that no other task finds a finished search

    async def _act_on(self, search: _Search) -> None:
        """Make moves and replies until no more are due. If one fails, schedule a retry. Raises Unavailable."""
        match_id = search.match_id
        while True:
            try:
                await self._act_once(search)
                self._failures.pop(match_id, None)
            except (Stale, Over, NotYourTurn):  # somebody has taken back a move or resigned meanwhile
                search.again = True
            except Unavailable:
                raise
            except Exception as error:
                failures = self._failures[match_id] = self._failures.get(match_id, 0) + 1
                # A single failure may be a killed helper process; repeated failures are a bug.
                log.log(
                    logging.WARNING if failures == 1 else logging.ERROR,
                    "The search for a move in match #%s failed (%s) and will be retried",
                    code_of(match_id),
                    error,
                    exc_info=failures > 1 and not isinstance(error, Interrupted),
                )
                await self._defer(match_id, min(FIRST_PAUSE**failures, LONGEST_PAUSE))
                return
            if not await self._more(search):
                return

    async def _more(self, search: _Search) -> bool:
        """Claim any work that became due in a match during the search, and return whether there was any."""
        while True:
            again, search.again = search.again, False
            if await self._claim(search.match_id, again=again):
                return True
            if not search.again:  # nothing became due while the claim was being stored
                return False

    async def _act_once(self, search: _Search) -> None:
        """Respond to the opponent's offer, even if it arrives during the search, or make a move."""
        snapshot = await self._core.snapshot(search.match_id)
        match, position = snapshot.match, snapshot.position
        if match.answering is not None:
            await self._answer_offer(snapshot, match.answering)
            return
        mover = match.players[match.turn]
        if match.over or mover.level is None:
            return
        if match.watched and match.ply >= LONG and await self._agree_draw(snapshot):
            return
        text = await self.thinker.choose(
            position, mover.level, seed=match.id, requester=_requester_of(match), subject=match.id, show=match.watched
        )
        current = await self._core.snapshot(match.id)
        if current.match.answering is not None and await self._answer_offer(current, current.match.answering):
            return
        async with search.storing:
            moved = await self._play.move(match.id, mover.id, text, rev=match.rev, awaited=search.awaited > 0)
            before = snapshot.before
            if moved.answered is None and before is not None and before.turn != position.turn:
                moved = replace(moved, answered=before.format(snapshot.move), first=before)
            search.replied = moved

    async def _agree_draw(self, snapshot: Snapshot) -> bool:
        """Make two computer players agree to a draw if neither is almost sure to win. Returns whether they did."""
        match = snapshot.match
        if not snapshot.position.info.draws or max((await self._glance(snapshot)).chances) >= SURE:
            return False
        for player in match.players:  # the second offer accepts the first one
            match = (await self._agreements.offer_draw(match.id, player.id, rev=match.rev)).match
        return True

    async def _glance(self, snapshot: Snapshot) -> Judgement:
        """Have the strongest computer player briefly evaluate the position."""
        match = snapshot.match
        (judgement,) = await self.thinker.judge(
            [snapshot.position], seconds=GLANCE, requester=_requester_of(match), subject=match.id
        )
        return judgement

    async def _answer_offer(self, snapshot: Snapshot, seat: Seat) -> bool:
        """Accept or decline a draw offer, depending on how the computer player evaluates the position.

        Returns whether the offer was accepted. Accepts if this seat stands worse or cannot win. In a long match,
        declines only if it is almost sure to win.
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
        """Claim the search due in a match or, with `again`, renew its lease. Returns False if none is due."""
        at = await change.tx.alarms.at("thought", match_id)
        if at is None or (at > change.now and not again):
            return False
        match = await self._core.match(change.tx, match_id)
        needed = match.thinking or match.answering is not None
        if needed and match.watched and await _unseen(change, match):
            await change.arm("thought", match_id, change.now + PACE)
            return False
        await change.arm("thought", match_id, change.now + SEARCH_LEASE if needed else None)
        return needed

    @transaction
    async def _defer(self, change: Change, match_id: int, seconds: int) -> None:
        if await change.tx.alarms.at("thought", match_id) is not None:
            await change.arm("thought", match_id, change.now + seconds)


async def _unseen(change: Change, match: Match) -> bool:
    """Return whether a place still lacks a match's newest board. The next move waits for it."""
    return any(place.shown_rev < match.board_rev for place in await change.tx.places.of(match.id))


def _requester_of(match: Match) -> Hashable:
    """Return the ID of the person for whom a search runs, or a key for a match between computer players."""
    return ("show", match.id) if match.against_computer is None else match.players[match.against_computer].id
