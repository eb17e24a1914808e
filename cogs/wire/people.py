"""People: Discord users as the service's people, the application's owners, and whom a message may ping."""

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
    """Return the user as a Person for looking up their matches. Raises Refusal for bots."""
    if user.bot:
        raise Refusal("{player} is a bot and has no matches.", player=person_of(user).name)
    return person_of(user)


class Owners:
    """The application's owner or the members of its team, and the server that has the owner's commands."""

    def __init__(self, client: discord.Client, clock: Clock, server: int | None = None) -> None:
        """`server` is the ID of the server with the owner's commands. If it is None, there are none."""
        self._client, self._clock = client, clock
        self.server = server
        self._cached: tuple[float, discord.AppInfo] | None = None

    async def check(self, person_id: int) -> None:
        """Raise Refusal if the person does not own the application or Discord does not respond."""
        if not await self.owns(person_id):
            raise Refusal("Only the owner of this bot, or a member of its team, can do this.")

    async def owns(self, person_id: int) -> bool:
        """Return whether this person owns the application. Raises Refusal if Discord does not respond."""
        return person_id in owning(await self.application())

    async def application(self) -> discord.AppInfo:
        """Return the application's information. Raises Refusal if Discord does not respond."""
        now = self._clock.exact()
        if self._cached is None or not 0 <= now - self._cached[0] < LIFETIME:
            try:
                self._cached = now, await self._client.application_info()
            except FAILURES as error:
                raise Refusal("I could not find out who owns this bot. Try again in a minute.") from error
        return self._cached[1]


def owning(application: discord.AppInfo) -> set[int]:
    """Return the IDs of an application's owner or of its team's accepted members who are not read-only."""
    if application.team is None:
        return {application.owner.id}
    return {application.team.owner_id or 0} | {
        member.id
        for member in application.team.members
        if member.membership_state is discord.TeamMembershipState.accepted
        and member.role is not discord.TeamMemberRole.read_only
    }


def pinging(person_ids: Collection[int]) -> discord.AllowedMentions:
    """Allow a message to ping these people and nobody else, whatever mentions its text contains."""
    people = [discord.Object(person_id) for person_id in person_ids]
    return discord.AllowedMentions(users=people, everyone=False, roles=False, replied_user=False)
