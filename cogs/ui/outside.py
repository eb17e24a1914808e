"""Asks Discord, on behalf of the board page, what a person can view and where they may use `/play`."""

import logging
from collections.abc import Iterable

import discord

from cogs.ui.context import Client
from cogs.ui.moderators import settings_for
from cogs.wire.failures import FAILURES
from cogs.wire.permissions import hosting_needs
from matches.model import Place, Venue
from service.gate import Member

log = logging.getLogger(__name__)


class Outside:
    """Asks Discord for `service.gate.Discord`.

    If Discord gives no clear answer, the answer is no, except for command permissions.
    """

    def __init__(self, client: Client) -> None:
        self._client = client

    async def viewable(self, person_id: int, places: Iterable[Place]) -> set[int]:
        return await self._client.viewers.viewable(person_id, places)

    async def may_begin(self, person_id: int, venue: Venue) -> bool | None:
        if venue.direct:  # only the person whose direct messages they are can begin a match there
            return True
        if venue.guild_id is None or venue.guest:  # Discord does not tell the bot who is there
            return False
        access = await self._client.viewers.access(person_id, venue.place(0))
        if access is None or (access.thread is not None and access.thread.locked):
            return False
        in_thread = access.thread is not None
        asked = {"send_messages_in_threads" if in_thread else "send_messages", "use_application_commands"}
        if not all(getattr(access.person, name) for name in asked):
            return False
        if not all(getattr(access.bot, name) for name in hosting_needs(in_thread=in_thread)):
            return False
        here = venue.channel_id, access.thread.parent_id if access.thread else None
        if not (await settings_for(self._client, venue.guild_id, *here)).begins_in(*here):
            return False
        play = self._client.command_ids.get("play", 0)
        return await self._client.viewers.may_use(play, person_id, venue.guild_id, access)

    async def member(self, person_id: int, guild_id: int) -> Member | None:
        try:
            told = await self._client.http.get_member(guild_id, person_id)
        except FAILURES as error:
            log.info("Could not ask whether a person is in a server: %r", error)
            return None
        user = told["user"]
        name = told.get("nick") or user.get("global_name") or user["username"]
        joined = discord.utils.parse_time(told.get("joined_at"))
        return Member(name, None if joined is None else int(joined.timestamp()))
