"""Board page sessions, each opened with a single-use link.

This module also decides which matches a session shows.
"""

import base64
import hashlib
import re
import secrets
from collections.abc import Iterable
from dataclasses import replace

from games import Seat
from matches.model import Match, Person, Place, Venue
from matches.visits import LINK_LIFETIME, VISIT_LIFETIME, LinkUsed, Visit, VisitOver
from service.change import Change, Departure, after
from service.core import Core, Part, query, transaction
from service.gate import Discord, Gate
from service.moderation import Moderation
from service.turns import aside
from storage.store import Tables

SECRET = re.compile(r"[A-Za-z0-9_-]{24}")
"""Matches a secret of 144 random bits."""
MOST = 10
"""The most valid links, and the most sessions, that one person may have. A new one replaces the oldest."""


@after("banned", order=220)
async def end_visits(change: Change, departure: Departure) -> None:
    change.tx.visits.end(departure.person_id)


class Visits(Part):
    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._moderation, self._gate = core.part(Moderation), core.part(Gate)

    async def opens(self, person_id: int, match: Match) -> bool:
        """Return whether a session may show this match.

        It may if the session's person plays in the match or follows it, or if a vote is open in the match.
        """
        return match.seat_of(person_id) is not None or match.voting or await self._follows(person_id, match.id)

    async def link(self, person_id: int, match_id: int) -> str:
        """Return the secret of a new link, which opens one session and expires after LINK_LIFETIME.

        Only a hash of the secret is stored.
        """
        async with self._core.store.beside() as tx:  # a lost link does no harm
            return _store_link(tx, Visit(person_id, match_id, self._core.clock.now() + LINK_LIFETIME))

    async def editor_link(self, person: Person, game: str, venue: Venue | None, guild_id: int | None = None) -> str:
        """Return the secret of a new link that opens a game's board editor.

        A match may begin from there in `venue`, or nowhere if that is None. Without a venue, `guild_id` is the server
        in which the link is made.
        """
        where = (None, guild_id) if venue is None else (venue.channel_id, venue.guild_id)
        async with self._core.store.beside() as tx:
            await tx.people.save(person)
            return _store_link(tx, Visit(person.id, 0, self._core.clock.now() + LINK_LIFETIME, game, *where))

    async def open(self, link: str, nonce: str | None = None) -> tuple[str, Visit]:
        """Use a link.

        Returns the secret of the session that it opens, and the session. Raises LinkUsed, and Refusal if the person is
        banned. If a link is used several times, one use succeeds. The same link with the same nonce opens the same
        session again, because the answer may have been lost.
        """
        if SECRET.fullmatch(link) is None or not (nonce is None or SECRET.fullmatch(nonce)):
            raise LinkUsed
        secret = secrets.token_urlsafe(18) if nonce is None else _secret(f"{link} {nonce}")
        async with self._core.store.read() as view:  # invalid links cause no writes
            now = self._core.clock.now()
            fresh = await view.visits.has_link(hash_secret(link), now)
            visit = None if fresh else await view.visits.of(hash_secret(secret), now)
            if not fresh and visit is None:
                raise LinkUsed
        if visit is None:
            visit = await self._open(link, secret)
        await self._moderation.check(visit.person_id, visit.guild_id)
        return secret, visit

    @transaction
    async def _open(self, change: Change, link: str, secret: str) -> Visit:
        allowed = await change.tx.visits.take_link(hash_secret(link), change.now)
        if allowed is None:
            opened = await change.tx.visits.of(hash_secret(secret), change.now)
            if opened is None:
                raise LinkUsed
            return opened
        visit = replace(allowed, expires_at=change.now + VISIT_LIFETIME)
        change.tx.visits.add(hash_secret(secret), visit, MOST)
        return visit

    async def of(self, secret: str) -> Visit:
        """Return the session with this secret.

        Raises VisitOver if there is no such session, and Refusal if the session's person is banned.
        """
        visit = None
        if SECRET.fullmatch(secret):
            async with self._core.store.read_once() as view:
                visit = await view.visits.of(hash_secret(secret), self._core.clock.now())
        if visit is None:
            raise VisitOver
        await self._moderation.check(visit.person_id, visit.guild_id)
        return visit

    async def match(self, visit: Visit, match_id: int, discord: Discord) -> Match:
        """Return a match if the session's owner may see it now.

        Raises NoMatch for any other match, and Refusal if the person is banned. A spectator's session shows only the
        match of its link and those that they follow, so that nobody can make the bot ask Discord about every match.
        """

        async def viewable(places: Iterable[Place]) -> list[Place]:
            if match_id != visit.match_id and not await self._follows(visit.person_id, match_id):
                return []
            async with aside():
                channels = await discord.viewable(visit.person_id, places)
            return [place for place in places if place.channel_id in channels]

        match = await self._gate.match(match_id, visit.person_id, viewable)
        if (seat := match.seat_of(visit.person_id)) is not None:
            places = await self._places_of(match_id, seat)
            if places and not await self._moderation.admitting_places(visit.person_id, places):
                await self._moderation.check(visit.person_id, places[0].guild_id)
        return match

    @query
    async def _places_of(self, view: Tables, match_id: int, seat: Seat) -> list[Place]:
        return [place for place in await view.places.of(match_id) if place.seat in {None, seat}]

    @query
    async def _follows(self, view: Tables, person_id: int, match_id: int) -> bool:
        return any(follow.person_id == person_id for follow in await view.follows.of(match_id))

    async def end_old(self) -> None:
        """Delete expired links and sessions."""
        async with self._core.store.beside() as tx:
            tx.visits.end_old(self._core.clock.now())


def _store_link(tx: Tables, link: Visit) -> str:
    """Store a new link and return its secret."""
    secret = secrets.token_urlsafe(18)
    tx.visits.add_link(hash_secret(secret), link, MOST)
    return secret


def _secret(known: str) -> str:
    """Derive a URL-safe secret from another secret that only its owner knows."""
    return base64.urlsafe_b64encode(hashlib.sha256(known.encode()).digest()[:18]).decode()


def hash_secret(secret: str) -> str:
    """Hash a secret for storage."""
    return hashlib.sha256(secret.encode()).hexdigest()
