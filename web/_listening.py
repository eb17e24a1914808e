"""What all HTTP servers have in common.

Their rules keep strangers from holding connections open and from writing to the log.
"""

import logging
from http import HTTPStatus

from aiohttp import web
from aiohttp.typedefs import Handler

log = logging.getLogger(__name__)
_silent = logging.getLogger(f"{__name__}.strangers")
_silent.disabled = True  # anyone can send bytes that aren't HTTP, so never log them

SLOWEST = 3.0
"""How many seconds a request's headers may take to arrive. Its body then has the same time."""
DRAINED = 5.0
"""How many seconds a shutdown waits for connections that were already accepted."""


def application(largest: int = 1024) -> web.Application:
    """Return an application without any routes.

    It accepts one request per connection. The body of a request may have at most `largest` bytes.
    """
    return web.Application(client_max_size=largest, middlewares=[_closing])


def runner(app: web.Application, idle: float = SLOWEST, *, cancels: bool = False) -> web.AppRunner:
    """Return the runner that serves an application.

    `idle` is how many seconds a connection may go without a request. With `cancels`, a request is cancelled when its
    client disconnects.
    """
    return web.AppRunner(
        app,
        access_log=None,
        shutdown_timeout=DRAINED,
        keepalive_timeout=idle,  # counted from the start of a connection
        lingering_time=SLOWEST,
        auto_decompress=False,  # the signature covers the bytes as sent
        logger=_silent,
        handler_cancellation=cancels,
    )


@web.middleware
async def _closing(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Close the connection after each request, so that none is reused just before the server shuts down."""
    answer: web.StreamResponse
    try:
        answer = await handler(request)
    except (TimeoutError, ConnectionResetError):  # the client gave up, as load balancers do
        answer = web.Response(status=HTTPStatus.REQUEST_TIMEOUT)
    except web.RequestPayloadError:  # the body is truncated or contradicts its headers
        answer = web.Response(status=HTTPStatus.BAD_REQUEST)
    except web.HTTPException as refusal:
        answer = web.Response(status=refusal.status, text=refusal.reason)
    except Exception:
        log.exception("A bug: a request was not answered")
        answer = web.Response(status=HTTPStatus.INTERNAL_SERVER_ERROR)
    answer.force_close()
    return answer
