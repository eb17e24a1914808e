"""Finding matches and looking at them."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from matches.errors import Damaged
from service.core import Part, query, reading

if TYPE_CHECKING:
    from collections.abc import Iterable

    from matches.model import Event, Match, Place, Ply, Running, Snapshot
    from storage.store import Tables

MOST_CONSIDERED = 100
"""The most running matches that are looked through for those in which something is possible."""


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A running match in a list, with the places where it is shown."""

    match: Match
    places: list[Place]


class Lookup(Part):
    """The part of the service that changes nothing."""

    @query
    async def match(self, view: Tables, match_id: int) -> Match:
        """The match of this id. Raises Unknown."""
        return await self._core.match(view, match_id)

    def plays(self, person_id: int, match_id: int, game: str | None = None) -> bool:
        """Whether this person is known to play this match, of this game, without asking the database.

        False where the match is not kept in memory. Its game never changes, and its players only when one of them is
        forgotten. Other processes do not hear of that, so it is also False where several work with the database.
        """
        known = self._core.replays.seen(match_id) if self._core.alone else None
        return known is not None and known.seat_of(person_id) is not None and game in {None, known.game}

    async def snapshot(self, match_id: int) -> Snapshot:
        """The match with its newest board. Raises Unknown."""
        return await self._core.snapshot(match_id)

    async def to_move(self, match_id: int, by: int, rev: int | None = None) -> Snapshot:
        """The match with its newest board, for the player who is about to move and saw revision `rev`.

        Raises NotAPlayer, Over, Stale and NotYourTurn as `play` would.
        """
        return await self._core.snapshot_of(lambda view: self._core.moving(view, match_id, by, rev))

    @reading
    async def acting(self, view: Tables, match_id: int, by: int, rev: int | None = None) -> Match:
        """The running match, for the player who is about to act in it and saw revision `rev`.

        Raises NotAPlayer, Over and Stale as the act itself would.
        """
        match, _ = await self._core.acting(view, match_id, by, rev)
        return match

    async def snapshot_at(self, match_id: int, ply: int) -> Snapshot:
        """The match with its board as it was after `ply` moves; beyond either end, the first or the newest."""
        return await self._core.snapshot_at(match_id, ply)

    @reading
    async def plies(self, view: Tables, match_id: int) -> list[Ply]:
        """The moves so far, in order."""
        return await view.plies.of(match_id)

    @reading
    async def fitting(self, view: Tables, by: int, channel_id: int, game: str | None = None) -> list[Match]:
        """This person's running matches in the channel, their turn first, then the newest.

        At most MOST_CONSIDERED.
        """
        return await view.matches.running(by, channel_id, game, MOST_CONSIDERED, here=True)

    @reading
    async def elsewhere(self, view: Tables, by: int, channel_id: int, game: str | None = None) -> list[Match]:
        """This person's running matches not shown in the channel, their turn first, then the newest.

        At most MOST_CONSIDERED.
        """
        return await view.matches.running(by, channel_id, game, MOST_CONSIDERED, here=False)

    @reading
    async def has_turn(self, view: Tables, by: int) -> bool:
        """Whether it is this person's turn in any running match."""
        return await view.matches.has_turn(by)

    @reading
    async def over(self, view: Tables, by: int, most: int) -> list[Match]:
        """At most `most` of this person's matches that are over, those that began last first."""
        return await view.matches.over(by, most)

    @reading
    async def over_in(self, view: Tables, by: int, channel_id: int, most: int) -> list[Match]:
        """At most `most` of this person's matches that ended in this channel, those that began last first."""
        return await view.matches.over_in(by, channel_id, most)

    @reading
    async def newest(self, view: Tables, by: int, game: str, channel_id: int) -> Match | None:
        """This person's newest match of the game in the channel, a running one before one that is over."""
        return await view.matches.newest(by, game, channel_id)

    @reading
    async def queue(self, view: Tables, person_id: int) -> list[Running]:
        """This person's running matches: their turn first, then the earliest deadline, then the longest wait.

        The matches themselves are not read: there may be many, and a page shows few.
        """
        return sorted(await view.matches.queue(person_id), key=_urgency)

    @reading
    async def shows(self, view: Tables, person_id: int) -> list[Match]:
        """The running matches that computer players play for show because this person began them, oldest first."""
        return sorted(await view.matches.shows_of(person_id), key=lambda match: match.created_at)

    @reading
    async def shown(self, view: Tables, match_ids: Iterable[int]) -> list[ShownMatch]:
        """These matches with the places where they are shown, in this order, without those that cannot be read.

        Raises NoMatch.
        """
        found = []
        for match_id in match_ids:
            with suppress(Damaged):
                found.append(ShownMatch(await self._core.match(view, match_id), await view.places.of(match_id)))
        return found

    @reading
    async def name_of(self, view: Tables, person_id: int) -> str | None:
        """The name that this person had when they last used the bot; None for somebody who has not used it."""
        person = await view.people.of(person_id)
        return person.name if person else None

    @reading
    async def public_places(self, view: Tables, person_id: int, guild_id: int) -> list[Place]:
        """Where this person's running matches are shown to everybody in a server."""
        return await view.places.public_of(person_id, guild_id)

    @reading
    async def course(self, view: Tables, match_id: int) -> tuple[Match, list[Event], list[Ply]]:
        """The match with all that happened in it, and the moves that stand. Raises Unknown."""
        match = await self._core.match(view, match_id)
        return match, await view.events.of(match_id), await view.plies.of(match_id)

    @query
    async def events(self, view: Tables, match_id: int) -> list[Event]:
        """What raised each revision of the match, in order."""
        return await view.events.of(match_id)


def _urgency(one: Running) -> tuple[bool, float, int]:
    return not one.own_turn, one.deadline or math.inf, one.moved_at
