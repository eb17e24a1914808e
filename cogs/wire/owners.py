"""Asks Discord who owns the application, and caches the answer for a minute."""

import discord

from cogs.wire.failures import FAILURES
from matches.errors import Refusal
from service.clock import Clock

LIFETIME = 60
"""Seconds for which Discord's answer is cached."""


class Owners:
    """The owner of the application or the members of its team, and the server that has their commands."""

    def __init__(self, client: discord.Client, clock: Clock, server: int | None = None) -> None:
        """Without a server, there are no owner commands."""
        self._client, self._clock = client, clock
        self.server = server
        self._cached: tuple[float, discord.AppInfo] | None = None

    async def check(self, person_id: int) -> None:
        """Refuse a person who does not own the application, and everybody while Discord does not answer."""
        if not await self.owns(person_id):
            raise Refusal("Only the owner of this bot, or a member of its team, can do this.")

    async def owns(self, person_id: int) -> bool:
        """Whether this person owns the application. Raises Refusal while Discord does not answer."""
        return person_id in owning(await self.application())

    async def application(self) -> discord.AppInfo:
        """The application's information. Raises Refusal while Discord does not answer."""
        now = self._clock.exact()
        if self._cached is None or not 0 <= now - self._cached[0] < LIFETIME:
            try:
                self._cached = now, await self._client.application_info()
            except FAILURES as error:
                raise Refusal("I could not find out who owns this bot. Try again in a minute.") from error
        return self._cached[1]


def owning(application: discord.AppInfo) -> set[int]:
    """The ids of an application's owner, or of the accepted members of its team who are not read-only."""
    if application.team is None:
        return {application.owner.id}
    return {application.team.owner_id or 0} | {
        member.id
        for member in application.team.members
        if member.membership_state is discord.TeamMembershipState.accepted
        and member.role is not discord.TeamMemberRole.read_only
    }
