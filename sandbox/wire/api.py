"""The REST API: every request is authorised, parsed, validated, handled and logged."""

import asyncio
import json
import math
import re
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from aiohttp import web

from sandbox.discord.clock import http_date
from sandbox.discord.errors import Code, Fault, Json, Refused, invalid_form
from sandbox.discord.posting import Form
from sandbox.discord.uploads import Upload
from sandbox.wire import rate_limits
from sandbox.wire.backend import Backend
from sandbox.wire.call import Call, Route
from sandbox.wire.log import Entry
from sandbox.wire.trouble import CUT, Failure
from sandbox.wire.validation import faults

PREFIX = "/api/v10"
LARGEST_REQUEST = 64 * 1024 * 1024
_FILE = re.compile(r"files\[(\d+)\]")
_SHOWN = 4000


class Api:
    """Serves the routes under `/api/v10` and refuses all other paths."""

    def __init__(self, backend: Backend, routes: Sequence[Route]) -> None:
        self._backend = backend
        self._routes = routes
        self._log = backend.log

    def add_to(self, app: web.Application) -> None:
        for route in self._routes:
            app.router.add_route(route.method, PREFIX + route.path, self._serve(route))
        app.router.add_route("*", "/api/{rest:.*}", self._serve(None))

    def _serve(self, route: Route | None) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def serve(request: web.Request) -> web.StreamResponse:
            began = time.perf_counter()
            entry = Entry(self._backend.clock.now(), request.method, request.path.removeprefix(PREFIX))
            self._log.open += 1
            try:
                response = await self._answer(route, request, entry)
                response.headers["Date"] = http_date(self._backend.clock.now())
                return response
            finally:
                self._log.open -= 1
                entry.ms = (time.perf_counter() - began) * 1000
                self._log.add(entry)

        return serve

    async def _answer(self, route: Route | None, request: web.Request, entry: Entry) -> web.Response:
        name = f"{entry.method} {entry.path}"
        await self._backend.trouble.hold_up(name)
        failure = self._backend.trouble.failure(name)
        if failure is None or failure.after:
            response = await self._handled(route, request, entry) if route else _not_built(entry)
        if failure is not None:
            response = _failed(request, failure)
            entry.injected = True
        entry.status = response.status
        return response

    async def _handled(self, route: Route, request: web.Request, entry: Entry) -> web.Response:
        try:
            self._authorise(route, request)
            form = await _read(request)
            entry.body = "" if form.raw is None else json.dumps(form.raw, ensure_ascii=False)[:_SHOWN]
            self._validate(route, form, entry)
            call = Call(self._backend, request.match_info, request.query, form)
            answer = await route.endpoint(call)
            self._time(route, call, entry)
        except Refused as refused:
            entry.code = refused.code.value
            if refused.code is Code.INVALID_FORM and entry.valid is True:
                entry.valid = str(refused)
            return _refused(refused)
        if answer is None:
            return web.Response(status=204, headers=rate_limits.headers(route.method, route.path))
        return _json(answer, 200, rate_limits.headers(route.method, route.path))

    def _authorise(self, route: Route, request: web.Request) -> None:
        if route.by_token and "Authorization" not in request.headers:
            return
        if request.headers.get("Authorization") != f"Bot {self._backend.world.token}":
            raise Refused(Code.WRONG_TOKEN)

    @staticmethod
    def _validate(route: Route, form: Form, entry: Entry) -> None:
        invalid = faults(route.operation, form.raw) if route.operation else []
        if invalid:
            entry.valid = "; ".join(f"{fault.path}: {fault.text}" for fault in invalid)
            raise invalid_form(invalid)

    def _time(self, route: Route, call: Call, entry: Entry) -> None:
        if not route.by_token:
            return
        interaction = self._backend.interactions.by_token(call["token"])
        if interaction:
            entry.round_trip_ms = (asyncio.get_running_loop().time() - interaction.sent_at) * 1000


async def _read(request: web.Request) -> Form:
    """Parse the body: JSON, or a multipart form with `payload_json` and files. Raises Refused for anything else."""
    if not request.can_read_body:
        return Form(None)
    try:
        if request.content_type != "multipart/form-data":
            return Form(await request.json())
        fields = await request.post()
        files: dict[int, Upload] = {}
        for name, part in fields.items():
            number = _FILE.fullmatch(name)
            if number and isinstance(part, web.FileField):
                files[int(number[1])] = Upload(part.filename, part.file.read())
            elif name != "payload_json":
                raise invalid_form([Fault(name, "UNKNOWN_FIELD", "Files are named files[0], files[1] …")])
        return Form(json.loads(str(fields.get("payload_json", "{}"))), files)
    except json.JSONDecodeError as error:
        raise Refused(Code.INVALID_JSON) from error
    except ConnectionResetError as error:  # the bot was killed in the meantime
        raise web.HTTPBadRequest from error


def _json(data: Any, status: int, headers: Mapping[str, str]) -> web.Response:  # noqa: ANN401 (any JSON)
    """A response with the bare content type `application/json`, as Discord's clients expect."""
    text = json.dumps(data).encode()
    return web.Response(body=text, status=status, headers={"Content-Type": "application/json", **headers})


def _refused(refused: Refused) -> web.Response:
    if refused.retry_after is not None:
        return _too_many(refused.retry_after, refused.body())
    return _json(refused.body(), refused.code.status, {})


def _not_built(entry: Entry) -> web.Response:
    entry.valid = "this endpoint is not built in the sandbox"
    return _refused(Refused(Code.GENERAL))


def _failed(request: web.Request, failure: Failure) -> web.Response:
    if failure.status == CUT:
        if request.transport is not None:
            request.transport.close()
        return web.Response(status=499)  # the connection is gone
    if failure.status == 429:
        body = {"message": "You are being rate limited.", "retry_after": failure.retry_after, "global": False}
        if failure.retry_after is None:
            del body["retry_after"]
        return _too_many(failure.retry_after, body)
    return _json({"message": f"{failure.status}: injected", "code": 0}, failure.status, {})


def _too_many(retry_after: object, body: Json) -> web.Response:
    seconds = retry_after
    if isinstance(retry_after, int | float) and math.isfinite(retry_after):
        seconds = math.ceil(retry_after)
    headers = {"Retry-After": str(seconds), "Via": "1.1 google", "X-RateLimit-Scope": "shared"}
    return _json(body, 429, headers)
