"""Finds the channels in which a spectator can see a match between two servers."""

from collections.abc import Sequence

from cogs.wire.permissions import Viewers
from matches.model import Match, Place
from service import Service


async def seen_places(
    service: Service, viewers: Viewers, match: Match, person_id: int, places: Sequence[Place]
) -> list[Place]:
    """Return the channels where a person can view a match between two servers.

    The channels of the server for which the person votes come first. For any other match, returns all places. Omits
    places in doubt, so that no server learns of another server's channels.
    """
    if not match.between_servers:
        return list(places)
    visible = await viewers.viewable(person_id, places)
    side = await service.crowds.side_of(match.id, person_id)
    own = None if side is None else match.players[side].guild_id
    return sorted((place for place in places if place.channel_id in visible), key=lambda place: place.guild_id != own)
