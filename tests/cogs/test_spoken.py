"""Whose language is spoken: the choice in `/settings`, else that of Discord; in posts, that of the server."""

from collections.abc import Iterator
from typing import Any

import discord
import pytest

import language
from cogs.buttons import use
from cogs.ui.context import Context
from cogs.wire import languages
from cogs.wire.controls import custom_id
from cogs.wire.languages import of_all, of_person, of_server
from matches.model import Person
from matches.settings import PlayerSettings, ServerSettings
from tests.support.brackets import Bracketed
from tests.support.matches import ANN, BOB, CHANNEL
from tests.support.presses import Client, pressed

GERMAN, JAPANESE = discord.Locale.german, discord.Locale.japanese
SWELL = Person(-3, "Swell")
GUILD = CHANNEL.guild_id or 0


@pytest.fixture(autouse=True)
def _nobody_is_known() -> Iterator[None]:
    yield
    for known in (languages._people, languages._servers):
        known.clear()


def pressing(client: Client, who: Person, locale: discord.Locale, *args: str, server: discord.Locale = GERMAN) -> Any:
    """A press on `/settings` by somebody with this Discord language, in a server with another one."""
    interaction = pressed(client, who, CHANNEL, custom_id=custom_id("set", 0, 0, *args))
    interaction.locale, interaction.guild_locale = locale, server
    return interaction


async def after(client: Client, who: Person, locale: discord.Locale, *args: str) -> str:
    """The answer to such a press."""
    interaction = pressing(client, who, locale, *args)
    await use(interaction, interaction.data)
    return str(interaction.answers.sent[-1]["content"])


@pytest.mark.parametrize(
    ("locale", "code"),
    [("de", "de"), ("es-ES", "es"), ("es-419", "es"), ("pt-BR", "pt-BR"), ("ja", "ja"), ("en-US", "en"), ("th", "en")],
)
def test_a_language_of_discord_has_one_of_ours(locale: str, code: str) -> None:
    assert language.nearest(locale) == code


async def test_a_person_is_spoken_to_in_their_language_until_they_choose_another(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = client.service.settings
    monkeypatch.setitem(language._translations, "de", Bracketed())
    assert "⟦" in await after(client, ANN, GERMAN, "preview", "True")
    assert (of_person(ANN.id), of_person(BOB.id)) == ("de", "en")
    assert "⟦" not in await after(client, ANN, GERMAN, "language", "en"), "at once"
    assert "⟦" not in await after(client, ANN, GERMAN, "preview", "False")
    assert of_person(ANN.id) == "en"
    await after(client, ANN, JAPANESE, "language", "discord")
    assert of_person(ANN.id) == "ja"
    languages._people.clear()
    await languages.load(settings)
    assert of_person(ANN.id) == "ja", "after a restart"


async def test_nothing_is_stored_for_those_who_use_english(client: Client) -> None:
    await after(client, BOB, discord.Locale.american_english, "preview", "True")
    await client.service.settings.choose(BOB.id, PlayerSettings(preview=True))
    languages._people.clear()
    await languages.load(client.service.settings)
    assert languages._people == {}


async def test_a_server_has_the_language_of_its_discord_or_the_chosen_one(client: Client) -> None:
    await after(client, BOB, discord.Locale.american_english, "preview", "True")
    assert of_server(GUILD) == "de"
    context = Context(pressing(client, BOB, discord.Locale.american_english))
    with context.to_everybody():
        assert language.language() == "de"
    chosen = await client.service.settings.choose_for_server(GUILD, ServerSettings(language="fr", locale="de"))
    languages.keep_server(GUILD, chosen)
    assert of_server(GUILD) == "fr"
    await languages.load(client.service.settings)
    assert of_server(GUILD) == "fr"


def test_people_outside_servers_share_a_language_or_read_english() -> None:
    for person, code in ((ANN, "de"), (BOB, "ja")):
        languages.keep_person(person.id, PlayerSettings(locale=code))
    assert of_all([ANN, SWELL]) == "de"
    assert of_all([ANN, ANN]) == "de"
    assert of_all([ANN, BOB]) == "en"


async def test_many_languages_are_read_in_batches(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.settings.BATCH", 2)
    for person_id in range(1, 6):
        await client.service.settings.note_locale(person_id, "de")
    await languages.load(client.service.settings)
    assert sorted(languages._people) == [1, 2, 3, 4, 5]
