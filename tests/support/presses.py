"""Interactions without Discord: a use of a control, and a record of the answers."""

import itertools
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord

from cogs.posts.relay import OutboxRelay
from cogs.wire.arrivals import Arrivals
from cogs.wire.last_answers import LastAnswers
from cogs.wire.people import Owners
from cogs.wire.permissions import Viewers
from matches.model import Person, Venue
from service import Service
from tests.support.compute import InAThread

_ids = itertools.count(1)
_messages = itertools.count(701)


def snowflake(at: float) -> int:
    """A new id, given at that time."""
    return discord.utils.time_snowflake(datetime.fromtimestamp(at, UTC)) + next(_ids)


def trouble(code: int, status: int = 404) -> discord.HTTPException:
    """The error that discord.py raises when Discord answers with this status and code."""
    response: Any = SimpleNamespace(status=status, reason="")
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    return kind(response, {"code": code, "message": "refused"})


@dataclass
class Answers:
    """Stands in for the response and the followup of an interaction."""

    error: BaseException | None = None
    """The error that Discord returns for every answer, if any."""
    sent: list[dict[str, Any]] = field(default_factory=list)
    """The answers, as the keyword arguments passed to discord.py."""
    ids: list[int] = field(default_factory=list)
    """The IDs of the answers."""
    done: bool = False
    deleted: int = 0
    """How many answers were deleted."""

    def is_done(self) -> bool:
        return self.done

    async def _take(self, **answer: Any) -> Any:
        if self.error is not None:
            raise self.error
        self.done = True
        self.sent.append(answer)
        self.ids.append(number := next(_messages))
        return SimpleNamespace(message_id=number, id=number, delete=self.delete_original_response)

    async def send_message(self, content: str = "", **more: Any) -> Any:
        return await self._take(content=content, **more)

    async def edit_message(self, **more: Any) -> Any:
        return await self._take(edited=True, **more)

    async def edit_original_response(self, **more: Any) -> Any:
        return await self._take(original=True, **more)

    async def delete_original_response(self) -> None:
        if self.error is not None:
            raise self.error
        self.deleted += 1

    async def defer(self, **more: Any) -> Any:
        return await self._take(**more)

    async def send_modal(self, form: discord.ui.Modal) -> Any:
        return await self._take(form=form)

    async def send(self, content: str = "", **more: Any) -> Any:
        return await self._take(content=content, **more)

    def text(self) -> str:
        """The text of the only answer."""
        (answer,) = self.sent
        return str(answer["content"])


@dataclass
class Channel:
    """A channel to which the bot posts by its own route."""

    posted: list[dict[str, Any]] = field(default_factory=list)
    error: BaseException | None = None
    """The error that Discord returns for every message, if any."""

    async def send(self, content: str = "", **more: Any) -> Any:
        if self.error is not None:
            raise self.error
        self.posted.append({"content": content, **more})
        return SimpleNamespace(id=900 + len(self.posted))

    async def history(self, **_: object) -> AsyncIterator[Any]:
        nothing: tuple[Any, ...] = ()
        for message in nothing:
            yield message

    def get_partial_message(self, _: int) -> Any:
        async def edit(**__: object) -> None: ...

        async def delete() -> None: ...

        return SimpleNamespace(edit=edit, delete=delete, fetch=edit)


class Client:
    """A bot with a service and one channel, in place of everything on Discord."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.board_url: str | None = None
        self.channel = Channel()
        self.user: Any = None
        self.application_id = 999
        self.http: Any = SimpleNamespace(get_member=self.get_member)
        self.link_commands = str
        self.command_ids = {"play": 77}
        me: Any = self
        self.relay = OutboxRelay(me, service)
        self.viewers = Viewers(me, service.clock)
        self.compute = InAThread()
        self.arrivals = Arrivals(service.clock)
        self.last_answers = LastAnswers(service.clock)
        self.owners = Owners(me, service.clock)

    def get_partial_messageable(self, _: int, guild_id: int | None = None) -> Channel:
        return self.channel

    async def get_member(self, *_: int) -> Any:
        """Everybody is a member of every server."""

    async def create_dm(self, person: Any) -> Any:
        return SimpleNamespace(id=10_000 + person.id, send=self.channel.send)

    async def fetch_user(self, person_id: int) -> Any:
        return SimpleNamespace(id=person_id, display_name=f"Somebody {person_id}", bot=False)

    async def fetch_channel(self, _: int) -> Any:
        raise trouble(10003)

    async def fetch_guild(self, _: int, *, with_counts: bool = True) -> Any:
        raise trouble(10004)


def pressed(
    client: Client,
    who: Person,
    where: Venue,
    *,
    error: BaseException | None = None,
    private: bool = True,
    custom_id: str = "",
    **data: object,
) -> Any:
    """A use of a control by somebody, on a private or a public message."""
    answers = Answers(error)

    async def original_response() -> None:
        raise trouble(10015)

    everything = discord.Permissions.all()
    return SimpleNamespace(
        id=snowflake(int(client.service.clock.steady())),
        client=client,
        user=SimpleNamespace(id=who.id, display_name=who.name),
        type=discord.InteractionType.component,
        data={"custom_id": custom_id, **data},
        extras={},
        message=SimpleNamespace(id=600, flags=SimpleNamespace(ephemeral=private), components=(), attachments=()),
        channel=None,
        channel_id=where.channel_id,
        guild_id=where.guild_id,
        locale=discord.Locale.british_english,
        guild_locale=discord.Locale.british_english,
        guild=None,
        context=SimpleNamespace(dm_channel=where.direct),
        is_guild_integration=lambda: where.guild_id is not None and not where.guest,
        app_permissions=everything,
        permissions=everything,
        response=answers,
        followup=answers,
        original_response=original_response,
        edit_original_response=answers.edit_original_response,
        delete_original_response=answers.delete_original_response,
        answers=answers,
    )


def words_in(answer: dict[str, Any]) -> Iterator[str]:
    """Everything that a person reads in an answer: its text, and the labels of its controls or its form."""
    yield str(answer.get("content") or "")
    for part in (answer.get("view"), answer.get("form")):
        yield from _words_of(part.to_dict() if isinstance(part, discord.ui.Modal) else part and part.to_components())


def _words_of(shown: Any) -> Iterator[str]:
    """The words in the payload of a control."""
    if isinstance(shown, list):
        for item in shown:
            yield from _words_of(item)
    elif isinstance(shown, dict):
        yield from (str(shown[key]) for key in ("label", "title", "description", "placeholder") if shown.get(key))
        for key in ("components", "component", "options"):
            yield from _words_of(shown.get(key))
