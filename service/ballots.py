"""Evaluates the votes of a finished match to find out which moves were best and who voted for them."""

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress

from games import RuleError
from matches.alarms import Alarm
from matches.ballots import BallotReview, BestMove, Better, VoterRecord, best_of
from matches.computers import Interrupted
from matches.crowds import Share
from matches.errors import Refusal
from matches.model import Match, Person
from matches.timecontrol import HOUR
from service.advice import Advice, await_task, start_task
from service.change import Change, Happening, after
from service.core import Core, Part, alarm, reading, reads, transaction
from service.crowds import own_side
from storage.ballots import CountedVote
from storage.store import Tables

log = logging.getLogger(__name__)

MOST_JUDGED = 8
"""How many moves of one vote are evaluated besides the computer's choice. Those with the most votes come first."""
NOBODY = 0
"""The requester of evaluations that no person is waiting for, and the reader of public results."""


@after("end", order=150)
async def judge_votes(change: Change, happening: Happening) -> None:
    """Schedule the evaluation of a finished match's votes.

    The voters' profiles show the results.
    """
    if happening.match.by_vote and happening.match.ply:
        await change.arm("ballots", happening.match.id, change.now)


@alarm("ballots", "match", until=())
async def begin_judging(core: Core, change: Change, due: Alarm) -> None:
    """Start evaluating the votes of a match.

    A retry is scheduled an hour later, in case this process is killed.
    """
    if core.thinker is not None and not await change.tx.ballots.is_judged(due.subject):
        await change.arm("ballots", due.subject, change.now + HOUR)
        core.part(Ballots).begin(due.subject)


class Ballots(Part):
    """Evaluates the votes of finished matches.

    Only the best moves are stored. Everything else is derived from the best moves and the votes.
    """

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._advice = core.part(Advice)
        self._judging: dict[int, asyncio.Task[None]] = {}
        """The tasks that evaluate votes, by match ID."""

    def begin(self, match_id: int) -> None:
        """Start evaluating a finished match's votes, unless an evaluation is already running."""
        self._begin(match_id, NOBODY).add_done_callback(_log_failure)

    def _begin(self, match_id: int, person_id: int) -> asyncio.Task[None]:
        task = self._judging.get(match_id)
        if task is None:
            task = self._judging[match_id] = start_task(self._judge(match_id, person_id))
            task.add_done_callback(lambda _: self._judging.pop(match_id, None))
        return task

    sides = reads(lambda view: view.crowds.of)

    @reading
    async def voter(self, view: Tables, match: Match, person_id: int) -> Person | None:
        """Return this person if they are a voter in this match, or None otherwise.

        Also returns None for people who joined a team after the vote began, because they may be new to the server.
        """
        voter = await view.crowds.voter(match.id, person_id)
        if voter is None or (match.in_teams and voter.joined_at > max(match.created_at, match.moved_at)):
            return None
        return await view.people.of(person_id)

    def stop(self) -> None:
        """Cancel all evaluations; they will be restarted when the bot next starts."""
        for task in self._judging.values():
            task.cancel()

    async def review(
        self, match_id: int, person_id: int, guild_id: int | None = None, *, public: bool = False
    ) -> BallotReview:
        """Return the results of a finished match's votes.

        The first call for a match takes many seconds. For a match between servers, the results name only the voters of
        one server: of `guild_id` or, if that is None, of the person's own. `public` results are for everybody. Raises
        Refusal while the match is running and if nobody has voted in it, and Interrupted if the computation is
        cancelled.
        """
        await self._advice.to_review(match_id)
        if not await self._is_judged(match_id):
            await await_task(self._begin(match_id, person_id))
        return await self._make_review(match_id, NOBODY if public else person_id, guild_id)

    _is_judged = reads(lambda view: view.ballots.is_judged)

    @reading
    async def _make_review(self, view: Tables, match_id: int, person_id: int, guild_id: int | None) -> BallotReview:
        match = await self._core.match(view, match_id)
        votes, best = await view.ballots.list_counted(match_id), await view.ballots.best(match_id)
        if not votes:
            raise Refusal("Nobody has voted in match #{code}.", code=match.code)
        plies = await view.plies.of(match_id)
        played = {ply.ply: ply.text for ply in plies}
        rounds = {vote.ply for vote in votes}
        good = sum((ply, played[ply]) in best for ply in rounds)
        named: Sequence[CountedVote] = votes
        if match.between_servers:
            side = await own_side(view, match, person_id, guild_id)
            own = {ply.ply for ply in plies if ply.seat == side}
            named = [vote for vote in votes if vote.ply in own]
        return BallotReview(match, len(rounds), good, _better(votes, played, best), _voters(named, played, best))

    async def _judge(self, match_id: int, person_id: int) -> None:
        """Evaluate a match's votes and store the best moves. Raises Refusal or RuleError if it is damaged."""
        try:
            best = await self._best(match_id, person_id)
        except (Refusal, RuleError):  # another try would not help
            await self._store(match_id, ())
            raise
        await self._store(match_id, best)

    @transaction
    async def _store(self, change: Change, match_id: int, best: Collection[BestMove]) -> None:
        if await change.tx.matches.of(match_id) is not None:  # retention may have deleted it meanwhile
            change.tx.ballots.save(best)
        await change.arm("ballots", match_id, None)

    async def _best(self, match_id: int, person_id: int) -> list[BestMove]:
        """Return each vote's best moves among those with the most votes and the computer's own choice."""
        async with self._core.store.read() as view:
            votes = await view.ballots.list_counted(match_id)
        if not votes:
            return []
        _, review = await self._advice.review(match_id, person_id)
        _, boards, _ = await self._core.boards(match_id)
        after, positions = list[tuple[int, str]](), []
        for ply, counts in _by_ply(votes).items():
            before = boards[ply - 1]
            moves = [move for move, _ in counts.most_common(MOST_JUDGED)]
            for move in dict.fromkeys([*filter(None, [review.choices[ply - 1]]), *moves]):
                with suppress(RuleError):  # a move that these rules no longer allow
                    positions.append(before.play(before.parse(move)))
                    after.append((ply, move))
        chances = defaultdict[int, dict[str, float]](dict)
        for (ply, move), judgement in zip(after, await self._advice.judge(positions, person_id, match_id), strict=True):
            chances[ply][move] = judgement.chances[boards[ply - 1].turn]
        return [BestMove(match_id, ply, move) for ply, of_moves in chances.items() for move in best_of(of_moves)]


def _log_failure(task: asyncio.Task[None]) -> None:
    """Log why a match's votes could not be evaluated."""
    if not task.cancelled() and (error := task.exception()) is not None:
        known = isinstance(error, (Interrupted, Refusal, RuleError))
        log.warning("The votes of a match were not judged: %s", error, exc_info=None if known else error)


def _by_ply(votes: Iterable[CountedVote]) -> Mapping[int, Counter[str]]:
    counts = defaultdict[int, Counter[str]](Counter)
    for vote in votes:
        counts[vote.ply][vote.move] += 1
    return counts


def _better(votes: Iterable[CountedVote], played: Mapping[int, str], best: Collection[tuple[int, str]]) -> list[Better]:
    """Return the votes in which somebody voted for a best move but another move won."""
    found = []
    for ply, counts in _by_ply(votes).items():
        good = [Share(move, count) for move, count in counts.most_common() if (ply, move) in best]
        if good and (ply, played[ply]) not in best:
            found.append(Better(ply, Share(played[ply], counts[played[ply]]), good[0]))
    return found


def _voters(
    votes: Iterable[CountedVote], played: Mapping[int, str], best: Collection[tuple[int, str]]
) -> Sequence[VoterRecord]:
    own = defaultdict[int, list[CountedVote]](list)
    for vote in votes:
        if vote.person_id is not None:
            own[vote.person_id].append(vote)
    records = [
        VoterRecord(
            person_id,
            cast[0].name,
            len(cast),
            sum((vote.ply, vote.move) in best for vote in cast),
            sum(vote.move == played[vote.ply] for vote in cast),
        )
        for person_id, cast in own.items()
    ]
    return sorted(records, key=lambda record: (-record.best, -record.played, record.person_id))
