"""Where somebody who plays on no side of their own sees a match between servers."""

from collections.abc import Sequence

from cogs.wire.permissions import Viewers
from matches.model import Match, Place
from service import Service


async def seen_places(
    service: Service, viewers: Viewers, match: Match, person_id: int, places: Sequence[Place]
) -> list[Place]:
    """Return the places of a match between servers that this person can view now, those in the server for which they
    vote first.

    In any other match, return all places. Omits places in doubt, so that no server's channels are told to another one.
    """
    if not match.between_servers:
        return list(places)
    visible = await viewers.viewable(person_id, places)
    side = await service.crowds.side_of(match.id, person_id)
    own = None if side is None else match.players[side].guild_id
    return sorted((place for place in places if place.channel_id in visible), key=lambda place: place.guild_id != own)
