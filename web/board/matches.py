"""Handles requests about a match: viewing it, waiting for changes, moving, and taking other actions."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from http import HTTPStatus
from typing import Any, ClassVar, TypeVar

from aiohttp import web

from games import Position
from language import mark
from matches.errors import Refusal
from matches.settings import OWN_VIEWS
from render import THEMES
from service.turns import aside, pass_on
from web.board import votes
from web.board.acts import ACTS
from web.board.guard import Mistaken, TooFast, answer, wait_until_done
from web.board.requests import Method, Request, Requests
from web.board.reviews import review_json
from web.board.told import Told, match_json, queue_json
from web.board.votes import VOTER_ACTS, ballot_of

T = TypeVar("T")

HELD = 25.0
"""How many seconds a request waits for the match to change."""
MOST_HELD = 12
"""How many of one person's requests may wait at the same time."""
MOST_HELD_BY_ALL = 2_000
"""How many requests may wait in this process at the same time."""
MOST_LISTED = 50
"""How many matches a person's list may have."""
MATCH = "/api/match/{code:[0-9a-z]{4,10}}"
NO_SUCH_MOVE = mark("That move is not possible here. Choose again.")

Routes = Mapping[tuple[Method, str], Callable[[Request], Awaitable[web.Response]]]


class MatchRequests(Requests):
    _held: ClassVar = Counter[int]()
    """The number of requests waiting in this process, by person."""

    def routes(self) -> Routes:
        return {
            ("GET", "/api/matches"): self.matches,
            ("GET", "/api/changes"): self.changes,
            ("GET", MATCH): self.match,
            ("GET", MATCH + "/at/{ply:[0-9]{1,5}}"): self.match_at,
            ("POST", MATCH + "/move"): self.move,
            ("POST", MATCH + "/hint"): self.hint,
            ("POST", MATCH + "/review"): self.review,
            **{("POST", f"{MATCH}/{act}"): self.act for act in ACTS},
            **{("POST", f"{MATCH}/{act}"): self.act_as_voter for act in VOTER_ACTS},
            ("POST", "/api/settings"): self.settings,
        }

    async def matches(self, request: Request) -> web.Response:
        """Return the visitor's running matches."""
        lookup, now = self._service.lookup, self._service.clock.now()
        queue = (await lookup.queue(request.me))[:MOST_LISTED]
        shown = {item.match.id: item.match for item in await lookup.with_places(running.match_id for running in queue)}
        entries = [(running, shown[running.match_id]) for running in queue if running.match_id in shown]
        return answer(queue_json(entries, now))

    async def match(self, request: Request) -> web.Response:
        """Return the newest board.

        If the query is `?after=REV`, waits for a newer revision, and responds with 204 if none comes.
        """
        service, after = self._service, request.query_number("after")
        if request.match.rev == after:
            with self._waiting(request.me):
                async with aside():
                    await service.watching.until_newer({request.match.id: after}, HELD)
            match = await service.visits.match(await service.visits.of(request.secret), request.match.id, self._discord)
            if match.rev == after:
                return web.Response(status=HTTPStatus.NO_CONTENT)
        return await self._told(request)

    async def changes(self, request: Request) -> web.Response:
        """Wait until one of several matches has changed.

        The query is `?after=CODE:REV,…`, and the response is `{"changed": {code: rev}}`. One request can therefore wait
        for all tabs of a browser. The revision is null for a match that the visitor may not see. After HELD seconds
        without a change, the response is 204.
        """
        seen = request.seen_revisions()
        changed = await self._changed_revisions(request, seen)
        if not changed:
            with self._waiting(request.me):
                async with aside():
                    watched = {int(code, 36): rev for code, rev in seen.items()}
                    await self._service.watching.until_newer(watched, HELD)
            changed = await self._changed_revisions(request, seen)
        return answer({"changed": changed}) if changed else web.Response(status=HTTPStatus.NO_CONTENT)

    async def _changed_revisions(self, request: Request, known: Mapping[str, int]) -> dict[str, int | None]:
        """Map each changed match's code to its new revision, or to None if the visitor may no longer see it."""
        changed, visits = dict[str, int | None](), self._service.visits
        visit = await visits.of(request.secret)
        for code, rev in known.items():
            await pass_on()
            try:
                now = (await visits.match(visit, int(code, 36), self._discord)).rev
            except Refusal:
                changed[code] = None
            else:
                if now != rev:
                    changed[code] = now
        return changed

    @contextmanager
    def _waiting(self, person_id: int) -> Iterator[None]:
        """Count a request as waiting inside this context. Raises TooFast if too many would be waiting."""
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
        """Return the board after some moves."""
        return await self._told(request, request.place("ply"))

    async def move(self, request: Request) -> web.Response:
        """Play a move or, if the visitor is a voter, vote for it. Responds with the latest board.

        The body is `{"rev": …, "steps": […]}`.
        """
        service, rev, match = self._service, request.number("rev"), request.match
        if match.voting and match.seat_of(request.me) is None:
            position = (await service.lookup.snapshot(match.id)).position
            text = position.format(move_of(position, request.texts("steps")))
            await votes.vote(service, self._discord, match, request.me, rev, text)
            return await self._told(request)
        snapshot = await service.lookup.to_move(request.match.id, request.me, rev)
        text = snapshot.position.format(move_of(snapshot.position, request.texts("steps")))
        await service.play.move(request.match.id, request.me, text, rev=rev)
        return await self._told(request)

    async def act(self, request: Request) -> web.Response:
        """Take one of the actions in ACTS, and respond with the latest board.

        The body is `{"rev": …}`.
        """
        name, rev = request.http.path.rpartition("/")[2], request.number("rev")
        await ACTS[name].call(self._service)(request.match.id, request.me, rev=rev)
        return await self._told(request)

    async def act_as_voter(self, request: Request) -> web.Response:
        """Take one of the actions in VOTER_ACTS, and respond with the latest board.

        The body is `{"rev": …}`. For the action WHY, it is `{"rev": …, "reason": …, "named": …}`.
        """
        name, rev = request.http.path.rpartition("/")[2], request.number("rev")
        reason, named = "", False
        if name == votes.WHY:
            reason, named = request.text("reason"), request.body.get("named") is True
        about = (self._service, self._discord, request.match, request.me, rev, name)
        await votes.act(*about, reason=reason, named=named)
        return await self._told(request)

    async def hint(self, request: Request) -> web.Response:
        """Return the best move in a match against the computer. This takes a second or more.

        The response is `{"steps": […]}`.
        """
        rev = request.number("rev")
        async with aside():
            snapshot, judgement = await self._service.advice.hint(request.match.id, request.me, rev=rev)
        position = snapshot.position
        return answer({"steps": position.steps(position.parse(judgement.line[0]))})

    async def review(self, request: Request) -> web.Response:
        """Return both players' accuracy in a finished match, and the costliest mistakes in it.

        If this takes longer than HELD seconds, responds with 204, and the page asks again.
        """
        reviewed = await wait_for(self._reviewed(request))
        return web.Response(status=HTTPStatus.NO_CONTENT) if reviewed is None else answer(reviewed)

    async def _reviewed(self, request: Request) -> Told:
        match, review = await self._service.advice.review(request.match.id, request.me)
        ballots = None
        if match.by_vote:
            with suppress(Refusal):  # nobody has voted
                ballots = await self._service.ballots.review(match.id, request.me)
        return review_json(match, review, match.seat_of(request.me), ballots)

    async def settings(self, request: Request) -> web.Response:
        """Store the visitor's choice of theme or view, which applies to all their private boards.

        The body has the fields `theme`, `view` or both.
        """
        chosen = await self._service.settings.of_player(request.me)
        theme, view = request.body.get("theme", chosen.theme), request.body.get("view", chosen.view)
        if theme not in (None, *THEMES) or view not in tuple(OWN_VIEWS):  # tuples, because the value may be unhashable
            raise Mistaken
        await self._service.settings.choose(request.me, replace(chosen, theme=theme, view=view))
        return answer({})

    async def _told(self, request: Request, ply: int | None = None) -> web.Response:
        service, match_id = self._service, request.match.id
        lookup = service.lookup
        snapshot = await (lookup.snapshot(match_id) if ply is None else lookup.snapshot_at(match_id, ply))
        plies = await lookup.plies(match_id)
        places = await service.places.of(match_id)
        newest = snapshot.ply == snapshot.match.ply
        ballot = await ballot_of(service, self._discord, snapshot.match, request.me, newest=newest)
        reader = await self._reader(request)
        match = snapshot.match
        if match.rated and not match.over and match.seat_of(request.me) is not None:
            tournament = await service.tournaments.with_match(match_id)
            reader = replace(reader, in_tournament=tournament is not None and tournament.status == "running")
        telling = match_json(snapshot, plies, places, reader, service.clock.now(), ballot)
        return answer(await service.replays.in_slices(telling))


async def wait_for(work: Coroutine[Any, Any, T]) -> T | None:
    """Await potentially slow work without holding up the visitor's other requests.

    Returns None if it takes longer than HELD seconds, and lets the work continue.
    """
    doing = asyncio.ensure_future(work)
    async with aside():
        heard = await wait_until_done(doing, HELD)
    return doing.result() if heard else None


def move_of(position: Position[Any], steps: tuple[str, ...]) -> Any:  # noqa: ANN401 (a move of any game)
    """Return the legal move with these steps. Raises Refusal if there is none."""
    for move in position.legal_moves():
        if position.steps(move) == steps:
            return move
    raise Refusal(NO_SUCH_MOVE)
