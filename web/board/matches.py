"""Requests about a match: looking at it, waiting for its next change, moving, and acting in it."""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from http import HTTPStatus
from typing import Any, ClassVar

from aiohttp import web

from games import Position
from language import mark
from matches.errors import Refusal
from matches.model import Match, Person, Venue
from matches.settings import OWN_VIEWS
from render import THEMES
from service import Service
from web.board.acts import ACTS
from web.board.guard import Mistaken, TooFast, answer
from web.board.requests import Method, Request, Requests
from web.board.told import match_told, queue_told

HELD = 25.0
"""The most seconds for which a request waits for a change of the match."""
MOST_HELD = 12
"""The most requests of one person that wait at the same time."""
MOST_HELD_BY_ALL = 2_000
"""The most requests that wait in this process at the same time."""
MOST_LISTED = 50
"""The most matches in a person's list."""
MATCH = "/api/match/{code:[0-9a-z]{4,10}}"
NO_MATCH_THERE = mark("No match can begin in that channel. Use `/play` in another one.")
NO_SUCH_MOVE = mark("That move is not possible here. Choose again.")

Routes = Mapping[tuple[Method, str], Callable[[Request], Awaitable[web.Response]]]


class MatchRequests(Requests):
    _held: ClassVar = Counter[int]()
    """The number of waiting requests in this process, by person."""

    def routes(self) -> Routes:
        return {
            ("GET", "/api/matches"): self.matches,
            ("GET", MATCH): self.match,
            ("GET", MATCH + "/at/{ply:[0-9]{1,5}}"): self.match_at,
            ("POST", MATCH + "/move"): self.move,
            ("POST", MATCH + "/hint"): self.hint,
            ("POST", MATCH + "/again"): self.again,
            **{("POST", f"{MATCH}/{act}"): self.act for act in ACTS},
            ("POST", "/api/settings"): self.settings,
        }

    async def matches(self, request: Request) -> web.Response:
        """The visitor's running matches."""
        lookup, now = self._service.lookup, self._service.clock.now()
        queue = (await lookup.queue(request.me))[:MOST_LISTED]
        shown = {item.match.id: item.match for item in await lookup.shown(running.match_id for running in queue)}
        entries = [(running, shown[running.match_id]) for running in queue if running.match_id in shown]
        return answer(request.http, queue_told(entries, now))

    async def match(self, request: Request) -> web.Response:
        """The newest board. With `?after=REV` the answer waits while that is the newest revision; then it is 204."""
        service, after = self._service, request.asked("after")
        if request.match.rev == after:
            with self._waiting(request.me):
                await service.watching.until_newer(request.match.id, after, HELD)
            match = await service.visits.match(await service.visits.of(request.secret), request.match.id)
            if match.rev == after:
                return web.Response(status=HTTPStatus.NO_CONTENT)
        return await self._told(request)

    @contextmanager
    def _waiting(self, person_id: int) -> Iterator[None]:
        """Count a waiting request. Raises TooFast beyond MOST_HELD and MOST_HELD_BY_ALL."""
        if self._held[person_id] >= MOST_HELD or self._held.total() >= MOST_HELD_BY_ALL:
            raise TooFast
        self._held[person_id] += 1
        try:
            yield
        finally:
            self._held[person_id] -= 1
            if not self._held[person_id]:
                del self._held[person_id]

    async def match_at(self, request: Request) -> web.Response:
        """The board after some moves."""
        return await self._told(request, request.place("ply"))

    async def move(self, request: Request) -> web.Response:
        """Play `{"rev": …, "steps": […]}`; the answer is the newest board."""
        service, rev = self._service, request.number("rev")
        snapshot = await service.lookup.to_move(request.match.id, request.me, rev)
        text = text_of(snapshot.position, request.texts("steps"))
        await service.play.move(request.match.id, request.me, text, rev=rev)
        return await self._told(request)

    async def act(self, request: Request) -> web.Response:
        """One of ACTS: `{"rev": …}`; the answer is the newest board."""
        name, rev = request.http.path.rpartition("/")[2], request.number("rev")
        await ACTS[name].call(self._service)(request.match.id, request.me, rev=rev)
        return await self._told(request)

    async def hint(self, request: Request) -> web.Response:
        """The best move against the computer, `{"steps": […]}`, for `{"rev": …}`. It takes a second or more."""
        rev = request.number("rev")
        snapshot, judgement = await self._service.advice.hint(request.match.id, request.me, rev=rev)
        position = snapshot.position
        return answer(request.http, {"steps": position.steps(position.parse(judgement.line[0]))})

    async def again(self, request: Request) -> web.Response:
        """Begin a rematch against the computer, `{"level": …}`, where the match is shown; answers `{"code": …}`."""
        service, level = self._service, request.number("level")
        person, venue = await venue_of(service, request.match, request.me)
        snapshot = await service.practice.again(request.match.id, person, level, venue)
        return answer(request.http, {"code": snapshot.match.code})

    async def settings(self, request: Request) -> web.Response:
        """Store the visitor's look for all private boards: `{"theme": …}`, `{"view": …}` or both."""
        chosen = await self._service.settings.of_player(request.me)
        theme, view = request.body.get("theme", chosen.theme), request.body.get("view", chosen.view)
        if theme not in (None, *THEMES) or view not in tuple(OWN_VIEWS):  # tuples, because it may be unhashable
            raise Mistaken
        await self._service.settings.choose(request.me, replace(chosen, theme=theme, view=view))
        return answer(request.http, {})

    async def _told(self, request: Request, ply: int | None = None) -> web.Response:
        service, match_id = self._service, request.match.id
        lookup = service.lookup
        snapshot = await (lookup.snapshot(match_id) if ply is None else lookup.snapshot_at(match_id, ply))
        plies = await lookup.plies(match_id)
        reader = await self._reader(request)
        return answer(request.http, match_told(snapshot, plies, reader, service.clock.now()))


def text_of(position: Position[Any], steps: tuple[str, ...]) -> str:
    """The text of the legal move with these steps. Raises Refusal."""
    move = next((move for move in position.legal_moves() if position.steps(move) == steps), None)
    if move is None:
        raise Refusal(NO_SUCH_MOVE)
    return position.format(move)


async def venue_of(service: Service, match: Match, person_id: int) -> tuple[Person, Venue]:
    """A player of a match, and where it is shown to them, for another match.

    Raises Mistaken, and Refusal if it is shown nowhere or the server lets matches begin in other channels only.
    """
    seat = match.seat_of(person_id)
    if seat is None:
        raise Mistaken
    places = [place for place in await service.places.of(match.id) if place.seat in {None, seat}]
    if not places:
        raise Refusal("This match is no longer shown in Discord. Start a new one there with `/play`.")
    place = places[-1]
    if place.guild_id is not None and not place.guest:
        server = await service.settings.of_server(place.guild_id)
        if not server.begins_in(place.channel_id, place.thread_of):
            raise Refusal(NO_MATCH_THERE)
    return match.players[seat], Venue(place.channel_id, place.guild_id, place.guest)
