"""Which places of a match between servers somebody is shown."""

from collections.abc import Iterable
from typing import Any

from cogs.posts.spectators import seen_places
from matches.model import Place, Venue
from tests.support.matches import ANN, BOB, CAROL, CHANNEL
from tests.support.presses import Client

REEF, LAGOON = CHANNEL.guild_id or 0, 77


class Eyes:
    """Carol is in both servers, Bob in none."""

    async def viewable(self, person_id: int, places: Iterable[Place]) -> set[int]:
        return {place.channel_id for place in places} if person_id == CAROL.id else set()


async def test_a_member_of_both_servers_is_led_to_the_one_for_which_they_vote(client: Client) -> None:
    service = client.service
    matches, viewers = service.server_matches, Eyes()
    made = await matches.challenge("squalma", ANN, CHANNEL, "second")
    there = Venue(700, LAGOON)
    match = (await matches.accept(made.invitation, BOB, "Lagoon", there, "Reef")).match
    places = await service.places.of(match.id)

    async def seen(person_id: int) -> list[int | None]:
        eyes: Any = viewers
        return [place.guild_id for place in await seen_places(service, eyes, match, person_id, places)]

    assert await seen(CAROL.id) == [REEF, LAGOON]
    position = (await service.lookup.snapshot(match.id)).position
    await service.crowds.vote(match.id, CAROL, LAGOON, position.format(position.legal_moves()[0]))
    assert (await seen(CAROL.id), await seen(BOB.id)) == ([LAGOON, REEF], [])
