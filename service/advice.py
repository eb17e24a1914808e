"""Advice by the strongest computer player: hints in matches against the computer, and reviews of finished matches."""

import asyncio
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeVar

from games import Position
from language import mark
from matches.computers import Interrupted, Judgement
from matches.errors import Refusal
from matches.model import Match, Snapshot
from matches.reviews import Review, reviewed, suspected
from service.core import Core, Part, reading
from service.fairness import check_not_playing
from service.quotas import Quotas
from service.thoughts import Thoughts
from storage.store import Tables

T = TypeVar("T")
AdviceKind = Literal["hint", "study hint", "review"]
"""A hint for a move in a match or in a study, or the review of a finished match."""
NO_HINT = mark("You are playing this position in match #{code}, so there is no hint for it.")
"""The refusal of a hint for a board that the person is playing against somebody right now."""
HINT = 1.0
"""Seconds of computation for a hint."""
EACH = 0.3
"""The most seconds of computation for each position of a review."""
ALL = 20.0
"""The most seconds of computation for all positions of a review."""
BATCH = 8
"""The number of positions judged in one call; other calls run in between."""
KEPT = 64
"""The number of finished reviews in the cache; running ones are always kept."""


class Advice(Part):
    """Hints and reviews. Nothing about them is stored in the database."""

    def __init__(self, core: Core, thoughts: Thoughts, quotas: Quotas) -> None:
        super().__init__(core)
        self._thoughts = thoughts
        self._quotas = quotas
        self._reviews: OrderedDict[int, asyncio.Task[Review]] = OrderedDict()
        self._hints: set[asyncio.Task[list[Judgement]]] = set()
        """The hints that are queued or running."""
        self._stopped = False

    async def to_help(self, match_id: int, by: int, *, rev: int | None = None) -> Snapshot:
        """The board on which this player may ask for help: against the computer, on the player's own turn.

        Raises NotAPlayer, Over, Stale and NotYourTurn as `play.move` does. Raises Refusal in a match between people,
        and if this player is playing the same board against somebody right now.
        """
        snapshot = await self._core.snapshot_of(lambda view: self._core.moving(view, match_id, by, rev))
        if not snapshot.match.practice:
            raise Refusal("There are hints only in matches against the computer.")
        await check_not_playing(self._core, snapshot.position, by, NO_HINT)
        return snapshot

    async def hint(self, match_id: int, by: int, *, rev: int | None = None) -> tuple[Snapshot, Judgement]:
        """The board and the best move for this player; takes a second or more.

        Raises what `to_help` raises, including Stale if the board has changed meanwhile, Refusal beyond the limit of
        hints, and Interrupted if the computation is cancelled.
        """
        snapshot = await self.to_help(match_id, by, rev=rev)
        judgement = await self._hint(snapshot.position, by, ("hint", match_id))
        await self.to_help(match_id, by, rev=snapshot.match.rev)
        return snapshot, judgement

    async def best(self, position: Position[Any], by: int, study_id: int) -> Judgement:
        """The best move in a position of a study; takes a second or more.

        Raises Refusal if this person is playing the same board against somebody right now, and beyond the limit of
        hints. Raises Interrupted if the computation is cancelled.
        """
        await check_not_playing(self._core, position, by, NO_HINT)
        return await self._hint(position, by, ("study hint", study_id))

    async def _hint(self, position: Position[Any], by: int, subject: Hashable) -> Judgement:
        """Count a hint and compute it. Cancelling the wait cancels the computation."""
        self._check_running()
        self._quotas.count("hint", by)
        call = self._thoughts.thinker.judge([position], seconds=HINT, requester=by, subject=subject)
        task = asyncio.create_task(call)
        self._hints.add(task)
        try:
            (judgement,) = await _unless_cancelled(task)
        finally:
            task.cancel()
            self._hints.discard(task)
        return judgement

    @reading
    async def to_review(self, view: Tables, match_id: int) -> Match:
        """The finished match, which can be reviewed. Raises Refusal while it is running."""
        match = await self._core.match(view, match_id)
        if not match.over:
            raise Refusal("Match #{code} can be reviewed when it is over.", code=match.code)
        return match

    def ahead(self, kind: AdviceKind, subject: int) -> int:
        """The number of calls queued ahead of this one for advice about a match or study; 0 once it is running."""
        return self._thoughts.ahead((kind, subject))

    def at_hand(self, match_id: int) -> bool:
        """Whether the review of a match is in the cache."""
        task = self._reviews.get(match_id)
        return task is not None and task.done() and not task.cancelled() and task.exception() is None

    async def review(self, match_id: int, by: int) -> tuple[Match, Review]:
        """A finished match and its review. The first call for a match takes many seconds.

        Raises Refusal while the match is running, and Interrupted if the computation is cancelled.
        """
        await self.to_review(match_id)
        self._check_running()
        task = self._reviews.get(match_id)
        if task is None or (task.done() and not self.at_hand(match_id)):
            task = self._reviews[match_id] = asyncio.create_task(self._review(match_id, by))
        self._reviews.move_to_end(match_id)
        done = [reviewed_id for reviewed_id, review in self._reviews.items() if review.done()]
        for reviewed_id in done[: max(len(self._reviews) - KEPT, 0)]:
            del self._reviews[reviewed_id]
        judged = await _unless_cancelled(task)
        return await self.to_review(match_id), judged  # reads the match again, because a player may have been forgotten

    def stop(self) -> None:
        """Cancel all hints and reviews, and refuse new ones."""
        self._stopped = True
        for task in (*self._hints, *self._reviews.values()):
            task.cancel()

    def _check_running(self) -> None:
        if self._stopped:
            raise Interrupted("the bot stops")

    async def _review(self, match_id: int, by: int) -> Review:
        async with self._core.store.read() as view:
            plies = await view.plies.of(match_id)
        positions = [(await self._core.snapshot_at(match_id, 0)).position]
        for ply in plies:
            positions.append(positions[-1].play(positions[-1].parse(ply.text)))
            if ply.ply % BATCH == 0:
                await asyncio.sleep(0)
        seconds = min(EACH, ALL / len(positions))
        judgements = await self._judged(positions, seconds, match_id, by)
        slips = suspected(plies, judgements)
        before = [positions[slip.ply - 1] for slip in slips]
        better = [position.play(position.parse(slip.better)) for position, slip in zip(before, slips, strict=True)]
        after_better = await self._judged(better, seconds, match_id, by)
        confirmed = [
            replace(slip, before=judgement.chances[slip.seat])
            for slip, judgement in zip(slips, after_better, strict=True)
        ]
        return reviewed(judgements, confirmed)

    async def _judged(
        self, positions: Sequence[Position[Any]], seconds: float, match_id: int, by: int
    ) -> list[Judgement]:
        """The strongest player's judgement of each of these positions, computed in batches."""
        judgements: list[Judgement] = []
        for start in range(0, len(positions), BATCH):
            judgements += await self._thoughts.thinker.judge(
                positions[start : start + BATCH], seconds=seconds, requester=by, subject=("review", match_id)
            )
        return judgements


async def _unless_cancelled(task: asyncio.Task[T]) -> T:
    """The result of a task, which continues if the wait for it is cancelled.

    Raises Interrupted if the task itself was cancelled, because the waiting caller must still answer.
    """
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        if task.cancelled():
            raise Interrupted("the bot stops") from None
        raise
