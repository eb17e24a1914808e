"""Invented members of a server, who use the bot together as a crowd would."""

import random
from collections import defaultdict

from sandbox.discord.components import LINK, PREMIUM, Button
from sandbox.discord.interaction import Interaction, State
from sandbox.discord.model import Channel, Guild, Message, User
from sandbox.discord.options import Impossible
from sandbox.discord.world import World
from sandbox.wire.backend import Backend

NAMES = (
    "Dave", "Erin", "Frank", "Grace", "Heidi", "Ivan", "Judy", "Ken", "Lena", "Mo",
    "Nora", "Omar", "Pia", "Quinn", "Rosa", "Sam", "Tess", "Uma", "Vera", "Wim",
)  # fmt: skip
SIZE = 10
"""The number of people in the crowd."""
STEPS = 20
"""How often a member presses something before giving up."""
LEADING = {1, 3}
"""The styles of the buttons that lead on: primary and success."""


def first_people(world: World) -> list[User]:
    """The people of a new world: Alice, Bob and Carol."""
    return [user for user in world.users.values() if not user.bot][:3]


class Crowd:
    """Lets ten members press a button and then what their private answers offer."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._random = random.Random()  # noqa: S311 (nothing secret)

    def invite(self, host: User, guild: Guild, since: float | None = None) -> User:
        """Add an invented person, who speaks the host's language, to a server; `since` is when they joined."""
        world = self._backend.world
        taken = {user.global_name for user in world.users.values()}
        names = (f"{name} {number}" if number > 1 else name for number in range(1, len(taken) + 2) for name in NAMES)
        name = next(name for name in names if name not in taken)
        return world.add_user(name, guild, locale=host.locale, since=since)

    async def press(self, host: User, message: Message, custom_id: str) -> int:
        """Let ten members press this button, each once the one before is done, and return how many have confirmed."""
        favourites = defaultdict[str, float](lambda: 0.1 + self._random.random() ** 3)
        members = self._members(host, self._backend.world.channels[message.channel_id])
        return sum([await self._follow(member, message, custom_id, favourites) for member in members])

    def _members(self, host: User, channel: Channel) -> list[User]:
        """The crowd: the first people but the three of a new world and the host, invented where there are too few."""
        world = self._backend.world
        guild = world.guilds.get(channel.guild_id or "")
        if guild is None:
            raise Impossible("A crowd comes only to a server.")
        apart = {host.id, *(user.id for user in first_people(world))}
        people = [user for user in world.users.values() if not user.bot and user.id not in apart]
        members = [user for user in people if guild.member(user.id)][:SIZE]
        since = min(member.joined_at for member in guild.members)
        return members + [self.invite(host, guild, since) for _ in range(SIZE - len(members))]

    async def _follow(self, user: User, post: Message, custom_id: str, favourites: defaultdict[str, float]) -> bool:
        """Press a button, then at random what the private answers offer, until something has been confirmed."""
        confirmed, shown, choice = False, post, [Button("", custom_id)]
        for _ in range(STEPS):
            (button,) = self._random.choices(choice, [favourites[part.custom_id or ""] for part in choice])
            try:
                interaction = self._backend.people.press(user, shown, button.custom_id or "")
            except Impossible:  # the message is gone, or has changed
                return confirmed
            answer = await self._answer(interaction)
            if interaction.state is State.FAILED:
                return confirmed
            if interaction.state is State.MODAL:  # nothing to type, so something else is pressed
                continue
            confirmed = confirmed or (shown is not post and button.style in LEADING)
            if answer is None or answer.only_for != user.id:
                return confirmed
            offered = [part for part in answer.buttons if not part.disabled and part.style not in {LINK, PREMIUM}]
            leading = [part for part in offered if part.style in LEADING]
            if not leading and (confirmed or not offered):
                return confirmed
            shown, choice = answer, leading or offered
        return confirmed

    async def _answer(self, interaction: Interaction) -> Message | None:
        """The message of an answer, once it is there."""
        await interaction.settled.wait()

        def arrived() -> tuple[Message | None] | None:
            answer = self._backend.world.message(interaction.channel.id, interaction.original_id or "")
            return None if answer is not None and answer.loading else (answer,)

        (answer,) = await self._backend.wait_for(arrived, what="the answer to a member of the crowd")
        return answer
