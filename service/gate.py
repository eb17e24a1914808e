"""Decides who may see a match, a challenge or a tournament, both in Discord and on the board page.

A match is visible to its players, to the person who started it if it is watched, and to all who can view a channel that
shows it now and are not banned in its server. Anybody else gets the same answer as for a match that does not exist,
so that codes cannot be probed. A table in docs/security.md lists every kind of subject and person.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from matches.codes import code_of
from matches.errors import NoChallenge, NoMatch, NoTournament, Refusal
from matches.model import Challenge, Match, Place, Venue
from matches.tournaments.progress import Progress
from service.challenges import Challenges
from service.core import Core, Part
from service.crowds import NO_MEMBER, Crowds
from service.lookup import Lookup
from service.moderation import Moderation
from service.places import Places
from service.tournaments import Tournaments

Viewable: TypeAlias = Callable[[Iterable[Place]], Awaitable[list[Place]]]
"""Returns the places whose channels a person can view now, according to Discord. Doubtful ones are left out."""
Seen: TypeAlias = "tuple[Match, list[Place]]"
"""A match with the places where the person can see it."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a server."""

    name: str
    since: int | None
    """When the person joined the server, in UTC seconds, or None if Discord does not say."""


class Discord(Protocol):
    """The board page's queries to Discord about people and channels."""

    async def viewable(self, person_id: int, places: Iterable[Place]) -> set[int]:
        """Return the IDs of the server channels in `places` that a person can currently view.

        A channel is left out if Discord does not say whether the person can view it.
        """

    async def may_begin(self, person_id: int, venue: Venue) -> bool | None:
        """Return whether a person could use `/play` to begin a match in this venue now.

        Discord and the server's rules decide this. None means that it is not known.
        """

    async def member(self, person_id: int, guild_id: int) -> Member | None:
        """Return a person as a member of a server, or None if they are not a member.

        Also returns None if Discord does not say whether the person is a member.
        """


class Gate(Part):
    """Decides who may see a match, a challenge or a tournament.

    The argument `viewable` is a function that returns those of the given places that the person can view.
    """

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._lookup, self._places, self._challenges = core.part(Lookup), core.part(Places), core.part(Challenges)
        self._tournaments, self._moderation = core.part(Tournaments), core.part(Moderation)
        self._crowds = core.part(Crowds)

    async def match(self, match_id: int, person_id: int, viewable: Viewable) -> Match:
        """Return the match with this ID, or raise NoMatch if there is none or the person may not see it."""
        match = await self._lookup.match(match_id)
        if match.seat_of(person_id) is not None or await self._visible_places(
            await self._places.of(match_id), person_id, viewable
        ):
            return match
        if match.watched and (await self._challenges.of(match_id)).challenger.id == person_id:
            return match
        raise NoMatch(code_of(match_id))

    async def votes_in(self, match: Match, person_id: int, guild_id: int | None, viewable: Viewable) -> int | None:
        """Return the ID of the server for which a person votes in a match.

        `guild_id` is the server in which the person uses the bot, or None outside servers. It is also returned, except
        for voters of a match between servers who are elsewhere. They may see the match because of the other server, so
        Refusal is raised if they can no longer view it in their own.
        """
        if not match.between_servers or match.server_side(guild_id) is not None:
            return guild_id
        if (seat := await self._crowds.side_of(match.id, person_id)) is None:
            return guild_id
        own = match.players[seat].guild_id
        places = [place for place in await self._places.of(match.id) if place.guild_id == own]
        if not await self._visible_places(places, person_id, viewable):
            raise Refusal(NO_MEMBER, code=match.code)
        return own

    async def challenge(self, challenge_id: int, person_id: int, viewable: Viewable) -> Challenge:
        """Return the challenge with this ID, or raise NoChallenge if there is none or the person may not see it.

        It is visible to its challenger, its opponent and everybody who can view its channel. A challenge between
        servers contains its secret code, so only its challenger sees it.
        """
        challenge = await self._challenges.of(challenge_id)
        parties = {person.id for person in (challenge.challenger, challenge.opponent) if person is not None}
        public = [] if challenge.invitation else [challenge.venue.place(challenge.id)]
        if person_id not in parties and not await self._visible_places(public, person_id, viewable):
            raise NoChallenge(code_of(challenge_id))
        return challenge

    async def tournament(
        self, tournament_id: int, person_id: int, guild_id: int | None, viewable: Viewable
    ) -> Progress:
        """Return the tournament with this ID, or raise NoTournament if there is none or the person may not see it.

        It is visible to its entrants and everybody who can view its channel. Without a channel, everybody in its server
        sees it; `guild_id` is the server in which the person asks.
        """
        progress = await self._tournaments.of(tournament_id)
        shown = progress.tournament
        if progress.entrant_of(person_id) or (not shown.channel_id and shown.guild_id == guild_id):
            return progress
        if not shown.channel_id or not await self._visible_places([shown.venue.place(0)], person_id, viewable):
            raise NoTournament
        return progress

    async def visible_matches(self, matches: Sequence[Match], person_id: int, viewable: Viewable) -> list[Seen]:
        """Return those of `matches` that a person may see, each with the places where they can see it."""
        shown = {match.id: await self._places.of(match.id) for match in matches}
        mine = {match.id: match.seat_of(person_id) for match in matches}
        foreign = [place for match in matches if mine[match.id] is None for place in shown[match.id]]
        in_view = await self._visible_places(foreign, person_id, viewable)
        visible = []
        for match in matches:
            seat = mine[match.id]
            if seat is not None:
                visible.append((match, [place for place in shown[match.id] if place.seen_by(seat)]))
            elif places := [place for place in in_view if place.match_id == match.id]:
                visible.append((match, places))
        return visible

    async def _visible_places(self, places: Iterable[Place], person_id: int, viewable: Viewable) -> list[Place]:
        """Return those of `places` that a person can view now, in servers that have not banned them."""
        admitting = await self._moderation.admitting_places(person_id, places)
        return await viewable(admitting) if admitting else []
