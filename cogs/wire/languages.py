"""Chooses the language of a text: the reader's in private, the server's in public posts."""

from collections.abc import Sequence
from contextlib import AbstractContextManager

from language import ENGLISH, speaking
from matches.deliveries import Delivery
from matches.model import Match, Place


def of_person(person_id: int) -> str:
    """The language of private texts for this person. English is the only one so far."""
    del person_id
    return ENGLISH


def of_server(guild_id: int | None) -> str:
    """The language of public posts in this server or, for None, in a group outside servers."""
    del guild_id
    return ENGLISH


def spoken_to(person_id: int) -> AbstractContextManager[None]:
    """Speak this person's language inside the context."""
    return speaking(of_person(person_id))


def spoken_in(guild_id: int | None) -> AbstractContextManager[None]:
    """Speak the language of this server's public posts inside the context, no matter who caused them."""
    return speaking(of_server(guild_id))


def spoken_at(match: Match, place: Place) -> AbstractContextManager[None]:
    """Speak the language of a match's readers in this place; in a direct message, that is one player."""
    return spoken_in(place.guild_id) if place.seat is None else spoken_to(match.players[place.seat].id)


def spoken_with(match: Match, places: Sequence[Place], delivery: Delivery) -> AbstractContextManager[None]:
    """Like `spoken_at` for the channel of a delivery, which may no longer be one of the match's places."""
    place = next((place for place in places if place.channel_id == delivery.channel_id), None)
    return spoken_in(delivery.guild_id) if place is None else spoken_at(match, place)
