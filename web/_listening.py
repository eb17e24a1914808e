"""What both doors over HTTP share: a stranger holds no connection for long, and writes nothing to the log."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import TYPE_CHECKING

from aiohttp import web

if TYPE_CHECKING:
    from aiohttp.typedefs import Handler

log = logging.getLogger(__name__)
_silent = logging.getLogger(f"{__name__}.strangers")
_silent.disabled = True  # anybody can send bytes that are no HTTP, so no line of the log may come of them

SLOWEST = 3.0
"""Seconds in which the headers of a request must arrive, and then again its body."""
DRAINED = 5.0
"""Seconds for which a stop waits for connections that were accepted."""


def application(largest: int = 1024) -> web.Application:
    """An application without routes: its requests have at most so many bytes, and each ends its connection."""
    return web.Application(client_max_size=largest, middlewares=[_closing])


def runner(app: web.Application) -> web.AppRunner:
    """What serves an application made by `application` to anybody who connects."""
    return web.AppRunner(
        app,
        access_log=None,
        shutdown_timeout=DRAINED,
        keepalive_timeout=SLOWEST,  # it holds from the first moment of a connection
        lingering_time=SLOWEST,
        auto_decompress=False,  # the signature is over the bytes as they are sent
        logger=_silent,
    )


@web.middleware
async def _closing(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Close the connection after each request, so that a stop cuts off no connection that is to be used again."""
    answer: web.StreamResponse
    try:
        answer = await handler(request)
    except (TimeoutError, ConnectionResetError):  # a load balancer gave up in the middle of a request
        answer = web.Response(status=HTTPStatus.REQUEST_TIMEOUT)
    except web.RequestPayloadError:  # the body is cut off, or differs from what its headers say
        answer = web.Response(status=HTTPStatus.BAD_REQUEST)
    except web.HTTPException as refusal:
        answer = web.Response(status=refusal.status, text=refusal.reason)
    except Exception:
        log.exception("A fault of ours: a request is not answered")
        answer = web.Response(status=HTTPStatus.INTERNAL_SERVER_ERROR)
    answer.force_close()
    return answer
