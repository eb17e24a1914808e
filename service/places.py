"""Where matches are shown, and what has been shown there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from matches.records import BOARD_EVENTS
from service.core import Part

if TYPE_CHECKING:
    from collections.abc import Collection

    from matches.records import Match, Place, Venue
    from matches.settings import PlayerSettings, ServerSettings
    from storage.store import Tables


@dataclass(frozen=True, slots=True)
class Posting:
    """A place, and what the post of the newest board depends on there beside the board itself."""

    place: Place
    chosen: PlayerSettings | ServerSettings
    """What those chose who see it there: the one player, or the server for everybody."""
    called: set[int]
    """Whom it is to ping; everybody else is named without a ping."""
    away: int
    """By how many seconds an outage moved the deadline that ran until this board; 0 without one."""


class Places(Part):
    """The part of the service that knows channels by their ids."""

    async def postings(self, match: Match) -> list[Posting]:
        """Everywhere the match is shown, the oldest place first."""
        async with self._core.store.read() as view:
            called = {notice.person_id for notice in await view.notices.with_board(match.id)}
            away = await self._outage_before(view, match)
            found = []
            for place in await view.places.of(match.id):
                if place.seat is None:
                    server = await view.settings.of_server(place.guild_id)
                    found.append(Posting(place, server, called, away))
                else:
                    player = match.players[place.seat].id
                    found.append(Posting(place, await view.settings.of_player(player), called & {player}, away))
        return found

    async def _outage_before(self, view: Tables, match: Match) -> int:
        if match.clock is None or match.over or not await view.pulse.outages(match.created_at, self._core.clock.now()):
            return 0
        at = [event.at for event in await view.events.of(match.id) if event.kind in BOARD_EVENTS]
        return await view.pulse.outages(at[-2], at[-1]) if len(at) > 1 else 0

    async def of(self, match_id: int) -> list[Place]:
        """Where the match is shown, the oldest place first."""
        async with self._core.store.read() as view:
            return await view.places.of(match_id)

    async def shown(
        self, match_id: int, channel_id: int, rev: int, message_id: int, called: Collection[int] | None = None
    ) -> None:
        """Note that `rev` has been posted as this message, which pinged the people `called` (None: all that `calls`).

        An older revision than the newest shown is ignored.
        """
        async with self._core.store.write() as tx:
            await tx.places.shown(match_id, channel_id, rev, message_id)
            await tx.notices.told_with_board(match_id, rev, called)

    async def unshown(self) -> list[Place]:
        """The places that still owe the newest board of their match: after a crash, or a failed post."""
        async with self._core.store.read() as view:
            return await view.places.unshown()

    async def untidied(self) -> list[Place]:
        """The places as they were with each board that may still have its buttons though it is not the newest."""
        async with self._core.store.read() as view:
            return await view.places.untidied()

    async def tidied(self, places: Collection[Place]) -> None:
        """The boards of these places have no buttons any more."""
        if not places:
            return
        async with self._core.store.write() as tx:
            for place in places:
                await tx.places.tidied(place)

    async def replace(self, match_id: int, channel_id: int, venue: Venue) -> Place:
        """Show the match in `venue` from now on instead of `channel_id`; the newest board is owed there."""
        async with self._core.store.write() as tx:
            await self._core.match(tx, match_id)
            old = [place for place in await tx.places.of(match_id) if place.channel_id == channel_id]
            await tx.places.remove(match_id, channel_id)
            seat = old[0].seat if old else None
            place = venue.place(match_id, seat)
            await tx.places.add(place)
        return place

    async def move_here(self, match_id: int, by: int, venue: Venue, *, also: Venue | None = None) -> Place:
        """Let a match go on in this channel instead of wherever it was shown. Raises NotAPlayer, Over.

        If these are one's direct messages, `also` is where the opponent sees the match.
        """
        async with self._core.change() as change:
            match, _ = await self._core.acting(change.tx, match_id, by, None)
            for place in await change.tx.places.of(match_id):
                await change.tx.places.remove(match_id, place.channel_id)
            return await change.settle_in(match, by, venue, also)

    async def lost(self, channel_id: int) -> list[Match]:
        """The channel is gone, or closed to the bot: show nothing there any more.

        Returns the running matches that now have no place at all; their players are told.
        """
        stranded = []
        async with self._core.change() as change:
            for place in await change.tx.places.in_channel(channel_id):
                await change.tx.places.remove(place.match_id, channel_id)
                match = await self._core.match(change.tx, place.match_id)
                if not match.over and not await change.tx.places.of(match.id):
                    stranded.append(match)
                    await change.tell(match, 0, "lost")
                    await change.tell(match, 1, "lost")
        return stranded
