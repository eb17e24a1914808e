"""Converts Discord users to `Person` objects, finds the application's owners, and limits who is pinged by messages."""

from collections.abc import Collection

import discord

from cogs.wire.failures import FAILURES
from matches.errors import Refusal
from matches.model import Person
from service.clock import Clock

AnyUser = discord.User | discord.Member
"""The type of a command option that names a person."""
LIFETIME = 60
"""How long Discord's response is cached, in seconds."""


def person_of(user: AnyUser) -> Person:
    return Person(user.id, user.display_name)


def player_of(user: AnyUser) -> Person:
    """Convert a user to a Person whose matches can be looked up. Raises Refusal if the user is a bot."""
    if user.bot:
        raise Refusal("{player} is a bot and has no matches.", player=person_of(user).name)
    return person_of(user)


class Owners:
    """Determines who owns the application, and which server has the owner's commands."""

    def __init__(self, client: discord.Client, clock: Clock, server: int | None = None) -> None:
        """Store the client, the clock, and the ID of the server with the owner's commands, if any."""
        self._client, self._clock = client, clock
        self.server = server
        self._cached: tuple[float, discord.AppInfo] | None = None

    async def check(self, person_id: int) -> None:
        """Raise Refusal if a person does not own the application, or if Discord does not say who does."""
        if not await self.owns(person_id):
            raise Refusal("Only the owner of this bot, or a member of its team, can do this.")

    async def owns(self, person_id: int) -> bool:
        """Return whether a person owns the application. Raises Refusal if Discord does not respond."""
        return person_id in owning(await self.application())

    async def application(self) -> discord.AppInfo:
        """Fetch the application's details. Raises Refusal if Discord does not respond."""
        now = self._clock.exact()
        if self._cached is None or not 0 <= now - self._cached[0] < LIFETIME:
            try:
                self._cached = now, await self._client.application_info()
            except FAILURES as error:
                raise Refusal("I could not find out who owns this bot. Try again in a minute.") from error
        return self._cached[1]


def owning(application: discord.AppInfo) -> set[int]:
    """Return the IDs of an application's owners, including all team members who may change it."""
    if application.team is None:
        return {application.owner.id}
    return {application.team.owner_id or 0} | {
        member.id
        for member in application.team.members
        if member.membership_state is discord.TeamMembershipState.accepted
        and member.role is not discord.TeamMemberRole.read_only
    }


def pinging(person_ids: Collection[int]) -> discord.AllowedMentions:
    """Return mention settings that let a message ping only these people, no matter whom its text mentions."""
    people = [discord.Object(person_id) for person_id in person_ids]
    return discord.AllowedMentions(users=people, everyone=False, roles=False, replied_user=False)
