"""Computes positions by replaying moves, and caches each match's newest position."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from time import thread_time
from typing import Any, TypeVar

from games import Position, RuleError
from language import Sentence, mark
from matches.errors import DamagedMatch, Refusal
from matches.model import Match, Ply, Snapshot
from matches.openings import opening
from service.lines import Board, Lines
from service.turns import pass_on
from storage.rows import note

Step = TypeVar("Step")

KEPT = 512
"""The number of matches in the cache."""
SLICE = 0.002
"""How long a replay may block the event loop before other tasks run, in seconds of processor time."""


class Replays:
    """Replays the moves of matches.

    The newest snapshot of each match is cached until the match's board changes.
    """

    def __init__(self, games: Mapping[str, type[Position[Any]]]) -> None:
        self._games = games
        self._snapshots: OrderedDict[int, Snapshot] = OrderedDict()
        """The snapshots by match ID, least recently used first."""
        self.lines = Lines()
        self._lock = asyncio.Lock()

    def cached_snapshot(self, match: Match) -> Snapshot | None:
        """Return a match with its newest board from the cache, or None if the board is not cached."""
        snapshot = self._snapshots.get(match.id)
        if snapshot is None or snapshot.match.board_rev != match.board_rev:
            return None
        self._snapshots.move_to_end(match.id)
        return replace(snapshot, match=match)

    def cached_match(self, match_id: int) -> Match | None:
        """Return a match from the cache, or None if it is not cached.

        Its game and players are current, but everything else may be out of date.
        """
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
        """Empty the cache, which may contain the name of a person whose data is being deleted."""
        self._snapshots.clear()

    async def replay(self, match: Match, plies: Sequence[Ply]) -> Snapshot:
        """Return a match as it stood after these moves, which may be all of its moves or only the first few.

        A long match is replayed in slices so that other tasks are not delayed; the slices of several replays alternate.
        What was replayed before is not replayed again. Raises Damaged if the first position is invalid, and Refusal if
        a move cannot be replayed.
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
        start = (match.game, tuple(sorted(match.options.items())), match.start)
        texts = [ply.text for ply in plies]

        def after(board: Board, number: int) -> Board:
            return board.after(_move(match, board.position, plies[number]))

        return Snapshot(match, *await self.in_slices(self.lines.along(start, Board(begun), texts, after)))

    async def in_slices(self, steps: Iterator[Step]) -> Step:
        """Run a series of short steps, and return the last step's result.

        Other tasks can run every SLICE seconds.
        """
        last = next(steps)
        done = False
        while not done:
            async with self._lock:
                begun = thread_time()
                for last in steps:  # noqa: B007 (the last one is returned)
                    if thread_time() - begun > SLICE:
                        break
                else:
                    done = True
                await asyncio.sleep(0)  # under the lock, so that other tasks run before the next slice of any replay
            if not done:
                await pass_on()
        return last


def _move(match: Match, position: Position[Any], ply: Ply) -> Any:  # noqa: ANN401 (a move of any game)
    """Parse a match's next move from its stored text. Raises Refusal if the rules do not allow it."""
    try:
        return position.parse(ply.text)
    except RuleError as error:
        message = mark("Match #{code} cannot be replayed: move {ply}, {move}. {reason}")
        raise Refusal(message, code=match.code, ply=ply.ply, move=ply.text, reason=error.sentence) from error
