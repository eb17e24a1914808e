"""A request to the REST API as its endpoint sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from sandbox.discord.errors import Json
    from sandbox.discord.posting import Form
    from sandbox.discord.world import World
    from sandbox.wire.backend import Backend


@dataclass(frozen=True, slots=True)
class Call:
    """A request that was authorised, read and validated."""

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
"""The body of an answer; None for 204 without a body."""
Endpoint: TypeAlias = "Callable[[Call], Awaitable[Answer]]"
"""Returns the answer to a call, or raises Refused."""


class Route(NamedTuple):
    """The method and path of an endpoint, and the operation of Discord's description that validates its body."""

    method: str
    path: str
    endpoint: Endpoint
    operation: str | None = None
    by_token: bool = False
    """Whether the token of an interaction in the path takes the place of the bot's token."""
