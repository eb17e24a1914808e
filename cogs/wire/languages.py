"""Chooses languages: the reader's for private messages, and the server's for public posts.

Only people and servers with a language other than English are kept in memory.
"""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager

from cogs.wire.replies import Interaction
from language import ENGLISH, nearest, speaking
from matches.deliveries import Delivery
from matches.model import Match, Person, Place
from matches.settings import DISCORD, ONLY_ENGLISH, PlayerSettings, ServerSettings, Spoken, language_of
from service.settings import Settings

_people: dict[int, Spoken] = {}
_servers: dict[int, Spoken] = {}


async def load(settings: Settings) -> None:
    """Load the languages of people and servers from the database, in case other processes have changed them."""
    for known, read in ((_people, settings.people_spoken_to), (_servers, settings.servers_spoken_in)):
        stored: dict[int, Spoken] = {}
        while batch := await read(max(stored, default=0)):
            stored |= batch
        known.clear()
        known.update(stored)


def keep_person(person_id: int, settings: PlayerSettings) -> None:
    """From now on, use the language in these settings for a person."""
    _keep(_people, person_id, language_of(settings))


def keep_server(guild_id: int, settings: ServerSettings) -> None:
    """From now on, use the language in these settings for a server."""
    _keep(_servers, guild_id, language_of(settings))


def _keep(known: dict[int, Spoken], key: int, language: Spoken) -> None:
    if language == ONLY_ENGLISH:
        known.pop(key, None)
    else:
        known[key] = language


async def note(settings: Settings, interaction: Interaction) -> None:
    """Store the person's and the server's languages as reported by Discord, if they have changed."""
    person_id, guild_id = interaction.user.id, interaction.guild_id
    locale = nearest(interaction.locale.value)
    if locale != _people.get(person_id, ONLY_ENGLISH).locale:
        keep_person(person_id, await settings.note_locale(person_id, locale))
    if guild_id is not None and interaction.guild_locale is not None:
        locale = nearest(interaction.guild_locale.value)
        if locale != _servers.get(guild_id, ONLY_ENGLISH).locale:
            keep_server(guild_id, await settings.note_server_locale(guild_id, locale))


def of_interaction(interaction: Interaction) -> str:
    """Return the language for private responses: the one the person chose or, by default, their client's language."""
    chosen = _people.get(interaction.user.id, ONLY_ENGLISH).language
    return nearest(interaction.locale.value) if chosen == DISCORD else chosen


def of_person(person_id: int) -> str:
    """Return the language for a person's private messages: the one they chose or else their last known locale."""
    return _people.get(person_id, ONLY_ENGLISH).code


def of_server(guild_id: int) -> str:
    """Return the language for public posts in this server."""
    return _servers.get(guild_id, ONLY_ENGLISH).code


def of_all(people: Iterable[Person]) -> str:
    """Return the language shared by all these people, or English if they have none in common.

    Computer players do not count.
    """
    shared = {of_person(person.id) for person in people if person.level is None}
    return shared.pop() if len(shared) == 1 else ENGLISH


def spoken_to(person_id: int) -> AbstractContextManager[None]:
    """Return a context manager that switches to a person's language."""
    return speaking(of_person(person_id))


def spoken_in(guild_id: int | None, people: Iterable[Person] = ()) -> AbstractContextManager[None]:
    """Return a context manager that switches to a server's language.

    Outside servers, it switches to the language that these people share.
    """
    return speaking(of_all(people) if guild_id is None else of_server(guild_id))


def spoken_at(match: Match, place: Place) -> AbstractContextManager[None]:
    """Return a context manager that switches to the language of the people who see a match in this channel."""
    return spoken_in(place.guild_id, match.players) if place.seat is None else spoken_to(match.players[place.seat].id)


def spoken_with(match: Match, places: Sequence[Place], delivery: Delivery) -> AbstractContextManager[None]:
    """Return a context manager like that of `spoken_at`, for a channel that may no longer show the match."""
    place = next((place for place in places if place.channel_id == delivery.channel_id), None)
    return spoken_in(delivery.guild_id, match.players) if place is None else spoken_at(match, place)
