"""Limits requests to the board page, and turns errors into refusals in JSON."""

import asyncio
import gzip
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from functools import partial
from http import HTTPStatus
from typing import Any

from aiohttp import web

from language import SpokenError, mark, one_line, say
from matches.computers import Interrupted
from matches.errors import Unknown
from matches.visits import NotVisiting
from storage.errors import Unavailable, Unheard

IDLE = 20.0
"""How many seconds a connection may stay open without a request."""
MOST_CONNECTIONS = 4_000
"""How many connections the page may have open at once."""
log = logging.getLogger(__name__)

WORTH_PACKING = 600
"""The smallest response to compress, in bytes."""
LONG = 8_000
"""The smallest response to compress in a thread, in bytes."""
MOST_KEYS = 10_000
"""How many addresses or people are tracked. If there are more, the least recently active one is forgotten."""

UNSAVED = mark("Nothing can be saved at the moment, so nothing has changed. Try again in a minute.")
UNHEARD = mark("The connection to the database broke while saving. Check in a minute whether your move counts.")
INTERRUPTED = mark("The computer was interrupted while thinking. Try again.")
TOO_FAST = mark("Too many requests. Wait a few seconds.")
MISTAKEN = mark("This page sent something that the bot does not understand. Reload it.")
BROKEN = mark("Something went wrong, and the bot's owner can find it in the log. Try again in a moment.")


class Mistaken(Exception):
    """The request is not one that the page would send."""


class TooFast(Exception):
    """Raised if an address or person has sent too many requests."""


KNOWN: Sequence[tuple[tuple[type[Exception], ...], HTTPStatus, str]] = (
    ((NotVisiting,), HTTPStatus.UNAUTHORIZED, ""),
    ((Unknown,), HTTPStatus.NOT_FOUND, ""),
    ((SpokenError,), HTTPStatus.CONFLICT, ""),
    ((Mistaken, web.RequestPayloadError), HTTPStatus.BAD_REQUEST, MISTAKEN),
    ((TooFast,), HTTPStatus.TOO_MANY_REQUESTS, TOO_FAST),
    ((TimeoutError, ConnectionResetError), HTTPStatus.REQUEST_TIMEOUT, MISTAKEN),
    ((Interrupted,), HTTPStatus.SERVICE_UNAVAILABLE, INTERRUPTED),
    ((Unheard,), HTTPStatus.SERVICE_UNAVAILABLE, UNHEARD),
    ((Unavailable,), HTTPStatus.SERVICE_UNAVAILABLE, UNSAVED),
)
"""The status for each kind of error, and the sentence for errors that have none. The first match counts."""


class Budget:
    """Limits how many requests each key, such as an address or person, may make.

    A key may make `burst` requests at once and, in the long run, `rate` requests per second.
    """

    def __init__(self, burst: float, rate: float) -> None:
        self._burst, self._rate = burst, rate
        self._spent: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()
        """How much of its burst each key has used, and when. The key that has been quiet longest comes first."""

    def spend(self, key: Hashable) -> None:
        """Count a request against a key. Raises TooFast if the key's budget is used up."""
        now = time.monotonic()
        if self._left(key, now) < 1:
            raise TooFast
        self._spent[key] = (self._burst - self._left(key, now) + 1, now)
        self._spent.move_to_end(key)
        if len(self._spent) > MOST_KEYS:
            self._spent.popitem(last=False)

    def _left(self, key: Hashable, now: float) -> float:
        spent, at = self._spent.get(key, (0.0, now))
        return self._burst - max(spent - (now - at) * self._rate, 0)


async def wait_until_done(work: asyncio.Future[Any], seconds: float | None = None) -> bool:
    """Wait up to `seconds` for `work`, and return whether it is done.

    The work continues even if the visitor leaves meanwhile. An error that nobody waits for is logged only if it is a
    bug, and without the traceback that asyncio would log.
    """
    heard = False
    try:
        done, _ = await asyncio.wait({work}, timeout=seconds)
        heard = work in done
    finally:  # even if the visitor left at the moment when the work ended
        work.add_done_callback(partial(_read, heard=heard))
    return heard


def _read(work: asyncio.Future[Any], *, heard: bool) -> None:
    error = None if work.cancelled() else work.exception()
    if not (heard or error is None or isinstance(error, tuple(kind for kinds, *_ in KNOWN for kind in kinds))):
        log.error("A bug: the board page's work failed after its visitor had left", exc_info=error)


def answer(content: object, status: int = HTTPStatus.OK) -> web.Response:
    """Return a JSON response that no cache stores."""
    body = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    return web.Response(body=body, status=status, content_type="application/json", headers=headers)


async def compress(request: web.Request, response: web.Response) -> web.Response:
    """Compress a response if it is large.

    The response must not contain a secret, because compression could reveal it.
    """
    body = response.body
    if isinstance(body, bytes) and len(body) >= WORTH_PACKING and takes_gzip(request):
        pack = partial(gzip.compress, body, 6, mtime=0)
        response.body = await asyncio.to_thread(pack) if len(body) >= LONG else pack()  # zlib releases the GIL
        response.headers["Content-Encoding"] = "gzip"
    return response


def takes_gzip(request: web.Request) -> bool:
    return "gzip" in request.headers.get("Accept-Encoding", "")


def refusal(error: Exception) -> web.Response:
    """Return the response to an error, with the matching status and a sentence in the reader's language.

    Only bugs are logged.
    """
    if isinstance(error, web.HTTPException):
        return answer({"said": say(MISTAKEN)}, error.status)
    for kinds, status, sentence in KNOWN:
        if isinstance(error, kinds):
            said = error.said() if isinstance(error, SpokenError) else say(sentence)
            return answer({"said": one_line(said)}, status)
    log.error("A bug: a request of the board page was not answered", exc_info=error)
    return answer({"said": say(BROKEN)}, HTTPStatus.INTERNAL_SERVER_ERROR)
