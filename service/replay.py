"""Positions, replayed from the move list, the newest kept at hand."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

from games import RuleError
from language import Sentence, mark
from matches.errors import DamagedMatch, Refusal
from matches.model import Match, Snapshot
from matches.openings import opening
from storage.rows import note

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from games import Position
    from matches.model import Ply

Step = TypeVar("Step")

KEPT = 512
"""How many snapshots are kept at hand."""
SLICE = 0.002
"""Seconds for which a replay holds the event loop before other tasks run."""


class Replays:
    """Replays matches; a snapshot is remembered by its match and board revision, under which it never changes."""

    def __init__(self, games: Mapping[str, type[Position[Any]]], kept: int = KEPT) -> None:
        self._games = games
        self._kept = kept
        self._snapshots: OrderedDict[tuple[int, int], Snapshot] = OrderedDict()
        self._matches: dict[int, tuple[int, Match]] = {}
        """The matches of these snapshots by id, each with the revision of the board that was kept last."""
        self._lock = asyncio.Lock()

    def known(self, match: Match) -> Snapshot | None:
        """The match with its board, if that is at hand."""
        key = (match.id, match.board_rev)
        found = self._snapshots.get(key)
        if found is None:
            return None
        self._snapshots.move_to_end(key)
        return replace(found, match=match)

    def seen(self, match_id: int) -> Match | None:
        """A match of which a board is at hand, as it once was: only its game and its players are sure."""
        _, found = self._matches.get(match_id, (0, None))
        return found

    def keep(self, snapshot: Snapshot) -> None:
        """Remember a snapshot that is committed in the store."""
        match = snapshot.match
        self._snapshots[match.id, match.board_rev] = snapshot
        self._matches[match.id] = match.board_rev, match
        while len(self._snapshots) > self._kept:
            (match_id, rev), _ = self._snapshots.popitem(last=False)
            if self._matches.get(match_id, (rev, None))[0] == rev:
                self._matches.pop(match_id, None)

    def drop(self, match_id: int) -> None:
        """Remember nothing of this match: it is to be replayed anew."""
        self._matches.pop(match_id, None)
        for key in [key for key in self._snapshots if key[0] == match_id]:
            del self._snapshots[key]

    def clear(self) -> None:
        """Remember nothing any more: names in it may be forgotten."""
        self._snapshots.clear()
        self._matches.clear()

    async def replayed(self, match: Match, plies: Sequence[Ply]) -> Snapshot:
        """The match after these moves, which are those of its list or the first of them.

        A long match is replayed in slices, so that it holds nobody up. Slices of several replays alternate.
        Raises Damaged where the first position cannot be read, and Refusal if a move cannot be replayed.
        """
        game = self._games.get(match.game)
        if game is None or game.info.rules_version != match.rules_version:
            message = mark("Match #{code} began under rules of {game} that this bot does not know.")
            raise Refusal(message, code=match.code, game=match.game if game is None else Sentence(game.info.name))
        try:
            begun = opening(game, match.options, match.start)
        except Refusal as error:
            note("The start of a match", f"id {match.id}", error)
            raise DamagedMatch(match.code) from error
        return await self.in_slices(_boards(Snapshot(match, begun, None, None), plies))

    async def in_slices(self, steps: Iterator[Step]) -> Step:
        """The last of these steps, each of which takes little time; there is at least one.

        After each slice of SLICE seconds other tasks run, so that nobody else has to wait for a long replay.
        """
        last = next(steps)
        done = False
        while not done:
            async with self._lock:
                begun = perf_counter()
                for last in steps:  # noqa: B007 (it is what is returned)
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
    """The board after one more move of the list."""
    match, before = snapshot.match, snapshot.position
    try:
        move = before.parse(ply.text)
    except RuleError as error:
        message = mark("Match #{code} cannot be replayed: move {ply}, {move}. {reason}")
        raise Refusal(message, code=match.code, ply=ply.ply, move=ply.text, reason=error.sentence) from error
    return Snapshot(match, before.play(move), before, move)
