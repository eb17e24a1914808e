"""Handles requests to start a match against the computer, such as a rematch or a match from the editor's position."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from weakref import WeakValueDictionary

from aiohttp import web

from language import mark
from matches.codes import id_of
from matches.computers import EASIEST
from matches.errors import Refusal
from matches.lessons import last_side
from matches.model import Match, Person, Side, Snapshot, Venue
from matches.openings import set_up
from service import Service
from service.gate import Discord
from service.turns import aside
from web.board.guard import Mistaken, answer
from web.board.lessons import LESSON
from web.board.matches import MATCH, Routes
from web.board.requests import Request, Requests
from web.board.setups import SETUP, game_of

NO_MATCH_THERE = mark("No match can begin in that channel. Use `/play` in another one.")
IN_DOUBT = mark("Discord does not say whether a match can begin there. Try again in a minute.")
SHOWN_NOWHERE = mark("This match is no longer shown in Discord. Start a new one there with `/play`.")


class BeginningRequests(Requests):
    def __init__(self, service: Service, discord: Discord) -> None:
        super().__init__(service, discord)
        self._locks = WeakValueDictionary[int, asyncio.Lock]()
        """A lock for each person, which makes sure that they begin only one match at a time."""

    def routes(self) -> Routes:
        return {
            ("POST", MATCH + "/again"): self.again,
            ("POST", SETUP + "/play"): self.play,
            ("POST", LESSON + "/play"): self.beginner,
        }

    async def again(self, request: Request) -> web.Response:
        """Start a rematch against the computer in the same channel.

        The body is `{"level": …}`, the computer's new level, and the response is `{"code": …}`.
        """
        level = request.number("level")
        person, venue = await self._player_and_venue(request, request.match)
        async with self._permit(request, venue):
            return _told(await self._service.practice.rematch(request.match.id, person, level, venue))

    async def beginner(self, request: Request) -> web.Response:
        """Start a match in the lesson's game against the easiest computer player.

        The response is `{"code": …}`.
        """
        game = game_of(request).info.key
        person, venue = await self._venue(request)
        async with self._permit(request, venue):
            return _told(await self._service.practice.begin(game, person, EASIEST, venue, last_side(game)))

    async def play(self, request: Request) -> web.Response:
        """Start a match against the computer from a given position.

        The body is `{"position": …, "level": …}`, and the response is `{"code": …}`. The visitor plays the side to
        move. If `{"match": code}` names a match in which the visitor plays, the new match is shown in the same place.
        Otherwise, it is shown where the editor was opened.
        """
        game, code, level = game_of(request), request.text("position"), request.number("level")
        person, venue = await self._venue(request)
        side: Side = "second" if set_up(game, code).turn else "first"
        async with self._permit(request, venue):
            begin_at = self._service.practice.begin_at
            return _told(await begin_at(game.info.key, person, level, venue, code, side))

    @asynccontextmanager
    async def _permit(self, request: Request, venue: Venue) -> AsyncIterator[None]:
        """Check that the visitor may start a match in `venue`, and let them start only one match at a time.

        Raises Refusal if they could not use `/play` there. A session gives no permission; it only identifies the
        visitor. The limits are checked first, so that nobody can make us ask Discord often.
        """
        async with AsyncExitStack() as alone:
            async with aside():
                await alone.enter_async_context(self._locks.setdefault(request.me, asyncio.Lock()))
            await self._service.quotas.check_practice(request.me)
            async with aside():
                allowed = await self._discord.may_begin(request.me, venue)
            if not allowed:
                raise Refusal(NO_MATCH_THERE if allowed is False else IN_DOUBT)
            yield

    async def _venue(self, request: Request) -> tuple[Person, Venue]:
        """Return the visitor and the venue for their next match. Raises Refusal if there is no such venue."""
        visit = request.visit
        if "match" in request.body:
            match_id = id_of(request.text("match"))
            return await self._player_and_venue(
                request, await self._service.visits.match(visit, match_id, self._discord)
            )
        name = await self._service.lookup.name_of(request.me)
        if visit.channel_id is None or name is None:
            raise Refusal(NO_MATCH_THERE)
        return Person(request.me, name), Venue(visit.channel_id, visit.guild_id)

    async def _player_and_venue(self, request: Request, match: Match) -> tuple[Person, Venue]:
        """Return the visitor as a player of the match, and their venue. Raises Mistaken or Refusal if there is none."""
        seat = match.seat_of(request.me)
        if seat is None:
            raise Mistaken
        places = [place for place in await self._service.places.of(match.id) if place.seat in {None, seat}]
        if not places:
            raise Refusal(SHOWN_NOWHERE)
        place = places[-1]
        return match.players[seat], Venue(place.thread_of or place.channel_id, place.guild_id, place.guest)


def _told(snapshot: Snapshot) -> web.Response:
    return answer({"code": snapshot.match.code})
