"""Blocks, which prevent two people from challenging each other."""

from matches.errors import Refusal
from matches.model import Person
from service.change import Change
from service.core import Part, reads, transaction
from storage.store import Tables


class Blocks(Part):
    """Lets people block each other, without affecting matches already running between them."""

    @transaction
    async def add(self, change: Change, person: Person, other: Person) -> None:
        """Block a person, so that neither can challenge the other.

        Their open challenges to each other are closed. Raises Refusal if both are the same person or the block exists.
        """
        if person.id == other.id:
            raise Refusal("You cannot block yourself.")
        await change.tx.people.save(person)
        await change.tx.people.save(other)
        if not await change.tx.blocks.add(person.id, other.id):
            raise Refusal("You have already blocked {name}.", name=other.name)
        for challenge in await change.tx.challenges.open_of(person.id):
            if challenge.opponent is not None and other.id in {challenge.opponent.id, challenge.challenger.id}:
                await change.close(challenge, person.id)

    @transaction
    async def remove(self, change: Change, person_id: int, other: Person) -> None:
        """Unblock a person, or raise Refusal if they are not blocked."""
        if not await change.tx.blocks.remove(person_id, other.id):
            raise Refusal("You have not blocked {name}.", name=other.name)

    of = reads(lambda view: view.blocks.of)


async def check_blocks(view: Tables, person: Person, other: Person, guild_id: int | None) -> None:
    """Raise Refusal if either person has blocked the other, or if `other` is banned."""
    if await view.blocks.has(person.id, other.id):
        raise Refusal("You have blocked {name}. Unblock them first if you want to play.", name=other.name)
    if await view.bans.reaching(other.id, guild_id) or await view.blocks.has(other.id, person.id):
        raise Refusal("{name} cannot be challenged right now.", name=other.name)
