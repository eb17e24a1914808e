"""Hints and reviews from the strongest computer player.

They are never available for a match between people that is still running.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeVar

from games import Position
from language import mark
from matches.computers import Interrupted, Judgement
from matches.errors import Refusal
from matches.model import Match, Snapshot
from matches.openings import opening
from matches.reviews import Review, Slip, find_candidates, make_review
from matches.studies import Moment
from service.computer_turns import ComputerTurns
from service.core import Core, Part, reading
from service.quotas import Quotas
from storage.store import Tables

T = TypeVar("T")
AdviceKind = Literal["hint", "study hint", "review", "study review"]
"""The kinds of advice: a hint for a move in a match or a study, or a review of a finished match or a study."""
NO_HINT = mark("You are playing this position in match #{code}, so there is no hint for it.")
"""The refusal to give a hint for a position that the person is currently playing against somebody."""
HINT = 1.0
"""The computation time for a hint, in seconds."""
EACH = 0.3
"""The longest computation time for each position of a review, in seconds."""
ALL = 20.0
"""The longest computation time for all positions of a review together, in seconds."""
BATCH = 8
"""The number of positions evaluated in one call. Other calls run between batches."""
KEPT = 64
"""The number of finished reviews kept in the cache. Running ones are always kept."""


async def check_not_playing(core: Core, position: Position[Any], person_id: int, message: str) -> None:
    """Raise Refusal if it is the person's turn in this same position in a running match against another person.

    `message` is the text of the Refusal. It may contain `{code}`, the code of the match.
    """
    async with core.store.read() as view:
        running = await view.matches.running_in(person_id, position.info.key, position.turn)
    shown = position.diagram()
    for match in running:
        if not match.practice and await _board(core, match) == shown:
            raise Refusal(message, code=match.code)


async def _board(core: Core, match: Match) -> str | None:
    """Return the diagram of a match's current board, or None if its moves cannot be replayed."""
    try:
        snapshot = core.replays.cached_snapshot(match) or await core.snapshot(match.id)
    except Refusal:
        return None
    return snapshot.position.diagram()


class Advice(Part):
    """Gives hints and reviews, none of which are stored in the database."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._computer_turns = core.part(ComputerTurns)
        self._quotas = core.part(Quotas)
        self._reviews: OrderedDict[Hashable, asyncio.Task[Review]] = OrderedDict()
        """Reviews by match ID or, for a line of a study, by the study's ID and the moves."""
        self._comparisons: dict[Hashable, asyncio.Task[list[Judgement]]] = {}
        """Running comparisons by match ID, ply and move."""
        self._hints: set[asyncio.Task[list[Judgement]]] = set()
        """Hints that are queued or being computed."""
        self._stopped = False

    async def to_help(self, match_id: int, person_id: int, *, rev: int | None = None) -> Snapshot:
        """Return the board of a match against the computer for a player who wants help with the current move.

        Raises NotAPlayer, Over, Stale and NotYourTurn as `play.move` does. Raises Refusal in a match between people,
        and if this player is currently playing the same board against somebody.
        """
        snapshot = await self._core.snapshot_of(lambda view: self._core.moving(view, match_id, person_id, rev))
        if not snapshot.match.practice:
            raise Refusal("There are hints only in matches against the computer.")
        await check_not_playing(self._core, snapshot.position, person_id, NO_HINT)
        return snapshot

    async def hint(self, match_id: int, person_id: int, *, rev: int | None = None) -> tuple[Snapshot, Judgement]:
        """Return the board and the player's best move on it.

        The search takes a second or more. Raises what `to_help` raises, including Stale if the board has changed
        meanwhile, Refusal beyond the limit of hints, and Interrupted if the computation is cancelled.
        """
        snapshot = await self.to_help(match_id, person_id, rev=rev)
        judgement = await self._hint(snapshot.position, person_id, ("hint", match_id))
        await self.to_help(match_id, person_id, rev=snapshot.match.rev)
        return snapshot, judgement

    async def best(self, position: Position[Any], person_id: int, study_id: int) -> Judgement:
        """Return the best move in a position of a study.

        The search takes a second or more. Raises Refusal beyond the limit of hints, and if this person is currently
        playing the same board against somebody. Raises Interrupted if the computation is cancelled.
        """
        await check_not_playing(self._core, position, person_id, NO_HINT)
        return await self._hint(position, person_id, ("study hint", study_id))

    async def _hint(self, position: Position[Any], person_id: int, subject: Hashable) -> Judgement:
        """Compute a hint and count it towards the person's hourly limit. Cancelling the wait cancels the hint."""
        self._check_running()
        self._quotas.count("hint", person_id)
        call = self._computer_turns.thinker.judge([position], seconds=HINT, requester=person_id, subject=subject)
        task = start_task(call)
        self._hints.add(task)
        try:
            (judgement,) = await await_task(task)
        finally:
            task.cancel()
            self._hints.discard(task)
        return judgement

    @reading
    async def to_review(self, view: Tables, match_id: int) -> Match:
        """Return a finished match for review, or raise Refusal if the match is still running."""
        match = await self._core.match(view, match_id)
        if not match.over:
            raise Refusal("Match #{code} can be reviewed when it is over.", code=match.code)
        return match

    def calls_ahead(self, kind: AdviceKind, subject: int) -> int:
        """Return the number of computations queued ahead of this hint or review.

        Returns 0 once this computation has started.
        """
        return self._computer_turns.calls_ahead((kind, subject))

    async def review(self, match_id: int, person_id: int) -> tuple[Match, Review]:
        """Return a finished match and its review.

        The first review of a match takes many seconds. Raises Refusal while the match is running, and Interrupted if
        the computation is cancelled.
        """
        await self.to_review(match_id)

        async def made() -> Review:
            async with self._core.store.read() as view:
                plies = await view.plies.of(match_id)
            start = (await self._core.snapshot_at(match_id, 0)).position
            return await self._review(start, [ply.text for ply in plies], ("review", match_id), person_id)

        judged = await self._cached_review(match_id, made)
        return await self.to_review(match_id), judged  # reads the match again, because a player may have been forgotten

    def review_at_hand(self, match_id: int) -> Review | None:
        """Return a match's review if this process has computed it lately, or else None."""
        task = self._reviews.get(match_id)
        return task.result() if task and task.done() and not (task.cancelled() or task.exception()) else None

    async def review_line(self, moment: Moment, person_id: int) -> Review:
        """Return the review of a line in a study.

        The first review of a line takes many seconds. Raises Interrupted if the computation is cancelled, and Refusal
        if this person is currently playing against somebody on a board that precedes one of the mistakes.
        """
        record = moment.study.record_of(moment.line)
        texts = [move.text for move in record.moves]
        start = opening(type(moment.snapshot.position), record.options, record.start)
        subject = ("study review", moment.study.id)
        judged = await self._cached_review((*subject, *texts), lambda: self._review(start, texts, subject, person_id))
        for slip in judged.slips:
            if slip.position.ply:  # everybody knows the opening position
                await check_not_playing(self._core, slip.position, person_id, NO_HINT)
        return judged

    async def _cached_review(self, key: Hashable, review: Callable[[], Coroutine[Any, Any, Review]]) -> Review:
        """Return the review that is cached under `key`, or call `review` and cache its result."""
        self._check_running()
        task = self._reviews.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._reviews[key] = start_task(review())
        self._reviews.move_to_end(key)
        done = [known for known, made in self._reviews.items() if made.done()]
        for known in done[: max(len(self._reviews) - KEPT, 0)]:
            del self._reviews[known]
        return await await_task(task)

    def stop(self) -> None:
        """Cancel all hints and reviews, and refuse new ones."""
        self._stopped = True
        for task in (*self._hints, *self._reviews.values(), *self._comparisons.values()):
            task.cancel()

    def _check_running(self) -> None:
        if self._stopped:
            raise Interrupted("the bot stops")

    async def _review(self, start: Position[Any], texts: Iterable[str], subject: Hashable, person_id: int) -> Review:
        """Review a sequence of legal moves from the position `start`."""
        boards, played = [start], []
        for number, text in enumerate(texts):
            move = boards[-1].parse(text)
            played.append(boards[-1].format(move))
            boards.append(boards[-1].play(move))
            if number % BATCH == 0:
                await asyncio.sleep(0)
        seconds = min(EACH, ALL / len(boards))
        judgements = await self._evaluate(boards, seconds, subject, person_id)
        slips = find_candidates(boards, played, judgements)
        better = [slip.position.play(slip.position.parse(slip.better)) for slip in slips]
        confirmed = [
            replace(
                slip,
                before=judged.chances[slip.seat],
                won=judged.certain and judged.chances[slip.seat] == 1,
                line=judged.line,
            )
            for slip, judged in zip(slips, await self._evaluate(better, seconds, subject, person_id), strict=True)
        ]
        return make_review([board.turn for board in boards[:-1]], judgements, confirmed)

    async def compare(self, slip: Slip, text: str, person_id: int, match_id: int) -> tuple[Judgement, Judgement]:
        """Evaluate two positions: after the better move that a player missed, and after the move `text`.

        `slip` is the mistake, and names the better move. Returns the two evaluations in this order. Simultaneous calls
        with the same move share one evaluation. Raises Interrupted if it is cancelled.
        """
        key = match_id, slip.ply, text
        if key not in self._comparisons:
            after = [slip.position.play(slip.position.parse(move)) for move in (slip.better, text)]
            task = self._comparisons[key] = start_task(self.judge(after, person_id, match_id))
            task.add_done_callback(lambda _: self._comparisons.pop(key))
        better, tried = await await_task(self._comparisons[key])
        return better, tried

    async def judge(self, positions: Sequence[Position[Any]], person_id: int, match_id: int) -> list[Judgement]:
        """Evaluate positions that could have occurred in a match.

        The evaluation takes no longer than the review of a match may take. Raises Interrupted if the computation is
        cancelled.
        """
        self._check_running()
        return await self._evaluate(positions, min(EACH, ALL / max(len(positions), 1)), ("review", match_id), person_id)

    async def _evaluate(
        self, positions: Sequence[Position[Any]], seconds: float, subject: Hashable, person_id: int
    ) -> list[Judgement]:
        """Have the strongest computer player evaluate these positions, a batch at a time."""
        judgements: list[Judgement] = []
        for start in range(0, len(positions), BATCH):
            judgements += await self._computer_turns.thinker.judge(
                positions[start : start + BATCH], seconds=seconds, requester=person_id, subject=subject
            )
        return judgements


def start_task(work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """Start a task.

    If it fails when nobody is waiting for it, asyncio does not log the error.
    """
    task = asyncio.create_task(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return task


async def await_task(task: asyncio.Task[T]) -> T:
    """Wait for a task and return its result, without cancelling the task if the wait is cancelled.

    Raises Interrupted if the task itself was cancelled, because the waiting caller must still respond.
    """
    await asyncio.wait({task})
    if task.cancelled():
        raise Interrupted("the bot stops")
    return task.result()
