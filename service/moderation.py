"""What moderators and the bot's owner can do: end matches, and ban people and servers."""

from collections.abc import Awaitable, Iterable
from contextlib import suppress
from typing import Literal

from matches.errors import Over, Refusal
from matches.model import Match, Person, Place
from matches.results import end, own_end, result_of
from service.change import Change, Departure
from service.core import Core, Part, reading, reads, transaction
from storage.people import EVERYBODY, EVERYWHERE
from storage.store import Tables

Stop = Literal["moderated", "stopped"]
"""The ending of a match that a moderator or, in a match by vote, whoever started it ends."""
MOST_ADMITTED = 4000
"""The most entries in the cache of people who are not banned."""


class Moderation(Part):
    """Ends matches, and bans people and servers.

    Callers must make sure that the person who asks for it is a moderator or the owner, or may end the match as its
    starter.
    """

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._admitted = self._empty_cache()
        """The people who were not banned when last checked, each with the server; None while a ban is being stored."""

    async def _in(self, view: Tables, match_id: int, guild_id: int | None) -> Match:
        """Return a running match, which must be shown in this server unless `guild_id` is None.

        Raises Unknown if it does not exist, Over if it has ended, and Refusal if it is not shown in this server.
        """
        match = await self._core.match(view, match_id)
        if guild_id is not None and guild_id not in {place.guild_id for place in await view.places.of(match_id)}:
            raise Refusal("Match #{code} is not shown in this server.", code=match.code)
        if match.over:
            raise Over(
                "Match #{code} is over ({reason}).", match_id=match.id, code=match.code, reason=result_of(match).phrase
            )
        return match

    match_in = reading(_in)

    @transaction
    async def end(
        self,
        change: Change,
        match_id: int,
        guild_id: int | None,
        ending: Stop = "moderated",
    ) -> Match:
        """Abort a match, which must be shown in this server unless `guild_id` is None.

        Raises the same errors as `match_in`.
        """
        match = await self._in(change.tx, match_id, guild_id)
        return await change.revise(end(match, own_end(ending), change.now), "abort", None)

    @reading
    async def is_starter(self, view: Tables, match_id: int, person_id: int) -> bool:
        """Return whether a person started this match by vote in one server, in which they are not a player."""
        match = await view.matches.of(match_id)
        if match is None or not match.by_vote or match.between_servers or match.seat_of(person_id) is not None:
            return False
        return (await self._core.challenge(view, match_id)).challenger.id == person_id

    async def end_all(self, person_id: int, guild_id: int | None) -> int:
        """End a person's running matches shown in this server, or all of them if `guild_id` is None.

        Returns the number of these matches.
        """
        running = await self.running_of(person_id, guild_id)
        for match in running:
            with suppress(Over):  # it has ended meanwhile
                await self.end(match.id, guild_id)
        return len(running)

    async def _running_of(self, view: Tables, person_id: int, guild_id: int | None) -> list[Match]:
        """Return a person's running matches shown in this server, or all of them if `guild_id` is None."""
        matches = await view.matches.running_of(person_id)
        places = await view.places.of_each([match.id for match in matches])
        return [
            match
            for match in matches
            if guild_id is None or guild_id in {place.guild_id for place in places.get(match.id, ())}
        ]

    running_of = reading(_running_of)

    async def ban(self, guild_id: int, person: Person) -> None:
        """Ban a person from using the bot in a server, and close their open challenges there.

        If `guild_id` is EVERYWHERE, the ban applies to all servers. The person is also withdrawn from tournaments
        there. Their other running matches continue until the clock or `end` ends them, but notices to them about these
        matches are removed. Raises Refusal if they are already banned.
        """
        await self._banning(self._ban(guild_id, person))

    @transaction
    async def _ban(self, change: Change, guild_id: int, person: Person) -> None:
        await change.tx.people.save(person)
        _, *hashes = await change.tx.bans.numbers_of(person.id)
        for hashed in hashes:
            await change.tx.bans.remove(guild_id, hashed)
        if not await change.tx.bans.add(guild_id, person.id, change.now):
            raise Refusal("{name} is already banned.", name=person.name)
        gone_from = None if guild_id == EVERYWHERE else guild_id
        await change.depart(Departure(person.id, "banned", gone_from))
        for match in await self._running_of(change.tx, person.id, gone_from):
            await change.notices.end(match.id, match.rev + 1, None, person.id)

    @transaction
    async def unban(self, change: Change, guild_id: int, person: Person) -> None:
        """Lift a person's ban, or raise Refusal if they are not banned."""
        numbers = await change.tx.bans.numbers_of(person.id)
        if not any([await change.tx.bans.remove(guild_id, number) for number in numbers]):
            raise Refusal("{name} is not banned here.", name=person.name)

    async def ban_server(self, guild_id: int) -> None:
        """Ban a server, so that nobody can use the bot in it, or raise Refusal if it is already banned."""
        await self._banning(self._ban_server(guild_id))

    @transaction
    async def _ban_server(self, change: Change, guild_id: int) -> None:
        if not await change.tx.bans.add(guild_id, EVERYBODY, change.now):
            raise Refusal("The server {server} is already banned.", server=str(guild_id))

    @transaction
    async def unban_server(self, change: Change, guild_id: int) -> None:
        """Lift a server's ban, or raise Refusal if it is not banned."""
        if not await change.tx.bans.remove(guild_id, EVERYBODY):
            raise Refusal("The server {server} is not banned.", server=str(guild_id))

    banned = reads(lambda view: view.bans.of)
    banned_servers = reads(lambda view: view.bans.servers)

    async def check(self, person_id: int, guild_id: int | None) -> None:
        """Raise Refusal if this person or this server is banned.

        People who are not banned are cached, unless several processes use the database.
        """
        asked, admitted = (person_id, guild_id), self._admitted
        if admitted is not None and asked in admitted:
            return
        async with self._core.store.read() as view:
            bans = await view.bans.reaching(person_id, guild_id)
        if any(server == EVERYWHERE for server, _ in bans):
            raise Refusal("You are banned from Tidepool. Only the bot's owner can lift the ban.")
        if (guild_id, EVERYBODY) in bans:
            raise Refusal("This server is banned from Tidepool. Only the bot's owner can lift the ban.")
        if bans:
            raise Refusal("You are banned from Tidepool here. This server's moderators can lift the ban.")
        if admitted is not None:  # a ban stored meanwhile has replaced the cache, so this set is no longer used
            if len(admitted) >= MOST_ADMITTED:
                admitted.clear()
            admitted.add(asked)

    async def admitting_places(self, person_id: int, places: Iterable[Place]) -> list[Place]:
        """Return those of `places` whose servers have not banned this person."""
        shown, admitting = list(places), set[int | None]()
        for guild_id in {place.guild_id for place in shown}:
            with suppress(Refusal):
                await self.check(person_id, guild_id)
                admitting.add(guild_id)
        return [place for place in shown if place.guild_id in admitting]

    async def _banning(self, act: Awaitable[None]) -> None:
        """Store a ban. Nothing is cached until it is known whether the ban was stored."""
        self._admitted = None
        try:
            await act
        except Refusal:  # nothing has changed
            self._admitted = self._empty_cache()
            raise
        self._admitted = self._empty_cache()

    def _empty_cache(self) -> set[tuple[int, int | None]] | None:
        """Return an empty cache, or None if other processes can ban people, so that nothing may be cached."""
        return set() if self._core.alone else None
