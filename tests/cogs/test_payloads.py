"""Interactions in which Discord leaves out what its description calls optional are read all the same."""

import logging
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest

from cogs.commands.client import INTERACTION, Tidepool
from service import Service
from service.clock import Clock
from tests.support.compute import InAThread

USER: Any = {"id": "7", "username": "ann", "discriminator": "0", "avatar": None, "global_name": None}
MEMBER: Any = {"user": USER, "roles": [], "joined_at": None, "flags": 0, "permissions": "8"}
WHOLE: Any = {
    "id": "1", "type": 3, "token": "token", "version": 1, "application_id": "2", "entitlements": [],
    "attachment_size_limit": 1000, "data": {"component_type": 2, "custom_id": "t1:move:1:1"}, "member": MEMBER,
    "guild_id": "5", "channel_id": "6", "channel": {"id": "6", "type": 0, "name": "x", "position": 0},
    "context": 0, "authorizing_integration_owners": {"0": "5"}, "app_permissions": "0", "locale": "en-US",
}  # fmt: skip
INBOX: Any = {"guild_id": None, "member": None, "user": USER, "context": 1, "channel": {"id": "6", "type": 1}}
CASES: dict[str, dict[str, Any]] = {
    "all of it": {},
    "nothing about the program": {"version": None, "entitlements": None, "attachment_size_limit": None},
    "a channel without name and position": {"channel": {"id": "6", "type": 0}},
    "a voice channel": {"channel": {"id": "6", "type": 2, "name": "x"}},
    "a stage": {"channel": {"id": "6", "type": 13, "name": "x"}},
    "a forum": {"channel": {"id": "6", "type": 15}},
    "a thread": {"channel": {"id": "6", "type": 11, "name": "x", "parent_id": "9"}},
    "a group": {**INBOX, "context": 2, "channel": {"id": "6", "type": 3}},
    "direct messages": INBOX,
    "no message": {"message": None},
    "no language of the server": {"guild_locale": None, "locale": None},
    "a member without flags and permissions": {"member": {"user": USER, "roles": []}},
    "a user in place of a member": {"member": None, "user": USER},
    "a channel with null fields": {
        "channel": {"id": "6", "type": 0, "name": None, "position": None, "permission_overwrites": None, "topic": None}
    },
    "a thread with null fields": {
        "channel": {"id": "6", "type": 11, "name": "x", "parent_id": None, "thread_metadata": None, "owner_id": None}
    },
    "a member with null fields": {"member": {"user": USER, "roles": None, "flags": None, "permissions": None}},
}
"""What differs from WHOLE."""


@pytest.fixture
async def bot() -> AsyncIterator[Tidepool]:
    nothing: Any = None
    async with Tidepool(Service(nothing, Clock()), nothing, InAThread()) as bot:
        me: Any = {**USER, "id": "2"}
        bot._connection.user = discord.ClientUser(state=bot._connection, data=me)
        yield bot


@pytest.fixture
def heard(bot: Tidepool, monkeypatch: pytest.MonkeyPatch) -> list[discord.Interaction[Any]]:
    """The interactions that the bot hears of."""
    heard = list[Any]()
    monkeypatch.setattr(bot._connection, "dispatch", lambda _, interaction: heard.append(interaction))
    return heard


@pytest.mark.parametrize("differs", CASES.values(), ids=CASES)
async def test_it_is_read_from_both_doors(
    bot: Tidepool, heard: list[discord.Interaction[Any]], differs: dict[str, Any]
) -> None:
    given = {**WHOLE, **differs}
    absent = {key: value for key, value in given.items() if value is not None}
    bot._connection.parsers[INTERACTION](given)
    bot._connection.parsers[INTERACTION]({**absent, "id": "2"})
    bot.receive(given, 0.0)
    server = None if given["guild_id"] is None else 5
    assert [(one.user.id, one.channel_id, one.guild_id) for one in heard] == [(7, 6, server)] * 3


async def test_one_that_names_nobody_is_one_line_in_the_log(
    bot: Tidepool, heard: list[discord.Interaction[Any]], caplog: pytest.LogCaptureFixture
) -> None:
    bot._connection.parsers[INTERACTION]({**WHOLE, "member": None})
    assert heard == []
    (line,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert "the interaction names no user" in line.getMessage()
    assert line.exc_info is None
