"""The places in which the people of the fortnight play: every kind in which a match can be shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sandbox import Answer, Channel, Driver, Message, Sandbox, User

Kind = Literal["channel", "thread", "direct", "group", "deleted", "closed"]
"""A `deleted` channel is deleted after some days, a `closed` one is hidden from the bot for some days."""
GROUP = 4
"""How many people are in a group in which the bot is a guest."""


@dataclass(frozen=True, slots=True)
class Hall:
    """A place in which people challenge each other."""

    kind: Kind
    channel: Channel | None
    """The channel; None for direct messages, where each person has a channel of their own."""
    people: Sequence[User]

    async def begin(self, sandbox: Sandbox, first: User, second: User, command: str, clock: str) -> None:
        """Begin a match by a challenge and its acceptance."""
        challenger, opponent = Driver(sandbox, first, self.channel), Driver(sandbox, second, self.channel)
        asked = await challenger.slash(command, opponent=second.id, clock=clock)
        await opponent.click(await _challenge(opponent, asked), "Accept")


async def build(sandbox: Sandbox, people: Sequence[User], groups: int) -> list[Hall]:
    """One hall of each kind, but several groups. All people are in all halls except the groups."""
    world = sandbox.world
    owner = world.add_user("Owner")
    threads = world.add_guild("Threads", owner)
    for person in people:
        world.join(threads, person)
        world.install_app(person)
    hall = next(channel for channel in world.channels.values() if channel.guild_id == threads.id)
    await Driver(sandbox, owner, hall).slash("/server", place="thread")
    halls = [
        Hall("channel", world.channel("games"), people),
        Hall("thread", hall, people),
        Hall("direct", None, people),
        Hall("deleted", world.add_channel("doomed"), people),
        Hall("closed", world.add_channel("veiled"), people),
    ]
    for number in range(groups):
        members = [people[(number * GROUP + n) % len(people)] for n in range(GROUP)]
        halls.append(Hall("group", world.add_group(*members, name=f"Group {number}"), members))
    return halls


async def _challenge(opponent: Driver, asked: Answer) -> Message:
    """Wait for the message with the challenge: the answer itself, or a message of its own."""
    await asked.settled()
    since = int(asked.interaction.id)

    def open_one(message: Message) -> bool:
        accept = any(button.label == "Accept" for button in message.buttons)
        return accept and not message.private and int(message.id) > since and opponent.user.mention in message.content

    return await opponent.sees(open_one, what=f"the challenge of {asked!r}")
