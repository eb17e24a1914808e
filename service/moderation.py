"""What the moderators of a server may do: end a match there, and shut somebody out there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matches.errors import Over, Refusal
from matches.results import end, own_end, result_of
from service.core import Part, transaction

if TYPE_CHECKING:
    from matches.records import Match, Person
    from service.change import Change
    from storage.store import Tables


class Moderation(Part):
    """The part of the service for moderators; whoever calls it has made sure that the person is one."""

    async def match_in(self, match_id: int, guild_id: int) -> Match:
        """The running match of this id, if it is shown in this server. Raises Unknown, Over and Refusal."""
        async with self._core.store.read() as view:
            return await self._in(view, match_id, guild_id)

    @transaction
    async def end(self, change: Change, match_id: int, guild_id: int) -> Match:
        """End a match that is shown in this server, without a result. Raises as `match_in` does."""
        match = await self._in(change.tx, match_id, guild_id)
        return await change.revise(end(match, own_end("moderated"), change.now), "abort", None)

    @transaction
    async def ban(self, change: Change, guild_id: int, person: Person) -> None:
        """Shut somebody out of Tidepool in this server; their open challenges there are closed.

        Their running matches go on without them: a clock ends them, or `end`. Raises Refusal if they are shut out.
        """
        await change.tx.people.remember(person)
        if not await change.tx.bans.add(guild_id, person.id, change.now):
            raise Refusal("{name} is shut out already.", name=person.name)
        for challenge in await change.tx.challenges.open_of(person.id):
            if challenge.venue.guild_id == guild_id:
                await change.close(challenge, person.id)

    @transaction
    async def unban(self, change: Change, guild_id: int, person: Person) -> None:
        """Let somebody in again. Raises Refusal if they were not shut out."""
        if not await change.tx.bans.remove(guild_id, person.id):
            raise Refusal("{name} is not shut out here.", name=person.name)

    async def banned(self, guild_id: int) -> list[Person]:
        """Who is shut out in this server, by name."""
        async with self._core.store.read() as view:
            return await view.bans.of(guild_id)

    async def check(self, person_id: int, guild_id: int | None) -> None:
        """Refuse whoever is shut out here."""
        async with self._core.store.read() as view:
            if await view.bans.has(person_id, guild_id):
                raise Refusal("You are shut out of Tidepool here. Those who moderate this server can change that.")

    async def _in(self, view: Tables, match_id: int, guild_id: int) -> Match:
        match = await self._core.match(view, match_id)
        if guild_id not in {place.guild_id for place in await view.places.of(match_id)}:
            raise Refusal("Match #{code} is not shown in this server.", code=match.code)
        if match.over:
            raise Over(
                "Match #{code} is over ({reason}).", match_id=match.id, code=match.code, reason=result_of(match).phrase
            )
        return match
