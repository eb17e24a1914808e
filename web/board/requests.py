"""Validates visitors' requests to the board page, and reads values from them."""

import asyncio
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from aiohttp import web

from games import Seat
from matches.model import Match
from matches.visits import Visit
from service import Service
from service.gate import Discord
from web._listening import SLOWEST
from web.board.guard import Mistaken
from web.board.told import Reader

LARGEST = 4 * 1024
"""The largest allowed body, in bytes."""
MOST_STEPS = 200
"""The maximum number of steps in a move, and of moves in a line."""
MOST_SEEN = 24
"""How many matches one request may wait for."""

KNOWN = "X-Known"
"""The header that names the grids and drawings that the page already has."""

Method = Literal["GET", "POST"]


@dataclass(frozen=True, slots=True)
class Request:
    """A visitor's request."""

    http: web.Request
    visit: Visit
    secret: str
    named: Match | None
    """The match that the URL names, or None if it names none. The visitor is allowed to see the match."""
    body: Mapping[str, Any] = field(default_factory=dict)

    @property
    def me(self) -> int:
        return self.visit.person_id

    @property
    def match(self) -> Match:
        """The match that the URL names."""
        assert self.named is not None  # noqa: S101 (only asked where the address names one)
        return self.named

    def place(self, name: str) -> int:
        """Return a number from the URL's path."""
        return int(self.http.match_info[name])

    def number(self, name: str) -> int:
        """Return an integer from the request's body. Raises Mistaken if it is missing or invalid."""
        value = self.body.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 53:
            raise Mistaken
        return value

    def text(self, name: str) -> str:
        """Return a string from the request's body. Raises Mistaken if it is missing or invalid."""
        value = self.body.get(name)
        if not isinstance(value, str):
            raise Mistaken
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of strings from the request's body. Raises Mistaken if it is missing or invalid."""
        return _texts(self.body.get(name))

    def moves(self, name: str) -> list[tuple[str, ...]]:
        """Return a list of moves, each a list of steps, from the request's body.

        Raises Mistaken if the list is missing or invalid.
        """
        value = self.body.get(name)
        if not isinstance(value, list) or len(value) > MOST_STEPS:
            raise Mistaken
        return [_texts(steps) for steps in value]

    def query_number(self, name: str) -> int | None:
        """Return a number from the URL's query.

        Returns None if the query has no such field. Raises Mistaken if the field is not a number.
        """
        text = self.http.query.get(name)
        if text is not None and not re.fullmatch(r"[0-9]{1,9}", text):
            raise Mistaken
        return None if text is None else int(text)

    def seen_revisions(self) -> dict[str, int]:
        """Return a dict from match codes to the revisions already shown by the page.

        The query is `?after=CODE:REV,…`. Raises Mistaken if it is invalid.
        """
        text = self.http.query.get("after", "")
        if text.count(",") >= MOST_SEEN or not re.fullmatch(
            r"[0-9a-z]{4,10}:[0-9]{1,9}(?:,[0-9a-z]{4,10}:[0-9]{1,9})*", text
        ):
            raise Mistaken
        return {code: int(rev) for code, _, rev in (part.partition(":") for part in text.split(","))}

    def view(self) -> Seat | None:
        """Return the seat the page wants at the bottom of the board, or None if it leaves the choice to the bot.

        Raises Mistaken if the request names an invalid seat.
        """
        view = self.query_number("view")
        if view not in {None, 0, 1}:
            raise Mistaken
        return cast("Seat | None", view)


class Requests:
    """A group of request handlers that use the service."""

    def __init__(self, service: Service, discord: Discord) -> None:
        self._service, self._discord = service, discord

    async def _reader(self, request: Request) -> Reader:
        """Return the visitor's settings, view and known drawings. Raises Mistaken if the view is invalid."""
        chosen = await self._service.settings.of_player(request.me)
        known = frozenset(request.http.headers.get(KNOWN, "").split(","))
        return Reader(request.me, chosen, request.view(), known)


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > MOST_STEPS or not all(isinstance(text, str) for text in value):
        raise Mistaken
    return tuple(value)


async def body_of(request: web.Request) -> Mapping[str, Any]:
    """Return the JSON object in a request's body.

    Raises Mistaken if the body is not a valid JSON object, and HTTPException if it is too large.
    """
    if (length := request.content_length or 0) > LARGEST:
        raise web.HTTPRequestEntityTooLarge(max_size=LARGEST, actual_size=length)
    if request.content_type != "application/json":
        raise Mistaken
    async with asyncio.timeout(SLOWEST):
        raw = await request.read()
    try:
        body = json.loads(raw)
        json.dumps(body, ensure_ascii=False, allow_nan=False).encode()  # refuses what no response could repeat
    except (ValueError, RecursionError) as error:
        raise Mistaken from error
    if not isinstance(body, dict):
        raise Mistaken
    return body
