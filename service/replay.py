"""Replays positions from the move list, with a cache of the newest ones."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any, TypeVar

from games import Position, RuleError
from language import Sentence, mark
from matches.errors import DamagedMatch, Refusal
from matches.model import Match, Ply, Snapshot
from matches.openings import opening
from storage.rows import note

Step = TypeVar("Step")

KEPT = 512
"""The number of matches in the cache."""
SLICE = 0.002
"""Seconds for which a replay may block the event loop before other tasks run."""


class Replays:
    """Replays matches. The newest snapshot of each is cached; it does not change while the board revision stays."""

    def __init__(self, games: Mapping[str, type[Position[Any]]]) -> None:
        self._games = games
        self._snapshots: OrderedDict[int, Snapshot] = OrderedDict()
        """The snapshots by the ID of their match, the least recently used first."""
        self._lock = asyncio.Lock()

    def known(self, match: Match) -> Snapshot | None:
        """The match with its board from the cache; None if it is not there."""
        snapshot = self._snapshots.get(match.id)
        if snapshot is None or snapshot.match.board_rev != match.board_rev:
            return None
        self._snapshots.move_to_end(match.id)
        return replace(snapshot, match=match)

    def seen(self, match_id: int) -> Match | None:
        """A cached match, which may be stale except for its game and players; None if no board of it is cached."""
        snapshot = self._snapshots.get(match_id)
        return snapshot.match if snapshot else None

    def keep(self, snapshot: Snapshot) -> None:
        """Cache a snapshot that has been committed."""
        self._snapshots[snapshot.match.id] = snapshot
        self._snapshots.move_to_end(snapshot.match.id)
        if len(self._snapshots) > KEPT:
            self._snapshots.popitem(last=False)

    def drop(self, match_id: int) -> None:
        self._snapshots.pop(match_id, None)

    def clear(self) -> None:
        """Empty the cache, which may contain the name of a forgotten person."""
        self._snapshots.clear()

    async def replayed(self, match: Match, plies: Sequence[Ply]) -> Snapshot:
        """The match after these moves, which are all or the first moves of its list.

        A long match is replayed in slices so that other tasks are not delayed; the slices of several replays alternate.
        Raises Damaged if the first position is invalid, and Refusal if a move cannot be replayed.
        """
        game = self._games.get(match.game)
        if game is None or game.info.rules_version != match.rules_version:
            message = mark("Match #{code} uses rules of {game} that this bot does not know.")
            raise Refusal(message, code=match.code, game=match.game if game is None else Sentence(game.info.name))
        try:
            begun = opening(game, match.options, match.start)
        except Refusal as error:
            note("The start of a match", f"id {match.id}", error)
            raise DamagedMatch(match.code) from error
        return await self.in_slices(_boards(Snapshot(match, begun, None, None), plies))

    async def in_slices(self, steps: Iterator[Step]) -> Step:
        """Run these short steps (at least one) and return the last result. Other tasks can run every SLICE seconds."""
        last = next(steps)
        done = False
        while not done:
            async with self._lock:
                begun = perf_counter()
                for last in steps:  # noqa: B007 (the last one is returned)
                    if perf_counter() - begun > SLICE:
                        break
                else:
                    done = True
                await asyncio.sleep(0)  # under the lock, so that other tasks run before the next slice of any replay
        return last


def _boards(snapshot: Snapshot, plies: Iterable[Ply]) -> Iterator[Snapshot]:
    """The board before these moves, and after each of them."""
    yield snapshot
    for ply in plies:
        snapshot = _after(snapshot, ply)
        yield snapshot


def _after(snapshot: Snapshot, ply: Ply) -> Snapshot:
    """The board after the next move of the list."""
    match, before = snapshot.match, snapshot.position
    try:
        move = before.parse(ply.text)
    except RuleError as error:
        message = mark("Match #{code} cannot be replayed: move {ply}, {move}. {reason}")
        raise Refusal(message, code=match.code, ply=ply.ply, move=ply.text, reason=error.sentence) from error
    return Snapshot(match, before.play(move), before, move)
