"""Visits to the board page: one-time links, the visits that they open, and what a visitor may see."""

import hashlib
import re
import secrets
from collections.abc import Iterable
from dataclasses import replace

from matches.codes import code_of
from matches.errors import NoMatch, Refusal
from matches.model import Follow, Match, Person, Place, Venue
from matches.visits import LINK_LIFETIME, VISIT_LIFETIME, LinkUsed, Visit, VisitOver
from service.change import Change
from service.core import Core, Part, transaction
from service.moderation import Moderation
from storage.store import Tables

SECRET = re.compile(r"[A-Za-z0-9_-]{24}")
"""A secret of 144 random bits."""
MOST = 10
"""The most valid links, and the most visits, of one person. A new one replaces the oldest."""


class Visits(Part):
    def __init__(self, core: Core, moderation: Moderation) -> None:
        super().__init__(core)
        self._moderation = moderation

    async def opens(self, person_id: int, match: Match) -> bool:
        """Whether a visit shows this match to this person."""
        if match.seat_of(person_id) is not None:
            return True
        async with self._core.store.read_once() as view:
            return _follows(await view.follows.of(match.id), person_id)

    async def link(self, person_id: int, match_id: int) -> str:
        """The secret of a new link, which opens one visit within LINK_LIFETIME. Only its hash is stored."""
        async with self._core.store.beside() as tx:  # a lost link does no harm
            return _linked(tx, Visit(person_id, match_id, self._core.clock.now() + LINK_LIFETIME))

    async def editor_link(self, person: Person, game: str, venue: Venue | None) -> str:
        """The same for a game's board editor. From there, a match may begin in this venue; None for nowhere."""
        where = (None, None) if venue is None else (venue.channel_id, venue.guild_id)
        async with self._core.store.beside() as tx:
            await tx.people.save(person)
            return _linked(tx, Visit(person.id, 0, self._core.clock.now() + LINK_LIFETIME, game, *where))

    async def open(self, link: str) -> tuple[str, Visit]:
        """Use a link: the secret of the visit that it opens, and the visit. Raises LinkUsed, and Refusal for a ban.

        Of several uses at the same moment, one succeeds.
        """
        if SECRET.fullmatch(link) is None:
            raise LinkUsed
        secret, visit = await self._open(link)
        await self._moderation.check(visit.person_id, visit.guild_id)
        return secret, visit

    @transaction
    async def _open(self, change: Change, link: str) -> tuple[str, Visit]:
        allowed = await change.tx.visits.take_link(_hashed(link), change.now)
        if allowed is None:
            raise LinkUsed
        secret = secrets.token_urlsafe(18)
        visit = replace(allowed, expires_at=change.now + VISIT_LIFETIME)
        change.tx.visits.add(_hashed(secret), visit, MOST)
        return secret, visit

    async def of(self, secret: str) -> Visit:
        """The visit with this secret. Raises VisitOver, and Refusal if the visitor is banned."""
        visit = None
        if SECRET.fullmatch(secret):
            async with self._core.store.read_once() as view:
                visit = await view.visits.of(_hashed(secret), self._core.clock.now())
        if visit is None:
            raise VisitOver
        await self._moderation.check(visit.person_id, visit.guild_id)
        return visit

    async def match(self, visit: Visit, match_id: int) -> Match:
        """A match that the visitor plays or follows. Raises NoMatch for any other, and Refusal for a ban.

        Followers are no longer stored once a match is over, so a finished match stays visible to the visitor who opened
        it by a link.
        """
        async with self._core.store.read() as view:
            match = await self._core.match(view, match_id)
            seat = match.seat_of(visit.person_id)
            shown = seat is not None or (match.over and match_id == visit.match_id)
            if not shown and not _follows(await view.follows.of(match_id), visit.person_id):
                raise NoMatch(code_of(match_id))
            places = await view.places.of(match_id)
        await self._check_bans(visit.person_id, [place for place in places if place.seat in {None, seat}])
        return match

    async def _check_bans(self, person_id: int, places: list[Place]) -> None:
        """Raise Refusal if the person is banned wherever the match is shown."""
        refusal: Refusal | None = None
        for guild_id in {place.guild_id for place in places}:
            try:
                await self._moderation.check(person_id, guild_id)
            except Refusal as error:
                refusal = error
            else:
                return
        if refusal is not None:
            raise refusal

    async def end_old(self) -> None:
        """Delete expired links and visits."""
        async with self._core.store.beside() as tx:
            tx.visits.end_old(self._core.clock.now())


def _linked(tx: Tables, link: Visit) -> str:
    """Store a new link, and return its secret."""
    secret = secrets.token_urlsafe(18)
    tx.visits.add_link(_hashed(secret), link, MOST)
    return secret


def _follows(followers: Iterable[Follow], person_id: int) -> bool:
    return any(follow.person_id == person_id for follow in followers)


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
