"""Which language is spoken to whom: an answer speaks that of its reader, a post for everybody that of its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from language import ENGLISH, speaking

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from matches.deliveries import Delivery
    from matches.model import Match, Place


def of_person(person_id: int) -> str:
    """The language in which this person is answered, and told something directly. English is the only one so far."""
    del person_id
    return ENGLISH


def of_server(guild_id: int | None) -> str:
    """The language of what everybody reads in this server, or in a group outside of servers (None)."""
    del guild_id
    return ENGLISH


def spoken_to(person_id: int) -> AbstractContextManager[None]:
    """Speak the language of this person in the block."""
    return speaking(of_person(person_id))


def spoken_in(guild_id: int | None) -> AbstractContextManager[None]:
    """Speak the language of this server's public posts inside the context, no matter who caused them."""
    return speaking(of_server(guild_id))


def spoken_at(match: Match, place: Place) -> AbstractContextManager[None]:
    """Speak in the block the language of those who see a match in this place; in direct messages that is one player."""
    return spoken_in(place.guild_id) if place.seat is None else spoken_to(match.players[place.seat].id)


def spoken_with(match: Match, places: Sequence[Place], delivery: Delivery) -> AbstractContextManager[None]:
    """Speak as `spoken_at` in the channel of a delivery, which need not be one of the match's places any more."""
    place = next((one for one in places if one.channel_id == delivery.channel_id), None)
    return spoken_in(delivery.guild_id) if place is None else spoken_at(match, place)
