"""Who owns the application: Discord says so, and what it says is kept for a minute."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.wire.failures import FAILURES
from matches.errors import Refusal

if TYPE_CHECKING:
    from service.clock import Clock

LIFETIME = 60
"""Seconds for which Discord's answer is kept."""


class Owners:
    """The owner of the application, or the members of its team, and the one server in which they have commands."""

    def __init__(self, client: discord.Client, clock: Clock, server: int | None = None) -> None:
        """Without a server there are no such commands."""
        self._client, self._clock = client, clock
        self.server = server
        self._known: tuple[float, discord.AppInfo] | None = None

    async def check(self, person_id: int) -> None:
        """Refuse a person who does not own the application.

        While Discord does not say who owns it, refuse everybody.
        """
        if not await self.owns(person_id):
            raise Refusal("This is for the owner of this bot, or the members of its team.")

    async def owns(self, person_id: int) -> bool:
        """Whether this person owns the application. Raises Refusal as long as Discord does not say."""
        return person_id in owning(await self.application())

    async def application(self) -> discord.AppInfo:
        """What Discord says about the application. Raises Refusal."""
        now = self._clock.exact()
        if self._known is None or not 0 <= now - self._known[0] < LIFETIME:
            try:
                self._known = now, await self._client.application_info()
            except FAILURES as error:
                raise Refusal("Discord does not say just now who owns this bot. Try again in a minute.") from error
        return self._known[1]


def owning(application: discord.AppInfo) -> set[int]:
    """Who owns an application: its owner, or the members of its team who joined it and may do more than read."""
    if application.team is None:
        return {application.owner.id}
    return {application.team.owner_id or 0} | {
        member.id
        for member in application.team.members
        if member.membership_state is discord.TeamMembershipState.accepted
        and member.role is not discord.TeamMemberRole.read_only
    }
