"""Positions, replayed from the move list, the newest kept at hand."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from games import RuleError
from matches.errors import Refusal
from matches.records import Match, Snapshot

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games import Position
    from matches.records import Ply
    from storage.store import Tables

KEPT = 512
"""So many snapshots are kept at hand."""


class Replays:
    """Replays matches; a snapshot is remembered by its match and revision, under which it never changes."""

    def __init__(self, games: Mapping[str, type[Position[Any]]], kept: int = KEPT) -> None:
        self._games = games
        self._kept = kept
        self._tables: OrderedDict[tuple[int, int], Snapshot] = OrderedDict()

    async def snapshot(self, view: Tables, match: Match) -> Snapshot:
        """The match as it stands in `view`, with its board. Raises Refusal if its moves cannot be replayed."""
        known = self._tables.get((match.id, match.rev))
        if known is None:
            events = await view.events.of(match.id)
            known = replace(self.replayed(match, await view.plies.of(match.id)), by=events[-1].seat)
            self.keep(known)
        self._tables.move_to_end((match.id, match.rev))
        return replace(known, match=match)

    def keep(self, snapshot: Snapshot) -> None:
        """Remember a snapshot that is committed in the store."""
        self._tables[snapshot.match.id, snapshot.match.rev] = snapshot
        while len(self._tables) > self._kept:
            self._tables.popitem(last=False)

    def replayed(self, match: Match, plies: Sequence[Ply]) -> Snapshot:
        """The match after these moves, which are those of its list or the first of them."""
        game = self._games.get(match.game)
        if game is None or game.info.rules_version != match.rules_version:
            raise Refusal(f"Match #{match.code} began under rules of {match.game} that this bot no longer knows.")
        before, move, position = None, None, game.start(**match.options)
        for ply in plies:
            try:
                before, move = position, position.parse(ply.text)
            except RuleError as error:
                raise Refusal(f"Match #{match.code} cannot be replayed: move {ply.ply}, {ply.text}. {error}") from error
            position = before.play(move)
        return Snapshot(match, position, before, move)
