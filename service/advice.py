"""What the strongest computer player would do: hints in a match against the computer, and reviews afterwards."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from language import mark
from matches.computers import Interrupted
from matches.errors import Refusal
from matches.reviews import reviewed, suspected
from service.core import Part, reading
from service.fairness import check_not_playing

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from games import Position
    from matches.computers import Judgement
    from matches.model import Match, Snapshot
    from matches.reviews import Review
    from service.core import Core
    from service.quotas import Quotas
    from service.thoughts import Thoughts
    from storage.store import Tables

Found = TypeVar("Found")
Kind = Literal["hint", "study hint", "review"]
"""What somebody is advised about: a move in a match, one in a study, or a match that is over."""
NO_HINT = mark("You are playing the same board in match #{code}: there is no hint for it.")
"""The refusal of a hint for a board that the same person plays against somebody at this time."""
HINT = 1.0
"""Seconds of thought for a hint."""
EACH = 0.3
"""The most seconds of thought for each position of a review."""
ALL = 20.0
"""The most seconds of thought for all positions of a review together."""
TOGETHER = 8
"""How many positions are judged in one call, so that other calls run in between."""
KEPT = 64
"""How many reviews are kept at hand; those that are still being made are kept in any case."""


class Advice(Part):
    """The part of the service that gives advice. It keeps nothing in the database."""

    def __init__(self, core: Core, thoughts: Thoughts, quotas: Quotas) -> None:
        super().__init__(core)
        self._thoughts = thoughts
        self._quotas = quotas
        self._reviews: OrderedDict[int, asyncio.Task[Review]] = OrderedDict()
        self._hints: set[asyncio.Task[list[Judgement]]] = set()
        """The thoughts about hints that wait or run."""
        self._stopped = False

    async def to_help(self, match_id: int, by: int, *, rev: int | None = None) -> Snapshot:
        """The board on which this player is to move against the computer, and may be helped.

        Raises NotAPlayer, Over, Stale and NotYourTurn as `play.move` does, and Refusal in a match between people, and
        where the board is that of a match that this player plays against somebody at this time.
        """

        async def find(view: Tables) -> Match:
            return await self._core.moving(view, match_id, by, rev)

        snapshot = await self._core.snapshot_of(find)
        if not snapshot.match.practice:
            raise Refusal("There are hints only in matches against the computer.")
        await check_not_playing(self._core, snapshot.position, by, NO_HINT)
        return snapshot

    async def hint(self, match_id: int, by: int, *, rev: int | None = None) -> tuple[Snapshot, Judgement]:
        """The board and the best move for this player. It takes a second or more.

        Raises as `to_help` does, also where the board has changed meanwhile, Refusal beyond the limit of hints, and
        Interrupted when it is given up.
        """
        snapshot = await self.to_help(match_id, by, rev=rev)
        found = await self._hint(snapshot.position, by, ("hint", match_id))
        await self.to_help(match_id, by, rev=snapshot.match.rev)
        return snapshot, found

    async def best(self, position: Position[Any], by: int, study_id: int) -> Judgement:
        """What the strongest player would do in a position of a study. It takes a second or more.

        Raises Refusal for the board of a match that this person plays against somebody at this time, and beyond the
        limit of hints; and Interrupted when it is given up.
        """
        await check_not_playing(self._core, position, by, NO_HINT)
        return await self._hint(position, by, ("study hint", study_id))

    async def _hint(self, position: Position[Any], by: int, subject: Hashable) -> Judgement:
        """Count a hint, and think about it. Cancelling the wait cancels the thought."""
        self._check_running()
        self._quotas.hint(by)
        call = self._thoughts.thinker.judge([position], seconds=HINT, requester=by, subject=subject)
        task = asyncio.create_task(call)
        self._hints.add(task)
        try:
            (found,) = await _unless_given_up(task)
        finally:
            task.cancel()
            self._hints.discard(task)
        return found

    @reading
    async def to_review(self, view: Tables, match_id: int) -> Match:
        """The match, if it is over and can be reviewed. Raises Refusal."""
        match = await self._core.match(view, match_id)
        if not match.over:
            raise Refusal("Match #{code} can be reviewed when it is over.", code=match.code)
        return match

    def ahead(self, kind: Kind, subject: int) -> int:
        """How many thoughts of others come before this advice about a match or a study; 0 when it has begun."""
        return self._thoughts.ahead((kind, subject))

    def at_hand(self, match_id: int) -> bool:
        """Whether the review of a match takes no time."""
        task = self._reviews.get(match_id)
        return task is not None and task.done() and not task.cancelled() and task.exception() is None

    async def review(self, match_id: int, by: int) -> tuple[Match, Review]:
        """A match that is over, and how its chances went: many seconds, once for each match.

        Raises Refusal, and Interrupted when it is given up.
        """
        await self.to_review(match_id)
        self._check_running()
        task = self._reviews.get(match_id)
        if task is None or (task.done() and not self.at_hand(match_id)):
            task = self._reviews[match_id] = asyncio.create_task(self._review(match_id, by))
        self._reviews.move_to_end(match_id)
        done = [one for one, running in self._reviews.items() if running.done()]
        for one in done[: max(len(self._reviews) - KEPT, 0)]:  # somebody waits for each of the others
            del self._reviews[one]
        review = await _unless_given_up(task)
        return await self.to_review(match_id), review  # the match as it is by now: somebody may have been forgotten

    def stop(self) -> None:
        """Give up all hints and reviews, those that are asked for from now on, too."""
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
            if ply.ply % TOGETHER == 0:
                await asyncio.sleep(0)
        seconds = min(EACH, ALL / len(positions))
        found = await self._judged(positions, seconds, match_id, by)
        slips = suspected(plies, found)
        better = [positions[slip.ply - 1] for slip in slips]
        better = [one.play(one.parse(slip.better)) for one, slip in zip(better, slips, strict=True)]
        judged = await self._judged(better, seconds, match_id, by)
        again = [replace(slip, before=one.chances[slip.seat]) for slip, one in zip(slips, judged, strict=True)]
        return reviewed(found, again)

    async def _judged(
        self, positions: Sequence[Position[Any]], seconds: float, match_id: int, by: int
    ) -> list[Judgement]:
        """What the strongest player thinks of each of these positions, TOGETHER of them in one call."""
        found: list[Judgement] = []
        for start in range(0, len(positions), TOGETHER):
            found += await self._thoughts.thinker.judge(
                positions[start : start + TOGETHER], seconds=seconds, requester=by, subject=("review", match_id)
            )
        return found


async def _unless_given_up(task: asyncio.Task[Found]) -> Found:
    """The result of a task, which goes on if the wait for it is cancelled.

    Raises Interrupted if the task itself was given up: whoever waits is still to be answered.
    """
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        if task.cancelled():
            raise Interrupted("the bot stops") from None
        raise
