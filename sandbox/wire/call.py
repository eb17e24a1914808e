"""A request to the REST API as its handler sees it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from sandbox.discord.errors import Json
from sandbox.discord.posting import Form
from sandbox.discord.world import World
from sandbox.wire.backend import Backend


@dataclass(frozen=True, slots=True)
class Call:
    """A request after authorisation, parsing and validation."""

    backend: Backend
    parameters: Mapping[str, str]
    query: Mapping[str, str]
    form: Form

    def __getitem__(self, name: str) -> str:
        """A parameter of the path."""
        return self.parameters[name]

    @property
    def world(self) -> World:
        return self.backend.world


Answer: TypeAlias = "Json | list[Json] | None"
"""The body of a response; None for status 204."""
Endpoint: TypeAlias = "Callable[[Call], Awaitable[Answer]]"
"""Returns the response to a call, or raises Refused."""


class Route(NamedTuple):
    """The method and path of an endpoint, and the operation in Discord's description that validates its body."""

    method: str
    path: str
    endpoint: Endpoint
    operation: str | None = None
    by_token: bool = False
    """Whether an interaction token in the path replaces the bot's token."""


ROUTES: list[Route] = []
"""All endpoints. Paths that match the same request stand in the order in which they are tried."""


def route(
    method: str, path: str, operation: str | None = None, *, by_token: bool = False
) -> Callable[[Endpoint], Endpoint]:
    """Declare the decorated function as the endpoint of a route."""

    def declared(endpoint: Endpoint) -> Endpoint:
        ROUTES.append(Route(method, path, endpoint, operation, by_token))
        return endpoint

    return declared
