"""What moderators of a server, or the owner of the bot, may do: end a match, and shut somebody out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matches.errors import Over, Refusal
from matches.results import end, own_end, result_of
from service.core import Part, reading, transaction
from storage.bans import EVERYBODY, EVERYWHERE
from storage.forgotten import SALT, banned_as

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from matches.model import Match, Person
    from service.change import Change
    from service.core import Core
    from storage.store import Tables

MOST_LET_IN = 4000
"""How many people are remembered who are not shut out."""


class Moderation(Part):
    """The part of the service for moderators and the owner. The caller must have checked that the person is one."""

    _salt: str | None = None
    """The salt for the numbers of people who were forgotten; None as long as nobody was."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._let_in = self._nobody()
        """Who was let in when they were last checked, and in which server; None while somebody is being shut out."""

    @reading
    async def match_in(self, view: Tables, match_id: int, guild_id: int | None) -> Match:
        """The running match of this id, if it is shown in this server; None for any. Raises Unknown, Over, Refusal."""
        return await self._in(view, match_id, guild_id)

    @transaction
    async def end(self, change: Change, match_id: int, guild_id: int | None) -> Match:
        """End a match without result that is shown in this server, or anywhere (None). Raises as `match_in` does."""
        match = await self._in(change.tx, match_id, guild_id)
        return await change.revise(end(match, own_end("moderated"), change.now), "abort", None)

    async def ban(self, guild_id: int, person: Person) -> None:
        """Shut somebody out of Tidepool in this server or EVERYWHERE; their open challenges there are closed.

        Their running matches go on without them: a clock ends them, or `end`. Raises Refusal if they are shut out.
        """
        await self._shutting_out(self._ban(guild_id, person))

    @transaction
    async def _ban(self, change: Change, guild_id: int, person: Person) -> None:
        await change.tx.people.remember(person)
        _, *kept = dict.fromkeys(await self._numbers(change.tx, person.id))
        for number in kept:
            await change.tx.bans.remove(guild_id, number)
        if not await change.tx.bans.add(guild_id, person.id, change.now):
            raise Refusal("{name} is shut out already.", name=person.name)
        for challenge in await change.tx.challenges.open_of(person.id):
            if guild_id in {EVERYWHERE, challenge.venue.guild_id}:
                await change.close(challenge, person.id)

    @transaction
    async def unban(self, change: Change, guild_id: int, person: Person) -> None:
        """Let somebody in again. Raises Refusal if they were not shut out."""
        if not any([await change.tx.bans.remove(guild_id, one) for one in await self._numbers(change.tx, person.id)]):
            raise Refusal("{name} is not shut out here.", name=person.name)

    async def ban_server(self, guild_id: int) -> None:
        """Let nobody use Tidepool in this server any more. Raises Refusal if it is shut out."""
        await self._shutting_out(self._ban_server(guild_id))

    @transaction
    async def _ban_server(self, change: Change, guild_id: int) -> None:
        if not await change.tx.bans.add(guild_id, EVERYBODY, change.now):
            raise Refusal("The server {server} is shut out already.", server=str(guild_id))

    @transaction
    async def unban_server(self, change: Change, guild_id: int) -> None:
        """Let a server in again. Raises Refusal if it was not shut out."""
        if not await change.tx.bans.remove(guild_id, EVERYBODY):
            raise Refusal("The server {server} is not shut out.", server=str(guild_id))

    @reading
    async def banned(self, view: Tables, guild_id: int) -> list[Person]:
        """Who is shut out in this server, or EVERYWHERE, by name."""
        return await view.bans.of(guild_id)

    @reading
    async def banned_servers(self, view: Tables) -> list[int]:
        """Which servers are shut out."""
        return await view.bans.servers()

    async def check(self, person_id: int, guild_id: int | None) -> None:
        """Refuse whoever is shut out here. Where this process is alone, it remembers who is not."""
        asked, let_in = (person_id, guild_id), self._let_in
        if let_in is not None and asked in let_in:
            return
        people = self._known_numbers(person_id)
        async with self._core.store.read_once() as view:
            bans, kept = await view.bans.reaching(people, guild_id)
        if kept and self._salt is None:
            async with self._core.store.read() as view:
                people = await self._numbers(view, person_id)
                bans, _ = await view.bans.reaching(people, guild_id)
        if any((EVERYWHERE, one) in bans for one in people):
            raise Refusal("You are shut out of Tidepool. Whoever runs this bot can change that.")
        if (guild_id, EVERYBODY) in bans:
            raise Refusal("This server is shut out of Tidepool. Whoever runs this bot can change that.")
        if bans:
            raise Refusal("You are shut out of Tidepool here. Those who moderate this server can change that.")
        if let_in is not None:  # it is another set by now if somebody has been shut out meanwhile
            if len(let_in) >= MOST_LET_IN:
                let_in.clear()
            let_in.add(asked)

    async def _shutting_out(self, act: Awaitable[None]) -> None:
        """Shut somebody out, and forget who was let in before.

        Nothing is remembered meanwhile, nor after an act of which nobody knows whether it took effect.
        """
        self._let_in = None
        try:
            await act
        except Refusal:  # nothing has changed
            self._let_in = self._nobody()
            raise
        self._let_in = self._nobody()

    def _nobody(self) -> set[tuple[int, int | None]] | None:
        """An empty memory; None where another process may shut somebody out, so that nothing can be remembered."""
        return set() if self._core.alone else None

    async def _numbers(self, view: Tables, person_id: int) -> tuple[int, int]:
        """The numbers under which a ban of somebody may be kept: the id, and the one that replaces a forgotten id."""
        self._salt = self._salt or await view.key_values.get(SALT)
        return self._known_numbers(person_id)

    def _known_numbers(self, person_id: int) -> tuple[int, int]:
        """As `_numbers`, without asking the database: both numbers are the id as long as no salt is known."""
        return person_id, banned_as(self._salt, person_id) if self._salt else person_id

    async def _in(self, view: Tables, match_id: int, guild_id: int | None) -> Match:
        match = await self._core.match(view, match_id)
        if guild_id is not None and guild_id not in {place.guild_id for place in await view.places.of(match_id)}:
            raise Refusal("Match #{code} is not shown in this server.", code=match.code)
        if match.over:
            raise Over(
                "Match #{code} is over ({reason}).", match_id=match.id, code=match.code, reason=result_of(match).phrase
            )
        return match
